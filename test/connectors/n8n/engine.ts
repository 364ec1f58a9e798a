import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import type * as Express from 'express';
import type * as CoreModule from 'n8n-core';
import type {
  IBinaryData,
  ICredentialDataDecryptedObject,
  ICredentialType,
  IDataObject,
  IHttpRequestMethods,
  IHttpRequestOptions,
  INode,
  INodeExecutionData,
  INodeListSearchResult,
  INodeParameters,
  INodeType,
  IRun,
  IWebhookData,
  IWorkflowBase,
  IWorkflowExecuteAdditionalData,
  NodeExecutionWithMetadata,
  ResourceMapperFields,
  Workflow as WorkflowInstance,
  WorkflowExecuteMode,
} from 'n8n-workflow';
import type * as WorkflowModule from 'n8n-workflow';
import { installPackage } from './installed-package.ts';

/**
 * n8n's own engine (n8n-core) with the packed package in it, and around it the little that n8n's server adds: stored
 * workflows and credentials, and a receiver of webhooks. What a node meets here is n8n's own: contexts, request
 * helpers, errors, binary data.
 */
export interface N8nEngine {
  /** The folder of the unpacked package. */
  packageFolder: string;
  /** Receives webhooks at `<url>/webhook/…` and `<url>/webhook-test/…`. */
  url: string;
  run(workflow: WorkflowJson, options: RunOptions): Promise<Execution>;
  /** As the editor's switch does: adds the webhooks of the workflow's triggers. */
  activate(workflow: WorkflowJson, options: ActivateOptions): Promise<ActiveWorkflow>;
  /** What a picker shows: the result of a `listSearch` method. */
  listSearch(
    method: string,
    options: LoadOptions & { filter?: string; paginationToken?: string },
  ): Promise<INodeListSearchResult>;
  /** The columns that a resource mapper shows: the result of a `resourceMapping` method. */
  columns(method: string, options: LoadOptions): Promise<ResourceMapperFields>;
  /** The content of a file in an item. */
  binary(file: IBinaryData): Promise<Buffer>;
  binaryStream(file: IBinaryData): Promise<Readable>;
  /** A node type as the engine has loaded it. */
  nodeType(name: string): INodeType;
  credentialType(name: string): ICredentialType;
  close(): Promise<void>;
}

/** A workflow as n8n exports it. */
export type WorkflowJson = Pick<IWorkflowBase, 'name' | 'nodes' | 'connections'> &
  Partial<Pick<IWorkflowBase, 'settings' | 'staticData' | 'id'>>;

/** The data of each credential, by its type. Nodes use it whatever name or id the workflow has for it. */
export type Credentials = Record<string, ICredentialDataDecryptedObject>;

export interface RunOptions {
  credentials: Credentials;
  /** The items that the first node gets; one empty item where left out. */
  input?: INodeExecutionData[];
  /** The name of the first node to run; where left out the first that the workflow's start leads to. */
  startNode?: string;
  /** IANA name; the workflow's own setting, or UTC, where left out. */
  timezone?: string;
  /** Stops the execution, as the editor's button does. */
  signal?: AbortSignal;
}

export interface ActivateOptions {
  credentials: Credentials;
  /** `test`: as the editor's “Listen for test event” does, at an address of its own. */
  mode?: 'production' | 'test';
}

export interface ActiveWorkflow {
  id: string;
  /** The address of the (first) trigger. */
  webhookUrl: string;
  executions: Execution[];
  /** What n8n keeps for the workflow's nodes between calls. */
  staticData(): IDataObject;
  /** The n-th execution (from 1), once it has ended. */
  waitForExecution(n?: number, milliseconds?: number): Promise<Execution>;
  deactivate(): Promise<void>;
}

export interface LoadOptions {
  credentials: Credentials;
  /** The node's parameters as they stand in the editor. */
  parameters: INodeParameters;
  /** `documentSigning` where left out. */
  node?: string;
}

export interface Execution {
  mode: WorkflowExecuteMode;
  status: IRun['status'];
  /** Why it failed; n8n's own error object. */
  error?: Error & {
    description?: string | null;
    context?: IDataObject;
    httpCode?: string | null;
    node?: INode;
  };
  /** The items of a node's output; the main one where `output` is left out. */
  items(node: string, output?: number): INodeExecutionData[];
  run: IRun;
}

/** The nodes that only start a workflow and hand on what they were given: here the caller gives it. */
const STARTS = new Set([
  'n8n-nodes-base.manualTrigger',
  'n8n-nodes-base.formTrigger',
  'n8n-nodes-base.scheduleTrigger',
  'n8n-nodes-base.stickyNote',
]);

export interface EngineOptions {
  /** A folder that holds the package unpacked; packed and unpacked afresh where left out. */
  packageDir?: string;
  /** Where n8n keeps its files; a temporary one where left out. */
  userFolder?: string;
  /** A folder with a whole n8n in it, whose engine and own nodes are taken; the engine of this project where left out. */
  n8nFolder?: string;
}

export async function startN8nEngine(options: EngineOptions = {}): Promise<N8nEngine> {
  const userFolder = options.userFolder ?? mkdtempSync(join(tmpdir(), 'n8n-engine-'));
  process.env.N8N_USER_FOLDER = userFolder;
  process.env.N8N_ENCRYPTION_KEY ??= randomBytes(24).toString('hex');
  process.env.N8N_DEFAULT_BINARY_DATA_MODE ??= 'filesystem';
  process.env.N8N_DIAGNOSTICS_ENABLED ??= 'false';
  process.env.N8N_LOG_LEVEL ??= 'silent';

  const n8nFolder = options.n8nFolder ?? resolve('.');
  const packageFolder = options.packageDir ?? installPackage(userFolder, n8nFolder);
  const n8n = loadN8n(n8nFolder);
  const binaryData = n8n.Container.get(n8n.core.BinaryDataService);
  await binaryData.init();
  const loader = new n8n.core.PackageDirectoryLoader(packageFolder);
  await loader.loadAll();
  const loaders = [loader];
  if (options.n8nFolder !== undefined) {
    const own = new n8n.core.LazyPackageDirectoryLoader(join(n8nFolder, 'node_modules/n8n-nodes-base'));
    await own.loadAll();
    loaders.push(own);
  }

  const engine = new Engine(n8n, loaders);
  await engine.listen();
  return {
    packageFolder,
    url: engine.url,
    run: (workflow, settings) => engine.run(workflow, settings),
    activate: (workflow, settings) => engine.activate(workflow, settings),
    listSearch: (method, settings) => engine.listSearch(method, settings),
    columns: (method, settings) => engine.columns(method, settings),
    binary: (file) => binaryData.getAsBuffer(file),
    binaryStream: (file) => binaryData.getAsStream(String(file.id)),
    nodeType: (name) => loader.getNode(name).type as INodeType,
    credentialType: (name) => loader.getCredential(name).type,
    async close() {
      await engine.close();
      if (options.userFolder === undefined) rmSync(userFolder, { recursive: true, force: true });
    },
  };
}

interface N8n {
  core: typeof CoreModule;
  workflow: typeof WorkflowModule;
  Container: { get<T>(type: abstract new (...args: never[]) => T): T };
  express: typeof Express.default;
}

/**
 * n8n's modules as they require each other. n8n-workflow has a build for `import` and one for `require`: the classes of
 * the two are strangers, and n8n-core and the packed package use the second.
 */
function loadN8n(folder: string): N8n {
  const load = createRequire(join(folder, 'package.json'));
  load('reflect-metadata');
  const core = load('n8n-core') as typeof CoreModule;
  const inCore = createRequire(load.resolve('n8n-core'));
  const { Container } = inCore('@n8n/di') as Pick<N8n, 'Container'>;
  return {
    core,
    Container,
    workflow: load('n8n-workflow') as typeof WorkflowModule,
    express: createRequire(resolve('package.json'))('express') as typeof Express.default,
  };
}

type Loader = InstanceType<typeof CoreModule.PackageDirectoryLoader>;

interface Stored {
  id: string;
  json: WorkflowJson;
  staticData: IDataObject;
  credentials: Credentials;
}

interface Listener {
  stored: Stored;
  webhook: IWebhookData;
  mode: 'production' | 'test';
  onExecution(execution: Promise<Execution>): void;
  deactivate(): Promise<void>;
}

class Engine {
  url = '';
  readonly #n8n: N8n;
  /** The package's own first. */
  readonly #loaders: Loader[];
  readonly #loader: Loader;
  readonly #listeners = new Map<string, Listener>();
  readonly #active = new Set<ActiveWorkflow>();
  readonly #running = new Set<Promise<unknown>>();
  #server: Server | undefined;
  #executions = 0;

  constructor(n8n: N8n, loaders: Loader[]) {
    this.#n8n = n8n;
    this.#loaders = loaders;
    this.#loader = loaders[0]!;
  }

  /** Receives webhooks as n8n's server does: the raw bytes are kept, and the answer is the node's or n8n's. */
  async listen(): Promise<void> {
    const { express } = this.#n8n;
    const app = express();
    app.disable('x-powered-by');
    app.use(express.raw({ type: () => true, limit: '16mb' }));
    app.all(/^\/webhook(?:-test)?\/.+/, (request, response, next) => {
      this.#receive(request, response).catch(next);
    });
    app.use(
      (error: Error, _request: Express.Request, response: Express.Response, _next: Express.NextFunction) => {
        if (!response.headersSent) response.status(500).json({ message: error.message });
      },
    );
    const server = createServer(app);
    this.#server = server;
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    for (const workflow of this.#active) await workflow.deactivate().catch(() => undefined);
    await Promise.allSettled(this.#running);
    const server = this.#server;
    if (!server) return;
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  }

  async run(json: WorkflowJson, options: RunOptions): Promise<Execution> {
    const stored = this.#store(json, options.credentials, options.timezone);
    const workflow = this.#workflow(stored);
    const start = options.startNode ? workflow.getNode(options.startNode) : this.#firstNode(stored.json);
    if (!start) throw new Error(`The workflow has no node to start with: ${stored.json.name}`);
    return await this.#execute(stored, start, [options.input ?? [{ json: {} }]], 'manual', options.signal);
  }

  async activate(
    json: WorkflowJson,
    { credentials, mode = 'production' }: ActivateOptions,
  ): Promise<ActiveWorkflow> {
    const stored = this.#store(json, credentials);
    const workflow = this.#workflow(stored);
    const execution: WorkflowExecuteMode = mode === 'test' ? 'manual' : 'trigger';
    const activation = mode === 'test' ? 'manual' : 'activate';
    const webhooks = Object.values(workflow.nodes).flatMap((node) =>
      this.#webhooks(workflow, stored, node, mode),
    );
    if (webhooks.length === 0) throw new Error(`The workflow has no trigger: ${stored.json.name}`);

    const executions: Execution[] = [];
    const waiting = new Set<() => void>();
    const deactivate = async (): Promise<void> => {
      this.#active.delete(active);
      const current = this.#workflow(stored);
      for (const webhook of webhooks) {
        this.#listeners.delete(this.#key(mode, webhook.path));
        await this.#hook('delete', current, webhook, execution, mode === 'test' ? 'manual' : 'update');
      }
      this.#save(stored, current);
    };
    const active: ActiveWorkflow = {
      id: stored.id,
      webhookUrl: `${this.url}/${mode === 'test' ? 'webhook-test' : 'webhook'}/${webhooks[0]!.path}`,
      executions,
      staticData: () => stored.staticData,
      async waitForExecution(n = 1, milliseconds = 20_000) {
        const until = Date.now() + milliseconds;
        while (executions.length < n) {
          const left = until - Date.now();
          if (left <= 0) {
            throw new Error(`No ${n}. execution after ${milliseconds} ms; there were ${executions.length}.`);
          }
          await new Promise<void>((wake) => {
            const timer = setTimeout(wake, left);
            waiting.add(() => {
              clearTimeout(timer);
              wake();
            });
          });
        }
        return executions[n - 1]!;
      },
      deactivate,
    };
    for (const webhook of webhooks) {
      this.#listeners.set(this.#key(mode, webhook.path), {
        stored,
        webhook,
        mode,
        deactivate,
        onExecution: (running) => {
          const noted = running.then((ended) => {
            executions.push(ended);
            for (const wake of waiting) wake();
            waiting.clear();
          });
          this.#running.add(noted);
          void noted.finally(() => this.#running.delete(noted));
        },
      });
      try {
        const exists = await this.#hook('checkExists', workflow, webhook, execution, activation);
        if (!exists) await this.#hook('create', workflow, webhook, execution, activation);
      } catch (error) {
        this.#listeners.delete(this.#key(mode, webhook.path));
        throw error;
      }
    }
    this.#save(stored, workflow);
    this.#active.add(active);
    return active;
  }

  async listSearch(
    method: string,
    options: LoadOptions & { filter?: string; paginationToken?: string },
  ): Promise<INodeListSearchResult> {
    const { context, nodeType } = this.#loadOptions(options);
    const search = nodeType.methods?.listSearch?.[method];
    if (!search) throw new Error(`The node has no list ${method}.`);
    return await search.call(context, options.filter, options.paginationToken);
  }

  async columns(method: string, options: LoadOptions): Promise<ResourceMapperFields> {
    const { context, nodeType } = this.#loadOptions(options);
    const load = nodeType.methods?.resourceMapping?.[method];
    if (!load) throw new Error(`The node has no columns ${method}.`);
    return await load.call(context);
  }

  #loadOptions({ credentials, parameters, node: name = 'documentSigning' }: LoadOptions) {
    const type = `${this.#loader.packageName}.${name}`;
    const node = {
      id: randomUUID(),
      name,
      type,
      typeVersion: 1,
      position: [0, 0],
      parameters,
      credentials: Object.fromEntries(Object.keys(credentials).map((key) => [key, { id: key, name: key }])),
    } satisfies INode;
    const stored = this.#store({ name, nodes: [node], connections: {} }, credentials);
    const workflow = this.#workflow(stored);
    const additionalData = this.#additionalData(stored);
    additionalData.currentNodeParameters = parameters;
    return {
      nodeType: workflow.nodeTypes.getByNameAndVersion(type),
      context: new this.#n8n.core.LoadOptionsContext(
        workflow,
        workflow.getNode(name)!,
        additionalData,
        'parameters',
      ),
    };
  }

  #store(json: WorkflowJson, credentials: Credentials, timezone?: string): Stored {
    const copy = structuredClone(json);
    // The workflow names a credential of the n8n it was exported from; here there is one of each type.
    for (const node of copy.nodes) {
      for (const type of Object.keys(node.credentials ?? {}))
        node.credentials![type] = { id: type, name: type };
    }
    if (timezone) copy.settings = { ...copy.settings, timezone };
    return {
      id: json.id ?? randomUUID().slice(0, 8),
      json: copy,
      staticData: structuredClone(json.staticData ?? {}),
      credentials,
    };
  }

  /** A workflow as n8n makes it anew for every call, with the static data as they were last saved. */
  #workflow(stored: Stored): WorkflowInstance {
    return new this.#n8n.workflow.Workflow({
      id: stored.id,
      name: stored.json.name,
      nodes: structuredClone(stored.json.nodes),
      connections: stored.json.connections,
      active: true,
      nodeTypes: this.#nodeTypes(),
      staticData: structuredClone(stored.staticData),
      settings: { timezone: 'UTC', ...stored.json.settings },
    });
  }

  #nodeTypes(): WorkflowModule.INodeTypes {
    const { NodeHelpers } = this.#n8n.workflow;
    const find = (type: string, version?: number): INodeType => {
      const [packageName, name] = type.split('.');
      const loader = this.#loaders.find((candidate) => candidate.packageName === packageName);
      // What belongs to another package is unknown here, as it is to an n8n that has not installed it.
      if (!loader) return undefined as unknown as INodeType;
      return NodeHelpers.getVersionedNodeType(loader.getNode(name!).type, version);
    };
    return { getByName: (type) => find(type), getByNameAndVersion: find, getKnownTypes: () => ({}) };
  }

  #save(stored: Stored, workflow: WorkflowInstance): void {
    const data = workflow.staticData as IDataObject & { __dataChanged?: boolean };
    if (data.__dataChanged !== true) return;
    stored.staticData = JSON.parse(JSON.stringify(data)) as IDataObject;
    delete stored.staticData.__dataChanged;
    data.__dataChanged = false;
  }

  #firstNode(json: WorkflowJson): INode | undefined {
    const start = json.nodes.find(({ type }) => STARTS.has(type) && type !== 'n8n-nodes-base.stickyNote');
    const next = start && json.connections[start.name]?.main?.[0]?.[0]?.node;
    return next
      ? json.nodes.find(({ name }) => name === next)
      : json.nodes.find(({ type }) => !STARTS.has(type));
  }

  async #execute(
    stored: Stored,
    start: INode,
    main: INodeExecutionData[][],
    mode: WorkflowExecuteMode,
    signal?: AbortSignal,
  ): Promise<Execution> {
    const { core, workflow: workflowModule } = this.#n8n;
    const workflow = this.#workflow(stored);
    const node = workflow.getNode(start.name)!;
    const executionId = String(++this.#executions);
    const additionalData = this.#additionalData(stored, executionId);
    additionalData.hooks = new core.ExecutionLifecycleHooks(mode, executionId, {
      ...stored.json,
      id: stored.id,
    } as IWorkflowBase);
    const data = workflowModule.createRunExecutionData({
      executionData: { nodeExecutionStack: [{ node, data: { main }, source: null }] },
    });
    const running = new core.WorkflowExecute(additionalData, mode, data).processRunExecutionData(workflow);
    signal?.addEventListener('abort', () => running.cancel(), { once: true });
    const run = await running;
    this.#save(stored, workflow);
    const { runData, error } = run.data.resultData;
    return {
      mode,
      status: run.status,
      error: error as Execution['error'],
      items: (name, output = 0) => runData[name]?.at(-1)?.data?.main?.[output] ?? [],
      run,
    };
  }

  async #receive(request: Express.Request, response: Express.Response): Promise<void> {
    const [, kind, path] = /^\/(webhook(?:-test)?)\/(.+?)\/?$/.exec(request.path) ?? [];
    const listener = this.#listeners.get(`${kind}/${path}`);
    if (!listener || listener.webhook.httpMethod !== request.method) {
      response
        .status(404)
        .json({ message: `The requested webhook "${request.method} ${path}" is not registered.` });
      return;
    }
    const { stored, webhook, mode } = listener;
    const raw = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    Object.assign(request, { rawBody: raw, body: parsed(raw, request.headers['content-type']) });

    const workflow = this.#workflow(stored);
    const node = workflow.getNode(webhook.node)!;
    const additionalData = this.#additionalData(stored);
    additionalData.httpRequest = request;
    additionalData.httpResponse = response;
    const executionMode: WorkflowExecuteMode = mode === 'test' ? 'manual' : 'webhook';
    const context = new this.#n8n.core.WebhookContext(
      workflow,
      node,
      additionalData,
      executionMode,
      { ...webhook, workflowExecuteAdditionalData: additionalData, isTest: mode === 'test' },
      [],
      null,
    );
    const nodeType = workflow.nodeTypes.getByNameAndVersion(node.type, node.typeVersion);
    const result = await nodeType.webhook!.call(context);
    // n8n saves what the node kept once it answers, and starts the execution before.
    if (result.workflowData) {
      listener.onExecution(this.#execute(stored, node, toMain(result.workflowData), executionMode));
    }
    this.#save(stored, workflow);
    if (!result.noWebhookResponse) {
      response
        .status(200)
        .json({ message: result.workflowData ? 'Workflow was started' : 'Webhook call received' });
    }
    // A test listens for one event.
    if (mode === 'test' && result.workflowData) await listener.deactivate();
  }

  #webhooks(
    workflow: WorkflowInstance,
    stored: Stored,
    node: INode,
    mode: 'production' | 'test',
  ): IWebhookData[] {
    const descriptions =
      this.#nodeTypes().getByNameAndVersion(node.type, node.typeVersion)?.description.webhooks ?? [];
    return descriptions.map((description) => ({
      httpMethod: description.httpMethod as IHttpRequestMethods,
      node: node.name,
      path: this.#n8n.workflow.NodeHelpers.getNodeWebhookPath(workflow.id, node, description.path, false),
      webhookDescription: description,
      workflowId: workflow.id,
      workflowExecuteAdditionalData: this.#additionalData(stored),
      isTest: mode === 'test',
    }));
  }

  #key(mode: 'production' | 'test', path: string): string {
    return `${mode === 'test' ? 'webhook-test' : 'webhook'}/${path}`;
  }

  async #hook(
    method: 'checkExists' | 'create' | 'delete',
    workflow: WorkflowInstance,
    webhook: IWebhookData,
    mode: WorkflowExecuteMode,
    activation: 'manual' | 'activate' | 'update',
  ): Promise<boolean | undefined> {
    const node = workflow.getNode(webhook.node)!;
    const nodeType = workflow.nodeTypes.getByNameAndVersion(node.type, node.typeVersion);
    const context = new this.#n8n.core.HookContext(
      workflow,
      node,
      webhook.workflowExecuteAdditionalData,
      mode,
      activation,
      webhook,
    );
    return await nodeType.webhookMethods?.default?.[method]?.call(context);
  }

  #additionalData({ id, credentials }: Stored, executionId?: string): IWorkflowExecuteAdditionalData {
    const notHere = (): never => {
      throw new Error('The engine runs single workflows only.');
    };
    return {
      credentialsHelper: this.#credentialsHelper(credentials),
      executeWorkflow: notHere,
      getRunExecutionData: () => Promise.resolve(undefined),
      getRuntimeCredential: () => Promise.resolve(undefined),
      executionId,
      workflowId: id,
      currentNodeExecutionIndex: 0,
      restApiUrl: `${this.url}/rest`,
      instanceBaseUrl: this.url,
      formBaseUrl: `${this.url}/form`,
      formWaitingBaseUrl: `${this.url}/form-waiting`,
      formTestBaseUrl: `${this.url}/form-test`,
      webhookBaseUrl: `${this.url}/webhook`,
      webhookWaitingBaseUrl: `${this.url}/webhook-waiting`,
      webhookTestBaseUrl: `${this.url}/webhook-test`,
      mcpBaseUrl: `${this.url}/mcp`,
      mcpTestBaseUrl: `${this.url}/mcp-test`,
      variables: {},
      externalSecretsProxy: new this.#n8n.core.ExternalSecretsProxy(),
      logAiEvent: () => undefined,
      startRunnerTask: notHere,
    };
  }

  #credentialsHelper(credentials: Credentials): WorkflowModule.ICredentialsHelper {
    const { workflow } = this.#n8n;
    const loader = this.#loader;
    const notHere = (): never => {
      throw new Error('The engine keeps credentials as they were given.');
    };
    class CredentialsHelper extends workflow.ICredentialsHelper {
      getParentTypes(): string[] {
        return [];
      }

      isCredentialUsableByNode(): boolean {
        return true;
      }

      getDecrypted(_data: unknown, _details: unknown, type: string): Promise<ICredentialDataDecryptedObject> {
        const data = credentials[type];
        if (!data) throw new Error(`There is no credential of the type ${type}.`);
        return Promise.resolve({ ...data });
      }

      async authenticate(
        data: ICredentialDataDecryptedObject,
        type: string,
        request: IHttpRequestOptions,
      ): Promise<IHttpRequestOptions> {
        const { authenticate } = loader.getCredential(type).type;
        if (typeof authenticate !== 'function')
          throw new Error(`The type ${type} has no authenticate function.`);
        return await authenticate(data, request);
      }

      preAuthentication(): Promise<undefined> {
        return Promise.resolve(undefined);
      }

      runPreAuthentication(): Promise<undefined> {
        return Promise.resolve(undefined);
      }

      getCredentialsProperties(type: string) {
        return loader.getCredential(type).type.properties;
      }

      getCredentials = notHere;
      updateCredentials = notHere;
      updateCredentialsOauthTokenData = notHere;
    }
    return new CredentialsHelper();
  }
}

function parsed(raw: Buffer, contentType = ''): unknown {
  if (raw.length === 0 || !contentType.startsWith('application/json')) return {};
  return JSON.parse(raw.toString('utf8')) as unknown;
}

function toMain(output: INodeExecutionData[][] | NodeExecutionWithMetadata[][]): INodeExecutionData[][] {
  return output as INodeExecutionData[][];
}
