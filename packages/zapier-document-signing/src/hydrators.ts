import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { checkWhole, cutOff, type Download } from '@document-signing/shared';
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

/** Zapier ends every call after 30 seconds; the upload needs some of them. */
const LONGEST_TRANSFER = 20_000;

/**
 * Hands a download over to Zapier's file store, by way of the disk: it is never whole in memory, and one that was cut
 * is an error in words. (A stream that breaks while Zapier reads it would leave the step waiting to its end.)
 */
export async function stashDownload(z: ZObject, download: Download): Promise<{ file: string; name: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'document-signing-'));
  const path = join(folder, 'download.pdf');
  try {
    await pipeline(download.body, createWriteStream(path), {
      signal: AbortSignal.timeout(LONGEST_TRANSFER),
    }).catch((error: unknown) => {
      throw cutOff(download, error);
    });
    const { size } = await stat(path);
    checkWhole(download, size);
    const stashed: unknown = z.stashFile(createReadStream(path), size, download.fileName, 'application/pdf');
    // Declared as text, it is the promise of it.
    const file = await (stashed as Promise<string>);
    return { file, name: download.fileName };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
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
