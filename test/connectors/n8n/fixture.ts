import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { startService, type RunningService, type StartOptions } from '../../../packages/service/src/index.ts';
import {
  startN8nEngine,
  type Credentials,
  type Execution,
  type N8nEngine,
  type RunOptions,
  type WorkflowJson,
} from './engine.ts';

/** The engine and the service side by side, as every test here needs them. */
export interface Fixture {
  engine: N8nEngine;
  service: RunningService;
  /** Of Ada, the demo account. */
  credentials: Credentials;
  /** Runs the action node alone. */
  act(parameters: INodeParameters, options?: ActOptions): Promise<Execution>;
  /** The items of a run that must succeed. */
  items(parameters: INodeParameters, options?: ActOptions): Promise<INodeExecutionData[]>;
  /** `POST /_local…`: what is no part of the API. */
  local<Answer = unknown>(path: string, body?: object): Promise<Answer>;
  /** A request to the API itself. */
  api<Answer = unknown>(
    path: string,
    init?: { method?: string; body?: object; token?: string },
  ): Promise<Answer>;
  close(): Promise<void>;
}

export type ActOptions = Partial<RunOptions> & {
  baseUrl?: string;
  token?: string;
  /** Settings of the node beside its parameters, such as `onError`. */
  settings?: object;
};

export const NODE = 'Document Signing';

export async function startFixture(options: StartOptions = {}): Promise<Fixture> {
  const service = await startService({ localControls: true, report: () => undefined, ...options });
  const engine = await startN8nEngine();
  const credentials = credentialsFor(service.baseUrl, service.tokens!.ada);
  const act: Fixture['act'] = (parameters, { baseUrl, token, settings, ...run } = {}) =>
    engine.run(singleNode(parameters, settings), {
      credentials: credentialsFor(baseUrl ?? service.baseUrl, token ?? service.tokens!.ada),
      ...run,
    });
  return {
    engine,
    service,
    credentials,
    act,
    async items(parameters, run) {
      const execution = await act(parameters, run);
      if (execution.error) throw execution.error;
      return execution.items(NODE);
    },
    local: (path, body) => request(`${service.url}/_local${path}`, 'POST', body),
    api: (path, { method = 'GET', body, token = service.tokens!.ada } = {}) =>
      request(`${service.baseUrl}${path}`, method, body, token),
    async close() {
      // Of two requests made at once the second may still be under way when the first has been refused.
      await new Promise((wait) => setTimeout(wait, 150));
      await engine.close();
      await service.close();
    },
  };
}

export function credentialsFor(baseUrl: string, token: string): Credentials {
  return { documentSigningApi: { baseUrl, token } };
}

/** A workflow of the action node alone. */
export function singleNode(parameters: INodeParameters, settings: object = {}): WorkflowJson {
  return {
    name: 'One node',
    nodes: [
      {
        id: 'node-1',
        name: NODE,
        type: 'n8n-nodes-document-signing.documentSigning',
        typeVersion: 1,
        position: [0, 0],
        parameters,
        credentials: { documentSigningApi: { id: '1', name: 'Document Signing account' } },
        ...settings,
      },
    ],
    connections: {},
    settings: { executionOrder: 'v1' },
  };
}

/** A workflow of the trigger alone. */
export function singleTrigger(parameters: INodeParameters): WorkflowJson {
  const workflow = singleNode(parameters);
  Object.assign(workflow.nodes[0]!, {
    name: TRIGGER,
    type: 'n8n-nodes-document-signing.documentSigningTrigger',
    webhookId: 'f3b1c2d4-0000-4000-8000-000000000001',
  });
  return workflow;
}

export const TRIGGER = 'Document Signing Trigger';

/** The value of a resource locator. */
export function byId(value: string): INodeParameters {
  return { __rl: true, mode: 'id', value };
}

/** The value of a resource mapper. */
export function mapped(value: Record<string, unknown>, schema: object[] = []): INodeParameters {
  return { mappingMode: 'defineBelow', value, matchingColumns: [], schema } as unknown as INodeParameters;
}

/** What a lease needs to be sent. */
export const LEASE = {
  recipients: { 'email:Landlord': 'ada@example.com', 'email:Tenant': 'tom@example.com' },
  fields: { Address: 'Main Street 1', 'Monthly rent': 1250.5, 'Start date': '2026-12-24' },
};

/** The parameters of `document: send` for a template. */
export function sending(
  template: string,
  recipients: Record<string, unknown>,
  fields: Record<string, unknown> = {},
  more: INodeParameters = {},
): INodeParameters {
  return {
    resource: 'document',
    operation: 'send',
    templateId: byId(template),
    inputMode: 'fields',
    recipients: mapped(recipients),
    fields: mapped(fields),
    options: {},
    ...more,
  };
}

async function request<Answer>(url: string, method: string, body?: object, token?: string): Promise<Answer> {
  const answer = await fetch(url, {
    method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    body: body && JSON.stringify(body),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${url}: ${answer.status} ${text}`);
  return (text === '' ? undefined : JSON.parse(text)) as Answer;
}
