import type {
  ICredentialDataDecryptedObject,
  ICredentialTestRequest,
  ICredentialType,
  Icon,
  IHttpRequestOptions,
  INodeProperties,
} from 'n8n-workflow';

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

  /** The token goes to the origin of the base URL only, whatever address a request names (section 5.2). */
  authenticate = async (
    credentials: ICredentialDataDecryptedObject,
    request: IHttpRequestOptions,
  ): Promise<IHttpRequestOptions> => {
    const base = String(credentials.baseUrl).trim();
    const target = request.baseURL ? addressBelow(request.baseURL, request.url) : request.url;
    if (!URL.canParse(base) || !URL.canParse(target) || new URL(base).origin !== new URL(target).origin) {
      return request;
    }
    return {
      ...request,
      headers: { ...request.headers, Authorization: `Bearer ${String(credentials.token).trim()}` },
      disableFollowRedirect: true,
    };
  };

  test: ICredentialTestRequest = {
    request: {
      baseURL: '={{ $credentials.baseUrl.trim().replace(/\\/+$/, "") }}',
      url: '/me',
      disableFollowRedirect: true,
    },
    rules: [
      {
        type: 'responseSuccessBody',
        properties: {
          key: 'email',
          value: undefined as unknown as string,
          message:
            'What answers there is not the document signing API: check the base URL, whose path ends in /v1.',
        },
      },
    ],
  };
}

/** An address as HTTP clients join it: an absolute one stands by itself. */
function addressBelow(baseUrl: string, url: string): string {
  if (/^([a-z][a-z\d+.-]*:)?\/\//i.test(url)) return url;
  return url === '' ? baseUrl : `${baseUrl.replace(/\/+$/, '')}/${url.replace(/^\/+/, '')}`;
}
