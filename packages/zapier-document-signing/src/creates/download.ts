import { ApiError, type Download, type SigningClient } from '@document-signing/shared';
import { defineCreate, type Create } from 'zapier-platform-core';
import { documentInput, onDocument } from '../documents.ts';
import { halted } from '../errors.ts';
import { stashDownload } from '../hydrators.ts';
import { operation, type Call } from '../operation.ts';

/** A step that gives one of a document's PDFs as a file. */
export function downloadStep(step: {
  key: string;
  noun: string;
  display: { label: string; description: string };
  download: (client: SigningClient, id: string) => Promise<Download>;
  /** For a 409 of which the service says nothing. */
  tooEarly?: string;
  sample: { id: string; file: string; file_name: string };
}): Create {
  const asked = async ({ client, z }: Call, id: string): Promise<Download> => {
    try {
      return await step.download(client, id);
    } catch (error) {
      // Without a code it is not the API's own error body, whose words would say it better.
      const isBare = error instanceof ApiError && error.status === 409 && error.code === '';
      throw isBare && step.tooEarly ? halted(z, step.tooEarly) : error;
    }
  };
  return defineCreate({
    key: step.key,
    noun: step.noun,
    display: step.display,
    operation: {
      inputFields: [documentInput],
      perform: operation((call) =>
        onDocument(call, async (id) => {
          const { file, name } = await stashDownload(call, await asked(call, id));
          return { id, file, file_name: name };
        }),
      ),
      outputFields: [
        { key: 'id', label: 'Document ID', type: 'string', primary: true },
        { key: 'file', label: step.noun, type: 'file' },
        { key: 'file_name', label: 'File Name', type: 'string' },
      ],
      sample: step.sample,
    },
  });
}
