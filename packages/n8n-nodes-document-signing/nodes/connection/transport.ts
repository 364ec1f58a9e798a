import type { Transport, TransportResponse } from '@document-signing/shared';
import type {
  IExecuteFunctions,
  IHookFunctions,
  IHttpRequestOptions,
  ILoadOptionsFunctions,
  IN8nHttpFullResponse,
  IWebhookFunctions,
} from 'n8n-workflow';

export const CREDENTIAL = 'documentSigningApi';

/** Every context in which n8n lets a node make requests. */
export type RequestContext = IExecuteFunctions | IHookFunctions | ILoadOptionsFunctions | IWebhookFunctions;

/**
 * The client's requests over n8n's own helpers, which know the instance's proxies, log, and add the credential. An
 * answer comes back whatever its status, as n8n's helpers would otherwise turn it into an error that no longer says
 * its status as a number, its headers or all of its body. Redirects are left to the client: the token goes along none.
 */
export function n8nTransport(context: RequestContext, timeout?: number): Transport {
  return async ({ method, url, headers, body, expect, authenticated }) => {
    const request: IHttpRequestOptions = {
      method,
      url,
      headers,
      body,
      encoding: expect === 'stream' ? 'stream' : 'text',
      returnFullResponse: true,
      ignoreHttpStatusErrors: true,
      disableFollowRedirect: true,
      timeout,
    };
    const answer = (await (authenticated
      ? context.helpers.httpRequestWithAuthentication.call(context, CREDENTIAL, request)
      : context.helpers.httpRequest(request))) as IN8nHttpFullResponse;
    return {
      status: answer.statusCode,
      headers: answer.headers as TransportResponse['headers'],
      body: answer.body,
    };
  };
}
