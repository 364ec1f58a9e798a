import type { Post } from '../delivery/post.ts';

/** What is to go wrong with requests to the API. */
export interface RequestFault {
  /** How many requests; counted down. */
  count: number;
  method?: string;
  /** Of the path below the base address, such as `/templates`. */
  pathPrefix?: string;
  /** Answered instead of the real answer. */
  status?: number;
  body?: 'error' | 'html' | 'empty';
  /** Value of the Retry-After header. */
  retryAfter?: string | number;
  delayMs?: number;
  /** Cuts the connection, before the request is processed or after. */
  cut?: 'before' | 'after';
}

/** What is to go wrong with deliveries. */
export interface DeliveryFault {
  count: number;
  webhookId?: string;
  kind: 'status' | 'timeout' | 'connection';
  /** For kind `status`. */
  status?: number;
}

export interface Faults {
  requests: RequestFault[];
  deliveries: DeliveryFault[];
  /** The fault that is meant for a request, counted. */
  forRequest(method: string, path: string): RequestFault | null;
  aroundDeliveries(post: Post): Post;
  clear(): void;
}

export function createFaults(): Faults {
  const requests: RequestFault[] = [];
  const deliveries: DeliveryFault[] = [];

  function take<F extends { count: number }>(faults: F[], matches: (fault: F) => boolean): F | null {
    const index = faults.findIndex(matches);
    const fault = faults[index];
    if (!fault) return null;
    fault.count--;
    if (fault.count <= 0) faults.splice(index, 1);
    return fault;
  }

  return {
    requests,
    deliveries,
    forRequest: (method, path) =>
      requests.length === 0
        ? null
        : take(
            requests,
            (fault) =>
              (fault.method === undefined || fault.method.toUpperCase() === method) &&
              path.startsWith(fault.pathPrefix ?? ''),
          ),
    aroundDeliveries: (post) => (request) => {
      const fault = take(deliveries, ({ webhookId = request.webhookId }) => webhookId === request.webhookId);
      if (!fault) return post(request);
      if (fault.kind === 'timeout')
        return Promise.resolve({ status: null, error: 'No answer within 15 seconds.' });
      if (fault.kind === 'connection')
        return Promise.resolve({ status: null, error: 'connect ECONNREFUSED' });
      const status = fault.status ?? 500;
      return Promise.resolve({
        status,
        error: status >= 200 && status < 300 ? '' : `The receiver answered ${status}.`,
      });
    },
    clear() {
      requests.length = 0;
      deliveries.length = 0;
    },
  };
}
