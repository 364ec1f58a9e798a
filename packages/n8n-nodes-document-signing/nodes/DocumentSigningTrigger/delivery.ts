import { parseEvent, SIGNATURE_HEADER, verifySignature, type SigningEvent } from '@document-signing/shared';
import type { IDataObject, INodeExecutionData, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { connect } from '../connection/client.ts';
import { nodeError } from '../connection/node-error.ts';
import { pdfName, storePdf } from '../connection/store-pdf.ts';
import { HandedOver } from './handed-over.ts';
import { RegistrationStore, type Registration } from './registration.ts';

export interface TriggerOptions {
  templateId?: { value?: unknown } | string;
  includeDocument?: boolean;
  downloadPdf?: boolean;
}

/**
 * The events that this process handed over, for each webhook. The static data keeps them too, for the next process;
 * but an execution that was started in between may save its older copy over it.
 */
const handedOverByWebhook = new Map<string, HandedOver>();
const MOST_WEBHOOKS_KEPT = 500;
const MOST_IDS_SAVED = 500;

/** One delivery (section 6): verified, told from repeats, completed as the options say, handed to the workflow. */
export async function receive(context: IWebhookFunctions): Promise<IWebhookResponseData> {
  const store = new RegistrationStore(context);
  const registration = store.get();
  const { rawBody } = context.getRequestObject();
  const header = context.getHeaderData()[SIGNATURE_HEADER.toLowerCase()];
  if (
    !registration ||
    !rawBody ||
    !verifySignature({ secret: registration.secret, header, rawBody, now: unixTime() })
  ) {
    return refuse(
      context,
      401,
      'The signature is missing, too old, or not made with the secret of this webhook.',
    );
  }
  const event = parseEvent(rawBody);
  if (!event || !isWanted(context, event)) return {};

  const response = context.getResponseObject();
  const handedOver = handedOverBy(registration);
  const settle = await handedOver.begin(event.id, unixTime);
  if (!settle) return {};
  // Only the answer tells whether n8n has taken the event: where it could not, the service delivers it again. And where
  // the sender has hung up before anything was handed over, it is left to the next delivery, which need not wait.
  let handing = false;
  response.once('close', () => settle(handing && response.statusCode < 400));
  const senderIsGone = (): boolean => response.destroyed || response.closed;
  try {
    const item = senderIsGone() ? null : await completed(context, event);
    if (senderIsGone()) {
      settle(false);
      return { noWebhookResponse: true };
    }
    handing = true;
    handedOver.handing(event.id, unixTime);
    // n8n saves this once it has started the execution, and not where that failed.
    const current = store.get();
    if (current) {
      store.set({ ...current, handedOver: handedOver.save(current.handedOver ?? {}, MOST_IDS_SAVED) });
    }
    return item ? { workflowData: [[item]] } : {};
  } catch (error) {
    settle(false);
    const { message } = nodeError(context.getNode(), error);
    context.logger.warn(`A delivery is put off, as what it needs could not be read: ${message}`);
    return refuse(context, 503, `What the workflow needs could not be read, so deliver again: ${message}`);
  }
}

function handedOverBy({ id, handedOver }: Registration): HandedOver {
  const known = handedOverByWebhook.get(id) ?? new HandedOver(handedOver);
  handedOverByWebhook.delete(id);
  handedOverByWebhook.set(id, known);
  for (const oldest of handedOverByWebhook.keys()) {
    if (handedOverByWebhook.size <= MOST_WEBHOOKS_KEPT) break;
    handedOverByWebhook.delete(oldest);
  }
  return known;
}

function isWanted(context: IWebhookFunctions, { event }: SigningEvent): boolean {
  const kinds = context.getNodeParameter('events', []) as string[];
  return kinds.length === 0 || kinds.includes(event);
}

/** The event as one item, with what the options ask for; null where it belongs to another template. */
async function completed(
  context: IWebhookFunctions,
  event: SigningEvent,
): Promise<INodeExecutionData | null> {
  const { templateId, includeDocument, downloadPdf } = context.getNodeParameter(
    'options',
    {},
  ) as TriggerOptions;
  const wanted = idOf(templateId);
  const withPdf = downloadPdf === true && event.event === 'document.completed';
  const item: INodeExecutionData = { json: event as unknown as IDataObject };
  if (!wanted && !includeDocument && !withPdf) return item;

  const client = await connect(context, 'delivery');
  const { id } = (event as Partial<SigningEvent>).document ?? {};
  if (!id)
    throw new Error('The event names no document, so what the trigger’s options ask for cannot be read.');
  if (wanted || includeDocument) {
    const currentDocument = await client.document(id);
    if (wanted && currentDocument.templateId !== wanted) return null;
    if (includeDocument) item.json = { ...item.json, currentDocument: currentDocument };
  }
  if (withPdf) {
    const pdf = await storePdf(context, await client.file(id), pdfName(event.document, 'pdf'));
    item.binary = { data: pdf };
  }
  return item;
}

function idOf(locator: TriggerOptions['templateId']): string {
  const value = typeof locator === 'object' ? locator.value : locator;
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
}

/** A true status: what a webhook function returns as a response goes out as 200. */
function refuse(context: IWebhookFunctions, status: number, message: string): IWebhookResponseData {
  context.getResponseObject().status(status).json({ error: { message } }).end();
  return { noWebhookResponse: true };
}

function unixTime(): number {
  return Math.floor(Date.now() / 1000);
}
