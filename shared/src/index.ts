export { ApiError, type Subject } from './client/api-error.ts';
export { BaseUrlError, checkBaseUrl, isLoopback } from './client/base-url.ts';
export { missingSentence } from './client/answer.ts';
export { checkWhole, cleanFileName, cutOff } from './client/download.ts';
export { DEFAULT_RETRY, type RetryPolicy } from './client/retry.ts';
export { SigningClient, type SigningClientOptions } from './client/signing-client.ts';
export type { Clock, Transport, TransportRequest, TransportResponse } from './client/transport.ts';
export { EVENT_LABELS, eventLabel } from './events/labels.ts';
export { parseEvent } from './events/event.ts';
export { SeenEvents } from './events/seen-events.ts';
export {
  parseSignature,
  SIGNATURE_HEADER,
  SIGNATURE_TOLERANCE,
  signPayload,
  verifySignature,
  type SignedDelivery,
} from './events/signature.ts';
export { subscribe, unsubscribe, type Subscription } from './events/subscription.ts';
export { buildSendRequest, type BuildOptions } from './fields/build-send-request.ts';
export type { Choice, FormRole, InputField, InputKind, SendForm, SendValues } from './fields/form.ts';
export { dayOf, isoDay } from './fields/day.ts';
export { isEmpty, yesOrNo } from './fields/field-value.ts';
export { loadSendForm, sendForm } from './fields/load-send-form.ts';
export { SendFormError } from './fields/send-form-error.ts';
export * from './types.ts';
