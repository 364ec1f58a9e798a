import { ApiError, loadSendForm, type SendForm, type SigningClient } from '@document-signing/shared';
import type { IExecuteFunctions } from 'n8n-workflow';
import { SentBefore } from './sent-before.ts';

/** One run of the node: what its items share. */
export class Run {
  readonly context: IExecuteFunctions;
  readonly client: SigningClient;
  /** What an earlier try of this run sent. */
  readonly sentBefore: SentBefore;
  readonly #forms = new Map<string, Promise<SendForm>>();

  constructor(context: IExecuteFunctions, client: SigningClient) {
    this.context = context;
    this.client = client;
    this.sentBefore = new SentBefore(context);
  }

  /** A template's form, loaded once however many items are sent from it. */
  sendForm(templateId: string): Promise<SendForm> {
    const loaded = this.#forms.get(templateId);
    if (loaded) return loaded;
    const form = loadSendForm(this.client, templateId);
    this.#forms.set(templateId, form);
    form.catch((error: unknown) => {
      // What the service refuses for one item it refuses for all; a passing fault may be over for the next one.
      const lasting = error instanceof ApiError && error.status >= 400 && error.status < 500;
      if (!lasting) this.#forms.delete(templateId);
    });
    return form;
  }

  /** The id that a resource locator names, or that an expression gives in its place. */
  id(parameter: string, itemIndex: number): string {
    const value = this.context.getNodeParameter(parameter, itemIndex, '', { extractValue: true });
    return String(value ?? '').trim();
  }
}
