import { checkWhole, cleanFileName, cutOff, type Download } from '@document-signing/shared';
import { type IBinaryData, type IExecuteFunctions, type IWebhookFunctions } from 'n8n-workflow';
import { nodeError } from './node-error.ts';

type PdfStream = Parameters<IExecuteFunctions['helpers']['prepareBinaryData']>[0];

/**
 * Hands a PDF over to n8n as it arrives, so that memory does not grow with the file where n8n keeps binary data in the
 * file system. A transfer that was cut is an error, never a short file.
 */
export async function storePdf(
  context: IExecuteFunctions | IWebhookFunctions,
  download: Download,
  name: string,
): Promise<IBinaryData> {
  const { body, size } = download;
  const named = { fileName: name, size };
  try {
    const pdf = await context.helpers
      .prepareBinaryData(body as PdfStream, name, 'application/pdf')
      .catch((error: unknown) => {
        throw cutOff(named, error);
      });
    if (typeof pdf.bytes === 'number') checkWhole(named, pdf.bytes);
    return pdf;
  } catch (error) {
    throw nodeError(context.getNode(), error);
  }
}

/** The file name of a document's PDF or certificate: the document's own name, cleaned. */
export function pdfName(document: { id: string; name: string }, kind: 'pdf' | 'certificate'): string {
  const name = String(document.name ?? '').replace(/\.pdf$/i, '');
  const end = kind === 'certificate' ? ' - certificate.pdf' : '.pdf';
  return cleanFileName(`${name.trim() || document.id}${end}`, `document${end}`);
}
