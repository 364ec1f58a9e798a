import { join } from 'node:path';
import { nativeRequire } from './zapier-native.ts';
import { startZapierEngine, type ZapierEngine } from './zapier-engine.ts';

/** The built service, with its local controls, and the app's engine connected to it as the demo account. */
export interface LocalService {
  readonly url: string;
  readonly baseUrl: string;
  readonly tokens: Record<'ada' | 'ben' | 'revoked' | 'expired' | 'disabled', string>;
  /** A request to the service's local controls, such as `faults`. */
  control<Answer = unknown>(path: string, body?: object): Promise<Answer>;
  /** A request to the API itself, with Ada's token. */
  api<Answer = unknown>(method: string, path: string, body?: object): Promise<Answer>;
  /** Waits until nothing is due to be sealed or delivered. */
  settle(): Promise<void>;
  /** With Ada's token and the service's own address, unless others are given. */
  engine(token?: string, baseUrl?: string): Promise<ZapierEngine>;
  /** Stops the service, and the engines it has given. */
  close(): Promise<void>;
}

interface Running {
  url: string;
  baseUrl: string;
  tokens: LocalService['tokens'];
  close(): Promise<void>;
}

export async function startLocalService(options: object = {}): Promise<LocalService> {
  const load = nativeRequire(join(process.cwd(), 'package.json'));
  const { startService } = load('./packages/service/dist/index.js') as {
    startService: (options: object) => Promise<Running>;
  };
  const service = await startService({
    localControls: true,
    requestsPerMinute: 1_000_000,
    sendsPer10Minutes: 1_000_000,
    ...options,
  });
  const { url, baseUrl, tokens } = service;
  const engines: ZapierEngine[] = [];

  const call = async <Answer>(method: string, address: string, body?: object): Promise<Answer> => {
    const answer = await fetch(address, {
      method,
      headers: { Authorization: `Bearer ${tokens.ada}`, ...(body && { 'Content-Type': 'application/json' }) },
      body: body && JSON.stringify(body),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${address} answers ${answer.status}: ${text}`);
    return (text === '' ? undefined : JSON.parse(text)) as Answer;
  };

  return {
    url,
    baseUrl,
    tokens,
    control: (path, body = {}) => call('POST', `${url}/_local/${path}`, body),
    api: (method, path, body) => call(method, baseUrl + path, body),
    settle: async () => {
      await call('POST', `${url}/_local/settle`, {});
    },
    engine: async (token = tokens.ada, at = baseUrl) => {
      const engine = await startZapierEngine({ baseUrl: at, token });
      engines.push(engine);
      return engine;
    },
    close: async () => {
      await Promise.all(engines.map((engine) => engine.close()));
      await service.close();
    },
  };
}
