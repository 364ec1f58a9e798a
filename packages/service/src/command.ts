import { DirectoryInUse } from './data-directory.ts';
import { parseOptions, USAGE, UsageError, type ServiceOptions } from './options.ts';
import { startService, type RunningService } from './service.ts';

/** The command line: starts the service and keeps it running until it is told to stop. */
export async function runCommand(args: readonly string[]): Promise<void> {
  let options: ServiceOptions | null;
  try {
    options = parseOptions(args);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    fail(error.message, 2);
    return;
  }
  if (options === null) {
    process.stdout.write(USAGE);
    return;
  }

  let service: RunningService;
  try {
    service = await startService(options);
  } catch (error) {
    fail(startProblem(error, options), 1);
    return;
  }
  process.stdout.write(`Document signing service listening on ${service.baseUrl}\n`);
  if (options.publicUrl) process.stdout.write(`Reached from outside at ${options.publicUrl}/v1\n`);
  process.stdout.write(`Data and mails in ${service.dataDir}\n`);
  if (service.tokens) process.stdout.write(`Token of the demo account: ${service.tokens.ada}\n`);

  const stop = () => {
    // A second signal means at once.
    process.once('SIGINT', () => process.exit(130)).once('SIGTERM', () => process.exit(143));
    service.close().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.once('SIGINT', stop).once('SIGTERM', stop);
}

function startProblem(error: unknown, { port }: ServiceOptions): string {
  if (error instanceof DirectoryInUse) return error.message;
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE')
    return `Port ${port} is in use; give another one with --port, or 0 for any free one.`;
  if (code === 'EACCES') return `Not allowed: ${message}.`;
  return `The service could not start: ${message}.`;
}

function fail(message: string, exitCode: number): void {
  process.stderr.write(`${message}\n`);
  process.exitCode = exitCode;
}
