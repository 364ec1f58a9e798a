import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { openBrowser } from '../browser.ts';
import type { RunningN8n } from './running-n8n.ts';
import type { Scene } from './scene.ts';

/**
 * What a person does first: opens the editor, adds the node, picks the template from the list and sees its roles and
 * fields. Screenshots are put into `folder`.
 */
export async function editorScene({ n8n }: Scene, folder: string): Promise<string> {
  mkdirSync(folder, { recursive: true });
  const browser = await openBrowser({ viewport: { width: 1440, height: 1100 } });
  try {
    const page = await browser.context.newPage();
    page.setDefaultTimeout(30_000);
    await signIn(page, n8n);
    await addNode(page, n8n, folder);
    await chooseTemplate(page);
    const labels = await page.locator('[data-test-id="resource-mapper-container"] label').allInnerTexts();
    for (const expected of ['Landlord – Email', 'Tenant – Name', 'Monthly rent', 'Start date (MM/dd/yyyy)']) {
      assert.ok(
        labels.some((label) => label.includes(expected)),
        `${expected} is missing: ${labels.join(' · ')}`,
      );
    }
    await page.screenshot({ path: join(folder, 'send-a-document.png') });
    await page.keyboard.press('Escape');
    await addTrigger(page);
    await page.screenshot({ path: join(folder, 'trigger.png') });
    return `${labels.length} inputs for the chosen template; screenshots in ${folder}`;
  } catch (error) {
    for (const page of browser.context.pages()) {
      await page.screenshot({ path: join(folder, 'failure.png') }).catch(() => undefined);
    }
    throw error;
  } finally {
    await browser.close();
  }
}

async function signIn(page: Page, { url, owner }: RunningN8n): Promise<void> {
  await page.goto(`${url}/signin`);
  await page.locator('input[name="emailOrLdapLoginId"], input[name="email"]').first().fill(owner.email);
  await page.locator('input[type="password"]').fill(owner.password);
  await page.locator('[data-test-id="form-submit-button"]').click();
  await page.waitForURL((address) => !address.pathname.includes('signin'));
}

async function addNode(page: Page, { url }: RunningN8n, folder: string): Promise<void> {
  await page.goto(`${url}/workflow/new`);
  await page.locator('[data-test-id="canvas-add-button"]').first().click();
  await findNode(page);
  await page.screenshot({ path: join(folder, 'operations.png') });
  await takeAction(page, 'Send a document for signature');
  await page.locator('[data-test-id="resource-locator-templateId"]').waitFor();
}

/** Finds the package in the panel of nodes, and opens both of its lists. */
async function findNode(page: Page): Promise<void> {
  const search = page.locator('[data-test-id="node-creator-search-bar"]');
  await search.fill('Document Signing');
  await page
    .locator('[data-test-id="node-creator-item-name"]', { hasText: 'Document Signing' })
    .first()
    .click();
  await page.getByText(/^Actions \(\d+\)/).waitFor();
  for (const group of [/^Triggers \(\d+\)/, /^Actions \(\d+\)/]) {
    const items = page.locator(
      '[data-test-id="node-creator-action-item"], [data-test-id="node-creator-item-name"]',
    );
    const before = await items.count();
    await page.getByText(group).click();
    await page.waitForTimeout(400);
    // It was open already: open it again.
    if ((await items.count()) < before) await page.getByText(group).click();
  }
}

async function takeAction(page: Page, action: string): Promise<void> {
  await page.getByText(action, { exact: true }).first().click();
}

async function chooseTemplate(page: Page): Promise<void> {
  const locator = page.locator('[data-test-id="resource-locator-templateId"]');
  await locator.locator('[data-test-id="rlc-input"]').click();
  await page.locator('[data-test-id="rlc-item"]', { hasText: 'Residential lease' }).click();
  await page.locator('[data-test-id="resource-mapper-container"]', { hasText: 'Monthly rent' }).waitFor();
}

async function addTrigger(page: Page): Promise<void> {
  await page.locator('[data-test-id="node-creator-plus-button"]').click();
  await findNode(page);
  await takeAction(page, 'On document completed');
  await page.getByText('Document Completed').first().waitFor();
}
