import type {
  ICredentialDataDecryptedObject,
  ICredentialTestRequest,
  ICredentialType,
  Icon,
  IHttpRequestOptions,
  INodeProperties,
} from 'n8n-workflow';

const NOT_THE_API =
  'What answers there is not the document signing API: check the base URL, whose path ends in /v1.';

/** What the test says to the answers that a wrong entry leads to; n8n itself would give the bare words of HTTP. */
const REFUSALS = {
  401: 'The service did not accept the token: it is wrong, revoked or expired. Create a new one in the product’s settings.',
  301: NOT_THE_API,
  302: NOT_THE_API,
  307: NOT_THE_API,
  308: NOT_THE_API,
  403: 'The service does not allow this with the token: create a new one in the product’s settings.',
  404: NOT_THE_API,
  405: NOT_THE_API,
  429: 'The service takes no more requests right now: try again in a minute.',
};

/** Base address and token of an account (API document, section 5). */
export class DocumentSigningApi implements ICredentialType {
  name = 'documentSigningApi';

  displayName = 'Document Signing API';

  icon: Icon = {
    light: 'file:../icons/document-signing.svg',
    dark: 'file:../icons/document-signing.dark.svg',
  };

  documentationUrl =
    'https://github.com/document-signing/connectors/tree/main/packages/n8n-nodes-document-signing#credentials';

  properties: INodeProperties[] = [
    {
      displayName: 'Base URL',
      name: 'baseUrl',
      type: 'string',
      default: '',
      required: true,
      placeholder: 'https://sign.example.com/v1',
      description: 'Address of the service. Its path ends in the version, <code>/v1</code>.',
    },
    {
      displayName: 'API Token',
      name: 'token',
      type: 'string',
      typeOptions: { password: true },
      default: '',
      required: true,
      description:
        'Created in the product’s settings, under API and webhooks, and shown there once. A token lasts at most one year; one token for n8n alone can be revoked on its own.',
    },
  ];

  /**
   * The token goes to the origin of the base URL only, whatever address a request names, and along no redirect (section
   * 5.2). Also for n8n's HTTP Request node, which names the address and its wishes in the older form.
   */
  authenticate = (
    credentials: ICredentialDataDecryptedObject,
    request: IHttpRequestOptions & { uri?: string },
  ): Promise<IHttpRequestOptions> => {
    const base = String(credentials.baseUrl).trim();
    const url = request.url ?? request.uri ?? '';
    const target = request.baseURL ? addressBelow(request.baseURL, url) : url;
    if (!URL.canParse(base) || !URL.canParse(target) || new URL(base).origin !== new URL(target).origin) {
      return Promise.resolve(request);
    }
    const withToken = {
      ...request,
      headers: { ...request.headers, Authorization: `Bearer ${String(credentials.token).trim()}` },
      disableFollowRedirect: true,
      followRedirect: false,
      followAllRedirects: false,
      maxRedirects: 0,
    };
    return Promise.resolve(withToken);
  };

  test: ICredentialTestRequest = {
    request: {
      baseURL: '={{ $credentials.baseUrl.trim().replace(/\\/+$/, "") }}',
      url: '/me',
      disableFollowRedirect: true,
    },
    rules: [
      ...Object.entries(REFUSALS).map(([status, message]) => ({
        type: 'responseCode' as const,
        properties: { value: Number(status), message },
      })),
      {
        type: 'responseSuccessBody' as const,
        properties: {
          // Every account has an e-mail address (section 2): an answer without one is something else's.
          key: 'email',
          value: undefined,
          message: NOT_THE_API,
        },
      },
    ] as ICredentialTestRequest['rules'],
  };
}

/** An address as HTTP clients join it: an absolute one stands by itself. */
function addressBelow(baseUrl: string, url: string): string {
  if (/^([a-z][a-z\d+.-]*:)?\/\//i.test(url)) return url;
  return url === '' ? baseUrl : `${baseUrl.replace(/\/+$/, '')}/${url.replace(/^\/+/, '')}`;
}
