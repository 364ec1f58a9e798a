import { runInThisContext } from 'node:vm';

/**
 * Node's own process and loader, also under jest, which puts copies of its own in their place: built ES modules are
 * loaded as they are, and the engine and the app share one zapier-platform-core.
 */
export const nativeProcess = runInThisContext('process') as NodeJS.Process;

export function nativeRequire(from: string): NodeJS.Require {
  return nativeProcess.getBuiltinModule('node:module').createRequire(from);
}
