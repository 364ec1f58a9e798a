import type { Download, SigningClient } from '@document-signing/shared';
import { defineCreate, type Create } from 'zapier-platform-core';
import { documentInput, onDocument } from '../documents.ts';
import { stashDownload } from '../hydrators.ts';
import { operation } from '../operation.ts';

/** A step that gives one of a document's PDFs as a file. */
export function downloadStep(step: {
  key: string;
  noun: string;
  display: { label: string; description: string };
  download: (client: SigningClient, id: string) => Promise<Download>;
  sample: { id: string; file: string; file_name: string };
}): Create {
  return defineCreate({
    key: step.key,
    noun: step.noun,
    display: step.display,
    operation: {
      inputFields: [documentInput],
      perform: operation((call) =>
        onDocument(call, async (id) => {
          const { file, name } = await stashDownload(call.z, await step.download(call.client, id));
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
