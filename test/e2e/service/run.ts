import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import assert from 'node:assert/strict';
import { startService } from 'document-signing-service';
import { type Page } from 'playwright-core';
import { needTools } from '../debian-tools.ts';
import { openBrowser } from '../browser.ts';

/**
 * The service as people use it: a document is sent over the API, signed in a browser (once with scripts, once without,
 * once on a phone), and its PDFs are read by tools that are not ours.
 */
needTools('chromium', 'pdftotext', 'qpdf');
const folder = join(import.meta.dirname, '../../../.local/e2e/service');
mkdirSync(folder, { recursive: true });

const ADDRESS = 'ul. Łódzka 7, Ελλάδα 12, Привет 3, 日本';
const service = await startService();
const headers = {
  authorization: `Bearer ${service.tokens!.ada}`,
  'content-type': 'application/json',
};

interface SentDocument {
  id: string;
  status: string;
  signingLinks: { role: string; url: string }[];
}

try {
  const answer = await fetch(`${service.baseUrl}/templates/tpl_lease/send`, {
    method: 'POST',
    headers,
    body: JSON.stringify({
      recipients: { Landlord: { email: 'landlord@example.com' }, Tenant: { email: 'tenant@example.com' } },
      fields: { Address: ADDRESS, 'Monthly rent': 1250, 'Start date': '2026-12-24' },
      sendEmails: false,
    }),
  });
  assert.equal(answer.status, 201, await answer.clone().text());
  const sent = (await answer.json()) as SentDocument;

  await signInBrowser('Landlord', {}, async (page) => {
    await page.locator('[name="field:Landlord::Name"]').fill('Lena Demo');
    await page.locator('[name="field:Landlord::Date"]').fill('2026-12-01');
  });
  await signInBrowser('Tenant', { javaScriptEnabled: false }, async (page) => {
    await page.locator('[name="field:Tenant::Name"]').fill('Théo Demo');
    await page.locator('[name="field:House rules read"][type="checkbox"]').check();
    await page.locator('[name="field:Contact by"][value="Letter"]').check();
  });
  await signInBrowser('Guarantor', { viewport: { width: 390, height: 844 } }, async () => {});

  await service.settle();
  const document = (await (
    await fetch(`${service.baseUrl}/documents/${sent.id}`, { headers })
  ).json()) as SentDocument;
  assert.equal(document.status, 'completed');
  for (const name of ['file', 'certificate']) {
    const pdf = join(folder, `${name}.pdf`);
    const download = await fetch(`${service.baseUrl}/documents/${sent.id}/${name}`, { headers });
    assert.equal(download.status, 200);
    writeFileSync(pdf, Buffer.from(await download.arrayBuffer()));
    execFileSync('qpdf', ['--check', pdf], { stdio: 'pipe' });
    const text = execFileSync('pdftotext', ['-layout', pdf, '-'], { encoding: 'utf8' });
    const expected =
      name === 'file'
        ? [
            'Łódzka',
            'Ελλάδα',
            'Привет',
            '日本',
            '1250',
            '12/24/2026',
            '12/01/2026',
            'Lena Demo',
            'Théo Demo',
            'Letter',
          ]
        : [sent.id, 'landlord@example.com', 'tenant@example.com', 'gina@example.com'];
    for (const value of expected) assert.ok(text.includes(value), `${name}.pdf lacks ${value}`);
    console.log(`  ✓ ${name}.pdf: qpdf finds nothing wrong, pdftotext finds ${expected.length} values`);
  }

  async function signInBrowser(
    role: string,
    options: Parameters<typeof openBrowser>[0],
    fill: (page: Page) => Promise<void>,
  ): Promise<void> {
    const link = sent.signingLinks.find((candidate) => candidate.role === role)!;
    const browser = await openBrowser(options);
    try {
      const page = await browser.context.newPage();
      const wrong: string[] = [];
      page.on('console', (message) => message.type() === 'error' && wrong.push(message.text()));
      page.on('pageerror', (error) => wrong.push(error.message));
      await page.goto(link.url);
      await page.screenshot({ path: join(folder, `${role}-before.png`), fullPage: true });
      await fill(page);
      await page.locator('input[name="signature"]').fill(`${role} Demo`);
      await page.locator('input[name="consent"][type="checkbox"]').check();
      await page.locator('button[value="sign"]').click();
      await page.waitForLoadState();
      await page.screenshot({ path: join(folder, `${role}-after.png`), fullPage: true });
      const text = await page.locator('body').innerText();
      assert.match(text, /signed/i, `the page after signing as ${role} says: ${text.slice(0, 300)}`);
      assert.deepEqual(wrong, []);
      console.log(`  ✓ ${role} signed in the browser`);
    } finally {
      await browser.close();
    }
  }
} finally {
  await service.close();
}
