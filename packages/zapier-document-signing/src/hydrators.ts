import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ApiError, checkWhole, cutOff, type Download } from '@document-signing/shared';
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
  return (await stashDownload(call, await download(text(call.input.id)))).file;
}

/** Milliseconds without a byte after which a transfer counts as cut. */
const LONGEST_STALL = 8_000;

/** Milliseconds: a timer may go off a little early. */
const MOMENT = 50;

/**
 * Hands a download over to Zapier's file store, by way of the disk: it is never whole in memory, and one that was cut
 * is an error in words. (A stream that breaks while Zapier reads it would leave the step waiting to its end.) Both ways
 * share what the request has left of the call's time.
 */
export async function stashDownload(
  { z, deadline }: Pick<Call, 'z' | 'deadline'>,
  download: Download,
): Promise<{ file: string; name: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'document-signing-'));
  const path = join(folder, 'download.pdf');
  const abort = new AbortController();
  const forget = deadline.atEnd(() => abort.abort());
  // A connection that was lost may go unnoticed by the HTTP library.
  const stall = setTimeout(() => abort.abort(), LONGEST_STALL);
  const watched = async function* (source: AsyncIterable<string | Buffer>): AsyncGenerator<string | Buffer> {
    for await (const chunk of source) {
      stall.refresh();
      yield chunk;
    }
    clearTimeout(stall);
  };
  try {
    await pipeline(download.body, watched, createWriteStream(path), { signal: abort.signal }).catch(
      (error: unknown) => {
        throw deadline.left < MOMENT ? tooSlow(download) : cutOff(download, error);
      },
    );
    const { size } = await stat(path);
    checkWhole(download, size);
    const source = createReadStream(path, { signal: abort.signal });
    // Also where Zapier has not begun to read it.
    source.on('error', () => undefined);
    const stashed: unknown = z.stashFile(source, size, download.fileName, 'application/pdf');
    // Declared as text, it is the promise of it.
    const file = await deadline
      .hold(stashed as Promise<string>, () => tooSlow(download))
      .catch((error: unknown) => {
        // The upload, let go of at the end, may fail first.
        throw abort.signal.aborted ? tooSlow(download) : error;
      });
    return { file, name: download.fileName };
  } finally {
    forget();
    clearTimeout(stall);
    await rm(folder, { recursive: true, force: true });
  }
}

function tooSlow({ fileName }: Download): ApiError {
  return new ApiError(
    `The transfer of “${fileName}” took longer than Zapier gives a step: try again later.`,
    { status: 0, code: 'cut_off' },
  );
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
