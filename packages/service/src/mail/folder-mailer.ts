import { randomBytes } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import nodemailer from 'nodemailer';
import type { Mailer } from '../domain/ports.ts';
import type { Mail } from '../domain/types.ts';

export interface FolderMailerOptions {
  from?: { name: string; address: string };
  /** Milliseconds since 1970. */
  now?: () => number;
}

const SENDER = { name: 'Document signing', address: 'no-reply@document-signing.invalid' };

/**
 * Puts each mail into a folder as one message (RFC 5322) that any mail program opens. Names sort by time; a file appears under
 * its name only when it is whole.
 */
export function createFolderMailer(dir: string, options: FolderMailerOptions = {}): Mailer {
  const { from = SENDER, now = Date.now } = options;
  const transport = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  let count = 0;
  return {
    async send(mail: Mail): Promise<void> {
      const at = new Date(now());
      count += 1;
      const { message } = await transport.sendMail({
        from,
        to: { name: mail.to.name, address: mail.to.email },
        subject: mail.subject,
        text: mail.text,
        html: mail.html,
        date: at,
        headers: { 'Auto-Submitted': 'auto-generated' },
        // Nothing in a mail names a file or an address to be read into it.
        disableFileAccess: true,
        disableUrlAccess: true,
      });
      await mkdir(dir, { recursive: true });
      const name = fileName(at, count, mail.to.email);
      const unfinished = join(dir, `.${name}.tmp`);
      await writeFile(unfinished, message as Buffer);
      await rename(unfinished, join(dir, name));
    },
  };
}

/** `20260303T140211123Z-000001-ann_example.com-9f86d0.eml`: time, order within the process, whom to, and no second file. */
function fileName(at: Date, count: number, email: string): string {
  const time = at.toISOString().replace(/[-:.]/g, '');
  const to = email.replace(/[^A-Za-z0-9.-]+/g, '_').slice(0, 60);
  return `${time}-${String(count).padStart(6, '0')}-${to}-${randomBytes(3).toString('hex')}.eml`;
}
