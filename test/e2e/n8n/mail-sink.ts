import { createServer, type AddressInfo, type Socket } from 'node:net';

/** Takes every mail that is sent to it, as an SMTP server without encryption or accounts. */
export interface MailSink {
  port: number;
  mails: Mail[];
  close(): Promise<void>;
}

export interface Mail {
  to: string[];
  /** Headers and body as they came. */
  text: string;
}

export async function startMailSink(): Promise<MailSink> {
  const mails: Mail[] = [];
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
    socket.on('error', () => socket.destroy());
    converse(socket, mails);
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return {
    port: (server.address() as AddressInfo).port,
    mails,
    close: () =>
      new Promise((closed) => {
        for (const socket of open) socket.destroy();
        server.close(() => closed());
      }),
  };
}

function converse(socket: Socket, mails: Mail[]): void {
  let pending = '';
  let to: string[] = [];
  let inData = false;
  const say = (line: string): void => void socket.write(`${line}\r\n`);
  say('220 mail sink');
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    pending += chunk;
    for (;;) {
      if (inData) {
        const end = pending.indexOf('\r\n.\r\n');
        if (end < 0) return;
        mails.push({ to, text: pending.slice(0, end) });
        pending = pending.slice(end + 5);
        to = [];
        inData = false;
        say('250 taken');
        continue;
      }
      const end = pending.indexOf('\r\n');
      if (end < 0) return;
      const line = pending.slice(0, end);
      pending = pending.slice(end + 2);
      const recipient = /^RCPT TO:<([^>]*)>/i.exec(line);
      if (recipient) to.push(recipient[1]!);
      inData = /^DATA/i.test(line);
      if (/^QUIT/i.test(line)) socket.end('221 bye\r\n');
      else say(inData ? '354 go on' : '250 ok');
    }
  });
}
