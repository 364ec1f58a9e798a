import { parseArgs } from 'node:util';

/** What the service can be started with; defaults as in `--help`. */
export interface ServiceOptions {
  /** 0 takes any free port. */
  port: number;
  /** Where everything is kept; null keeps it for as long as the service runs. */
  dataDir: string | null;
  seed: 'demo' | 'none';
  /** Where people and receivers find the service, if not at its own port; without `/v1`. */
  publicUrl: string | null;
  requestsPerMinute: number;
  sendsPer10Minutes: number;
  /** Documents each account may send from this start on; null means unlimited. */
  planAllowance: number | null;
  forbidPrivateWebhooks: boolean;
  localControls: boolean;
}

export const DEFAULT_OPTIONS: ServiceOptions = {
  port: 4010,
  dataDir: '.local/service',
  seed: 'demo',
  publicUrl: null,
  requestsPerMinute: 300,
  sendsPer10Minutes: 200,
  planAllowance: null,
  forbidPrivateWebhooks: false,
  localControls: false,
};

export const USAGE = `Usage: document-signing-service [options]

  --port N                  port on 127.0.0.1, 0 for any free one (default 4010)
  --data DIR                where everything is kept (default .local/service)
  --seed demo|none          fill an empty DIR with demo data (default demo)
  --public-url URL          where the service is reached from outside, without /v1
  --requests-per-minute N   requests per token (default 300)
  --sends-per-10-minutes N  documents sent per token (default 200)
  --plan-allowance N        documents each account may still send (default unlimited)
  --forbid-private-webhooks refuse webhooks on this machine or a private network
  --local-controls          clock, faults and reset under /_local, for tests
  --help                    show this
`;

/** A command line that cannot be followed; the message is one sentence for the person who typed it. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Reads the command line; null when help is asked for. */
export function parseOptions(args: readonly string[]): ServiceOptions | null {
  let values;
  try {
    ({ values } = parseArgs({
      args: [...args],
      allowPositionals: false,
      options: {
        port: { type: 'string' },
        data: { type: 'string' },
        seed: { type: 'string' },
        'public-url': { type: 'string' },
        'requests-per-minute': { type: 'string' },
        'sends-per-10-minutes': { type: 'string' },
        'plan-allowance': { type: 'string' },
        'forbid-private-webhooks': { type: 'boolean' },
        'local-controls': { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    }));
  } catch (error) {
    // The first sentence says which option; what follows is advice about quoting.
    const [sentence] = (error as Error).message.split(/\. |\n/);
    throw new UsageError(`${sentence?.replace(/\.$/, '')}; --help lists the options.`);
  }
  if (values.help) return null;
  const { seed = DEFAULT_OPTIONS.seed } = values;
  if (seed !== 'demo' && seed !== 'none') throw new UsageError(`--seed takes demo or none, not "${seed}".`);
  if (values.data?.trim() === '') throw new UsageError('--data takes a directory.');
  return {
    port: wholeNumber('--port', values.port, 0, 65535) ?? DEFAULT_OPTIONS.port,
    dataDir: values.data ?? DEFAULT_OPTIONS.dataDir,
    seed,
    publicUrl: values['public-url'] === undefined ? null : normalisedUrl(values['public-url']),
    requestsPerMinute:
      wholeNumber('--requests-per-minute', values['requests-per-minute'], 1) ??
      DEFAULT_OPTIONS.requestsPerMinute,
    sendsPer10Minutes:
      wholeNumber('--sends-per-10-minutes', values['sends-per-10-minutes'], 1) ??
      DEFAULT_OPTIONS.sendsPer10Minutes,
    planAllowance: wholeNumber('--plan-allowance', values['plan-allowance'], 0),
    forbidPrivateWebhooks: values['forbid-private-webhooks'] ?? false,
    localControls: values['local-controls'] ?? false,
  };
}

function wholeNumber(
  option: string,
  text: string | undefined,
  least: number,
  most = 1_000_000_000,
): number | null {
  if (text === undefined) return null;
  const value = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= least && value <= most)) {
    throw new UsageError(`${option} takes a whole number from ${least} to ${most}, not "${text}".`);
  }
  return value;
}

/** Without a slash at the end, and without the `/v1` that callers may have copied along. */
export function normalisedUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '') {
    throw new UsageError(`--public-url takes an address such as https://sign.example.com, not "${text}".`);
  }
  return url.href.replace(/\/+$/, '').replace(/\/v1$/, '');
}
