import type { FastifyReply } from 'fastify';
import { html } from './html.ts';
import type { Html } from './html.ts';

export const ASSET_PATHS = { style: '/pages/style.css', script: '/pages/draw-signature.js' } as const;

/**
 * No script but the one file for drawing a signature, nothing from elsewhere, no framing; and no address of a signing page
 * in anybody else's logs.
 */
export const PAGE_HEADERS = {
  'content-security-policy':
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'x-robots-tag': 'noindex',
  'cache-control': 'no-store',
} as const;

export interface Page {
  title: string;
  body: Html;
  /** What stands at the right of the page's head. */
  menu?: Html;
  /** Loads the script for drawing a signature. */
  drawing?: boolean;
}

export function sendPage(reply: FastifyReply, status: number, page: Page): FastifyReply {
  return reply.code(status).headers(PAGE_HEADERS).type('text/html; charset=utf-8').send(shell(page).markup);
}

function shell({ title, body, menu, drawing }: Page): Html {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="${ASSET_PATHS.style}" />
        ${drawing && html`<script src="${ASSET_PATHS.script}" defer></script>`}
      </head>
      <body>
        <a class="skip" href="#main">Skip to the content</a>
        <header class="head">
          <div class="head-row"><a class="brand" href="/">Document signing</a>${menu}</div>
        </header>
        <main id="main">${body}</main>
      </body>
    </html> `;
}

/** A page that says one thing. */
export function messagePage(title: string, text: string, rest?: Html): Page {
  return {
    title,
    body: html`<div class="card message">
      <h1>${title}</h1>
      <p>${text}</p>
      ${rest}
    </div>`,
  };
}
