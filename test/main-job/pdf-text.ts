import { readFile } from 'node:fs/promises';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** The text of a PDF, page by page, as a reader of the PDF would copy it; white space is folded. */
export async function pdfText(path: string): Promise<string> {
  const data = new Uint8Array(await readFile(path));
  const task = getDocument({ data, verbosity: 0, useSystemFonts: false });
  const pdf = await task.promise;
  let text = '';
  for (let number = 1; number <= pdf.numPages; number++) {
    const { items } = await (await pdf.getPage(number)).getTextContent();
    for (const item of items) if ('str' in item) text += `${item.str}${item.hasEOL ? '\n' : ''}`;
    text += '\n';
  }
  await task.destroy();
  return text.replace(/\s+/g, ' ');
}
