import { pdfName, storePdf } from '../../../connection/store-pdf.ts';
import { asItem, type Operation } from '../operation.ts';
import { documentId } from '../pickers.ts';

/** `GET /documents/{id}/file` and `/certificate` (section 4). */
export const download: Operation = {
  option: {
    name: 'Download',
    description:
      'Download the PDF of a document as it is now (signed and sealed once completed), or its completion certificate, as a file',
    action: 'Download a document',
  },
  properties: [
    documentId,
    {
      displayName: 'File',
      name: 'file',
      type: 'options',
      default: 'pdf',
      description: 'Which file to download',
      options: [
        {
          name: 'Certificate',
          value: 'certificate',
          description: 'Who did what and when; there is one once the document is completed',
        },
        {
          name: 'PDF',
          value: 'pdf',
          description: 'The document as it is now; signed and sealed once completed',
        },
      ],
    },
    {
      displayName: 'Put Output File in Field',
      name: 'binaryPropertyName',
      type: 'string',
      default: 'data',
      required: true,
      hint: 'The name of the output binary field to put the file in',
    },
  ],
  async execute(run, itemIndex) {
    const { context, client } = run;
    const id = run.id('documentId', itemIndex);
    const file = context.getNodeParameter('file', itemIndex, 'pdf') === 'certificate' ? 'certificate' : 'pdf';
    const property = String(context.getNodeParameter('binaryPropertyName', itemIndex, 'data')) || 'data';
    const document = await client.document(id);
    const transfer = file === 'certificate' ? await client.certificate(id) : await client.file(id);
    const pdf = await storePdf(context, transfer, pdfName(document, file));
    return [{ ...asItem(document), binary: { [property]: pdf } }];
  },
};
