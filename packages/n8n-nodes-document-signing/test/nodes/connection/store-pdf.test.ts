import { pdfName } from '../../../nodes/connection/store-pdf.ts';

describe('pdfName', () => {
  it.each([
    ['Lease 12', 'pdf', 'Lease 12.pdf'],
    ['Lease 12.pdf', 'pdf', 'Lease 12.pdf'],
    ['../../etc/passwd', 'pdf', '-..-etc-passwd.pdf'],
    ['a\u0000b\u202e', 'certificate', 'ab - certificate.pdf'],
    ['', 'pdf', 'doc_1.pdf'],
    ['   ', 'certificate', 'doc_1 - certificate.pdf'],
  ] as const)('of %j, %s', (name, kind, expected) => {
    expect(pdfName({ id: 'doc_1', name }, kind)).toBe(expected);
  });
});
