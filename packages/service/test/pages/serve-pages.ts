import Fastify from 'fastify';
import type { FastifyInstance } from 'fastify';
import { registerPages, sendNotFoundPage } from '../../src/pages/register.ts';
import type { PagesOptions } from '../../src/pages/register.ts';
import type { PagesPort } from '../../src/pages/port.ts';

export interface Visited {
  status: number;
  headers: Headers;
  /** With the white space that does not matter in markup left out. */
  body: string;
  /** Where it leads on, as it was sent. */
  location: string | null;
}

const serving: FastifyInstance[] = [];

/** Serves the pages on a port of their own until `stopServing`. */
export async function servePages(port: PagesPort, options: PagesOptions = {}) {
  const app = Fastify();
  serving.push(app);
  await registerPages(app, port, options);
  app.setNotFoundHandler((request, reply) => {
    if (!sendNotFoundPage(request, reply)) void reply.code(404).send({ error: { code: 'not_found' } });
  });
  const base = await app.listen({ port: 0, host: '127.0.0.1' });
  return async (url: string, init: RequestInit = {}): Promise<Visited> => {
    const answer = await fetch(base + url, {
      redirect: 'manual',
      ...init,
      headers: { accept: 'text/html', ...(init.headers as Record<string, string> | undefined) },
    });
    const { status, headers } = answer;
    return { status, headers, body: tight(await answer.text()), location: headers.get('location') };
  };
}

export async function stopServing(): Promise<void> {
  await Promise.all(serving.splice(0).map((app) => app.close()));
}

function tight(markup: string): string {
  return markup.replace(/\s+/g, ' ').replace(/ ?\/?>/g, '>');
}
