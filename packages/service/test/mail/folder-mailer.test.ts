import { mkdtemp, readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createFolderMailer } from '../../src/mail/folder-mailer.ts';

const mail = {
  to: { name: 'Łukasz "Ł" Żółć', email: 'lukasz+x@example.com' },
  subject: 'Please sign: Żółć',
  text: 'Hello\n\n.\nhttps://example.com/sign/abc\n',
  html: '<p>Hello</p>',
};

test('writes one message for each mail, in names that sort by time', async () => {
  const dir = join(await mkdtemp(join(tmpdir(), 'mails-')), 'new');
  let now = Date.UTC(2026, 2, 3, 14, 2, 11);
  const mailer = createFolderMailer(dir, { now: () => now });
  await mailer.send(mail);
  await mailer.send({ ...mail, to: { name: '', email: '../../etc/pass wd@example.com' } });
  now += 60_000;
  await Promise.all([mailer.send(mail), mailer.send(mail)]);

  const names = (await readdir(dir)).sort();
  expect(names).toHaveLength(4);
  for (const name of names) expect(name).toMatch(/^\d{8}T\d{9}Z-\d{6}-[A-Za-z0-9._-]+-[0-9a-f]{6}\.eml$/);
  expect(names[0]).toContain('20260303T140211000Z-000001-lukasz_x_example.com');

  const message = await readFile(join(dir, names[0]!), 'utf8');
  const [head = ''] = message.split('\r\n\r\n');
  expect(head).toContain('Date: Tue, 03 Mar 2026 14:02:11 +0000');
  expect(head).toMatch(/^To: =\?UTF-8\?/m);
  expect(head).toContain('<lukasz+x@example.com>');
  expect(head).toMatch(/^Message-ID: <.+>$/m);
  expect(head).toContain('multipart/alternative');
  expect(message).not.toMatch(/[^\r]\n/);
  expect(message.split('\r\n').every((line) => line.length < 998)).toBe(true);
});
