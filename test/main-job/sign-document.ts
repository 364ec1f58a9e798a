/** What one recipient fills in on the signing page, beside the signature. */
export interface Signing {
  action: 'sign' | 'approve';
  /** The name that is typed as the signature. */
  name: string;
  /** By the field's key; dates as `yyyy-MM-dd`. */
  fields?: Record<string, string | string[]>;
}

export interface SigningLink {
  role: string;
  email: string;
  url: string;
}

/**
 * Signs as the recipients do: opens each link of the document in turn and sends the form of its page. Nothing but the
 * pages' HTTP is used.
 */
export async function signDocument(links: SigningLink[], signings: Record<string, Signing>): Promise<void> {
  for (const [role, { action, name, fields = {} }] of Object.entries(signings)) {
    const link = links.find((candidate) => candidate.role === role);
    if (!link) throw new Error(`There is no signing link for the role ${role}.`);
    const page = await fetch(link.url);
    if (page.status !== 200) throw new Error(`The signing page of ${role} answers ${page.status}.`);
    await page.text();

    const form = new URLSearchParams({ action, consent: 'yes', signature: name });
    for (const [key, value] of Object.entries(fields)) {
      for (const one of [value].flat()) form.append(`field:${key}`, one);
    }
    const answer = await fetch(link.url, { method: 'POST', body: form, redirect: 'manual' });
    if (answer.status !== 303) {
      throw new Error(`Signing as ${role} is answered with ${answer.status}: ${plain(await answer.text())}`);
    }
  }
}

function plain(html: string): string {
  return html
    .replace(/<(style|script|head)[\s\S]*?<\/\1>/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .slice(0, 500);
}
