import type { ActionContext } from '../actions/context.ts';
import type { RollingWindow } from '../domain/rolling-window.ts';

/** What the API stands on. */
export interface ApiServices {
  actions: ActionContext;
  /** Requests, by token id. */
  requests: RollingWindow;
  /** The base address that callers see, ending in `/v1`. */
  baseUrl: () => string;
  /** Where people open the service, without a slash at the end. */
  publicUrl: () => string;
  forbidPrivateWebhooks: boolean;
}
