import type { SigningDocument, Template } from '@document-signing/shared';
import type { ILoadOptionsFunctions, INodeListSearchItems, INodeListSearchResult } from 'n8n-workflow';
import { connect } from './client.ts';
import { nodeError } from './node-error.ts';

const PAGE_SIZE = 50;

/** The templates that a picker shows, most recently changed first; the token is the number of the next page. */
export async function searchTemplates(
  this: ILoadOptionsFunctions,
  filter?: string,
  paginationToken?: string,
): Promise<INodeListSearchResult> {
  return await search(this, paginationToken, async (client, page) => {
    const { data, hasMore } = await client.templates({ search: filter, page, limit: PAGE_SIZE });
    return { results: data.map(templateEntry), hasMore };
  });
}

/** The documents that a picker shows, most recently changed first. */
export async function searchDocuments(
  this: ILoadOptionsFunctions,
  filter?: string,
  paginationToken?: string,
): Promise<INodeListSearchResult> {
  return await search(this, paginationToken, async (client, page) => {
    const { data, hasMore } = await client.documents({ search: filter, page, limit: PAGE_SIZE });
    return { results: data.map(documentEntry), hasMore };
  });
}

async function search(
  context: ILoadOptionsFunctions,
  paginationToken: unknown,
  read: (
    client: Awaited<ReturnType<typeof connect>>,
    page: number,
  ) => Promise<{ results: INodeListSearchItems[]; hasMore: boolean }>,
): Promise<INodeListSearchResult> {
  const page = Number(paginationToken) || 1;
  try {
    const { results, hasMore } = await read(await connect(context, 'editor'), page);
    return hasMore ? { results, paginationToken: String(page + 1) } : { results };
  } catch (error) {
    throw nodeError(context.getNode(), error);
  }
}

function templateEntry({ id, name }: Template): INodeListSearchItems {
  return { name: name || id, value: id };
}

function documentEntry({ id, name, status, reference }: SigningDocument): INodeListSearchItems {
  const facts = [reference, String(status).replaceAll('_', ' ')].filter(Boolean).join(', ');
  return { name: `${name || id}${facts ? ` (${facts})` : ''}`, value: id };
}
