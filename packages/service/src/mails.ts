import type { Compose } from './delivery/mail-queue.ts';
import { composeMail } from './mail/compose.ts';

/** Composes mails with the addresses of the pages that their buttons open. */
export function composeWithLinks(publicUrl: () => string): Compose {
  return ({ kind, role, reason }, document, sender) => {
    const recipient = document.recipients.find((candidate) => candidate.role === role);
    const toSender = role === null || kind === 'declined';
    if (!toSender && !recipient) return null;
    const signUrl = toSender
      ? `${publicUrl()}/documents/${encodeURIComponent(document.id)}`
      : `${publicUrl()}/sign/${recipient?.signingKey}`;
    return composeMail(kind, { document, recipient, sender, signUrl, reason });
  };
}
