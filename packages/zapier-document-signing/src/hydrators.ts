import type { Download } from '@document-signing/shared';
import type { Bundle, ZObject } from 'zapier-platform-core';
import { operation, text, type Call } from './operation.ts';

/**
 * Files that are fetched only when a later step uses them. Zapier calls a hydrator with the connection of the Zap, so
 * the token need not be in the result that points to it.
 */
export const hydrators = {
  documentPdf: operation((call) => stash(call, (id) => call.client.file(id))),
  certificatePdf: operation((call) => stash(call, (id) => call.client.certificate(id))),
};

async function stash(call: Call, download: (id: string) => Promise<Download>): Promise<string> {
  return (await stashDownload(call.z, await download(text(call.input.id)))).file;
}

/** Hands a download over to Zapier's file store, streamed through the disk: it is never whole in memory. */
export async function stashDownload(z: ZObject, download: Download): Promise<{ file: string; name: string }> {
  // The length is left to Zapier, which counts what has arrived.
  const stashed: unknown = z.stashFile(download.body, undefined, download.fileName, 'application/pdf');
  // Declared as text, it is the promise of it.
  const file = await (stashed as Promise<string>);
  return { file, name: download.fileName };
}

/** Pointers to a completed document's files; nothing is fetched for them. */
export function completedFiles(z: ZObject, id: string): { pdf: string; certificate: string } {
  return {
    pdf: pointer(z, hydrators.documentPdf, id),
    certificate: pointer(z, hydrators.certificatePdf, id),
  };
}

function pointer(
  z: ZObject,
  hydrator: (z: ZObject, bundle: Bundle<{ id: string }>) => unknown,
  id: string,
): string {
  return z.dehydrateFile(hydrator, { id });
}
