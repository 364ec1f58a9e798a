import { Worker } from 'node:worker_threads';

export interface ReadPdf {
  /** The text of each page, in the order in which it was drawn; line ends as `\n`. */
  pages: string[];
  info: { Title?: string; CreationDate?: string; Language?: string };
  /** Whether anything is left of the text that a font has no shape for. */
  pictures: number;
}

/** The library is an ES module, which jest does not load by itself; a thread of its own does. */
const READER = `
const { parentPort } = require('node:worker_threads');
const { pathToFileURL } = require('node:url');
const library = import(pathToFileURL(require.resolve('pdfjs-dist/legacy/build/pdf.mjs')).href);
parentPort.on('message', async (bytes) => {
  try {
    const { getDocument, OPS } = await library;
    const pdf = await getDocument({ data: bytes, useSystemFonts: false, verbosity: 0 }).promise;
    const { info } = await pdf.getMetadata();
    const pages = [];
    let pictures = 0;
    for (let number = 1; number <= pdf.numPages; number += 1) {
      const page = await pdf.getPage(number);
      const { items } = await page.getTextContent();
      pages.push(items.map(({ str, hasEOL }) => str + (hasEOL ? '\\n' : '')).join(''));
      const { fnArray } = await page.getOperatorList();
      pictures += fnArray.filter((operator) => operator === OPS.paintImageXObject).length;
    }
    parentPort.postMessage({ pages, info, pictures });
  } catch (error) {
    parentPort.postMessage({ error: String(error) });
  }
});
`;

/** Reads PDFs as a viewer does. Call `stop` when done. */
export function pdfReader(): { read(bytes: Uint8Array): Promise<ReadPdf>; stop(): Promise<unknown> } {
  const worker = new Worker(READER, { eval: true, stderr: true });
  // A run that picks single tests may leave a reader that nobody stops.
  worker.unref();
  return {
    read: (bytes) =>
      new Promise((resolve, reject) => {
        worker.once('message', (answer: ReadPdf | { error: string }) => {
          if ('error' in answer) reject(new Error(answer.error));
          else resolve(answer);
        });
        worker.postMessage(new Uint8Array(bytes));
      }),
    stop: () => worker.terminate(),
  };
}
