import { dirname, join } from 'node:path';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** The path of a file that an installed package offers under its own name. */
export function packageFile(name: string, file: string): string {
  return require.resolve(`${name}/${file}`);
}

/** The path of a file beside a package's entry point, for packages whose `exports` name nothing but that entry. */
export function fileBesideEntry(name: string, file: string): string {
  return join(dirname(require.resolve(name)), file);
}
