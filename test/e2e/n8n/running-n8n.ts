import { spawn, type ChildProcess } from 'node:child_process';
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer, type AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { IConnections, INode, INodeExecutionData } from 'n8n-workflow';
import { PACKAGE_NAME, unpackPackage } from '../../connectors/n8n/installed-package.ts';

/** A whole n8n: started with the packed package installed as a community package, and used over its REST interface. */
export interface RunningN8n {
  url: string;
  owner: { email: string; password: string };
  rest<Answer = unknown>(method: string, path: string, body?: object): Promise<Answer>;
  /** Anything else that n8n serves as JSON. */
  get<Answer>(path: string): Promise<Answer>;
  /** Adds a credential; gives its id. */
  addCredential(name: string, type: string, data: object): Promise<string>;
  /** Adds a workflow whose nodes use the credentials of these types; gives its id. */
  addWorkflow(
    workflow: ExportedWorkflow,
    credentials?: Record<string, { id: string; name: string }>,
  ): Promise<string>;
  activate(workflowId: string): Promise<void>;
  deactivate(workflowId: string): Promise<void>;
  /** Runs a workflow as the editor's button does, from one of its triggers; gives the execution's id, if it began. */
  execute(workflowId: string, trigger: string): Promise<string | undefined>;
  /** The executions of a workflow, newest first. */
  executions(workflowId: string): Promise<ExecutionSummary[]>;
  /** The n-th execution (from 1) once it has ended. */
  waitForExecution(workflowId: string, n?: number, seconds?: number): Promise<ExecutionResult>;
  /** A file of an execution. */
  file(id: string): Promise<Buffer>;
  stop(): Promise<void>;
}

/** What the examples are: a workflow as n8n exports it. */
export interface ExportedWorkflow {
  name: string;
  nodes: INode[];
  connections: IConnections;
  settings?: object;
}

export interface ExecutionSummary {
  id: string;
  status: string;
  finished: boolean;
}

export interface ExecutionResult extends ExecutionSummary {
  error?: { message: string; description?: string };
  /** The items of a node's last run. */
  items(node: string, output?: number): INodeExecutionData[];
}

export interface StartOptions {
  /** The folder that holds n8n. */
  installed: string;
  /** The package to install in it. */
  tarball: string;
  userFolder: string;
  /** A free one where left out. */
  port?: number;
  /** Where n8n's output goes. */
  log: string;
  /** More settings, as environment variables. */
  settings?: Record<string, string>;
}

const OWNER = { email: 'owner@example.com', password: 'Correct-horse-7' };

export async function startN8n(options: StartOptions): Promise<RunningN8n> {
  const { installed, tarball, userFolder, log } = options;
  installCommunityPackage(tarball, userFolder);
  const [port, broker] = [options.port ?? (await freePort()), await freePort()];
  const url = `http://127.0.0.1:${port}`;
  mkdirSync(dirname(log), { recursive: true });
  writeFileSync(log, '');
  const child = spawn(process.execPath, [join(installed, 'node_modules/n8n/bin/n8n'), 'start'], {
    env: {
      PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
      HOME: userFolder,
      N8N_USER_FOLDER: userFolder,
      N8N_PORT: String(port),
      N8N_RUNNERS_BROKER_PORT: String(broker),
      N8N_LISTEN_ADDRESS: '127.0.0.1',
      N8N_HOST: '127.0.0.1',
      N8N_EDITOR_BASE_URL: url,
      WEBHOOK_URL: `${url}/`,
      N8N_SECURE_COOKIE: 'false',
      N8N_DIAGNOSTICS_ENABLED: 'false',
      N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
      N8N_TEMPLATES_ENABLED: 'false',
      N8N_PERSONALIZATION_ENABLED: 'false',
      N8N_HIRING_BANNER_ENABLED: 'false',
      N8N_COMMUNITY_PACKAGES_ALLOW_TOOL_USAGE: 'true',
      N8N_DEFAULT_BINARY_DATA_MODE: 'filesystem',
      EXECUTIONS_DATA_SAVE_ON_SUCCESS: 'all',
      N8N_LOG_LEVEL: 'warn',
      GENERIC_TIMEZONE: 'Europe/Berlin',
      ...options.settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => appendFileSync(log, text));
  try {
    await ready(url, child, log);
  } catch (error) {
    await stop(child);
    throw error;
  }
  const n8n = new N8nOverRest(url, installed, child);
  await n8n.signIn();
  return n8n;
}

/** As a community package's installation leaves it: unpacked below `nodes`, whose package.json lists it. */
function installCommunityPackage(tarball: string, userFolder: string): void {
  const nodes = join(userFolder, '.n8n', 'nodes');
  unpackPackage(tarball, nodes);
  writeFileSync(
    join(nodes, 'package.json'),
    `${JSON.stringify({ name: 'installed-nodes', private: true, dependencies: { [PACKAGE_NAME]: '*' } }, null, 2)}\n`,
  );
}

async function ready(url: string, child: ChildProcess, log: string): Promise<void> {
  const end = Date.now() + 180_000;
  while (Date.now() < end) {
    if (child.exitCode !== null) throw new Error(`n8n ended with exit code ${child.exitCode}: see ${log}`);
    const answer = await fetch(`${url}/healthz/readiness`).catch(() => null);
    // The paths of the REST interface answer a little later than the readiness says.
    if (answer?.ok && (await fetch(`${url}/rest/settings`).catch(() => null))?.ok) return;
    await wait(300);
  }
  throw new Error(`n8n is not ready after three minutes: see ${log}`);
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  const late = setTimeout(() => child.kill('SIGKILL'), 15_000);
  await ended;
  clearTimeout(late);
}

/** The port that is asked for, or any other free one where it is taken. */
export async function freePort(wanted = 0): Promise<number> {
  const server = createServer();
  const port = await new Promise<number>((resolve, reject) => {
    server.once('error', (error) => (wanted === 0 ? reject(error) : resolve(freePort())));
    server.listen(wanted, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
  if (server.listening) await new Promise((closed) => server.close(closed));
  return port;
}

interface RunData {
  resultData: {
    runData: Record<string, { data?: { main?: (INodeExecutionData[] | null)[] } }[]>;
    error?: { message: string; description?: string };
  };
}

class N8nOverRest implements RunningN8n {
  readonly url: string;
  readonly owner = OWNER;
  readonly #child: ChildProcess;
  readonly #parse: (text: string) => unknown;
  #cookie = '';

  constructor(url: string, installed: string, child: ChildProcess) {
    this.url = url;
    this.#child = child;
    // n8n keeps executions in the form of the package flatted, which it brings.
    const load = createRequire(join(installed, 'node_modules/n8n/package.json'));
    this.#parse = (load('flatted') as { parse: (text: string) => unknown }).parse;
  }

  /** Sets the owner up, or signs in where a folder is used again. */
  async signIn(): Promise<void> {
    const setUp = await this.#request('POST', '/rest/owner/setup', {
      ...OWNER,
      firstName: 'Olga',
      lastName: 'Owner',
    });
    const answer = setUp.ok
      ? setUp
      : await this.#request('POST', '/rest/login', {
          emailOrLdapLoginId: OWNER.email,
          password: OWNER.password,
        });
    if (!answer.ok) throw new Error(`n8n does not let the owner in: ${answer.status} ${await answer.text()}`);
    this.#cookie = answer.headers
      .getSetCookie()
      .map((cookie) => cookie.split(';')[0])
      .join('; ');
  }

  async rest<Answer>(method: string, path: string, body?: object): Promise<Answer> {
    const answer = await this.#request(method, `/rest${path}`, body);
    const text = await answer.text();
    if (!answer.ok)
      throw new Error(`n8n answers ${method} ${path} with ${answer.status}: ${text.slice(0, 2000)}`);
    const parsed = JSON.parse(text) as { data: Answer };
    return parsed.data;
  }

  async get<Answer>(path: string): Promise<Answer> {
    return (await (await this.#request('GET', path)).json()) as Answer;
  }

  #request(method: string, path: string, body?: object): Promise<Response> {
    return fetch(this.url + path, {
      method,
      headers: {
        'content-type': 'application/json',
        'browser-id': 'e2e',
        ...(this.#cookie && { cookie: this.#cookie }),
      },
      body: body && JSON.stringify(body),
    });
  }

  async addCredential(name: string, type: string, data: object): Promise<string> {
    const { id } = await this.rest<{ id: string }>('POST', '/credentials', { name, type, data });
    return id;
  }

  async addWorkflow(
    workflow: ExportedWorkflow,
    credentials: Record<string, { id: string; name: string }> = {},
  ): Promise<string> {
    const { name, connections, settings = {} } = workflow;
    const nodes = workflow.nodes.map((node) => ({
      ...node,
      credentials: Object.fromEntries(
        Object.keys(node.credentials ?? {}).map((type) => [
          type,
          credentials[type] ?? node.credentials![type],
        ]),
      ),
    }));
    const { id } = await this.rest<{ id: string }>('POST', '/workflows', {
      name,
      nodes,
      connections,
      settings,
      active: false,
    });
    return id;
  }

  async activate(workflowId: string): Promise<void> {
    const { versionId } = await this.#workflow(workflowId);
    await this.rest('POST', `/workflows/${workflowId}/activate`, { versionId });
  }

  async deactivate(workflowId: string): Promise<void> {
    await this.rest('POST', `/workflows/${workflowId}/deactivate`);
  }

  #workflow(id: string): Promise<ExportedWorkflow & { versionId: string }> {
    return this.rest('GET', `/workflows/${id}`);
  }

  async execute(workflowId: string, trigger: string): Promise<string | undefined> {
    const workflowData = await this.#workflow(workflowId);
    const { executionId } = await this.rest<{ executionId?: string }>(
      'POST',
      `/workflows/${workflowId}/run`,
      {
        workflowData,
        triggerToStartFrom: { name: trigger },
      },
    );
    return executionId;
  }

  async executions(workflowId: string): Promise<ExecutionSummary[]> {
    const filter = encodeURIComponent(JSON.stringify({ workflowId }));
    const { results } = await this.rest<{ results: ExecutionSummary[] }>(
      'GET',
      `/executions?filter=${filter}&limit=100`,
    );
    return results;
  }

  async waitForExecution(workflowId: string, n = 1, seconds = 60): Promise<ExecutionResult> {
    const end = Date.now() + seconds * 1000;
    for (;;) {
      const ended = (await this.executions(workflowId))
        .filter(({ status }) => !['new', 'running', 'waiting'].includes(status))
        .sort((a, b) => Number(a.id) - Number(b.id));
      const found = ended[n - 1];
      if (found) return await this.#result(found);
      if (Date.now() > end) {
        throw new Error(`No ${n}. execution of workflow ${workflowId} ended within ${seconds} s.`);
      }
      await wait(200);
    }
  }

  async #result(summary: ExecutionSummary): Promise<ExecutionResult> {
    const { data } = await this.rest<{ data: string }>('GET', `/executions/${summary.id}`);
    const { resultData } = this.#parse(data) as RunData;
    return {
      ...summary,
      error: resultData.error,
      items: (node, output = 0) => resultData.runData[node]?.at(-1)?.data?.main?.[output] ?? [],
    };
  }

  async file(id: string): Promise<Buffer> {
    const answer = await this.#request(
      'GET',
      `/rest/binary-data?id=${encodeURIComponent(id)}&action=download`,
    );
    if (!answer.ok) throw new Error(`n8n does not give the file ${id}: ${answer.status}`);
    return Buffer.from(await answer.arrayBuffer());
  }

  stop(): Promise<void> {
    return stop(this.#child);
  }
}
