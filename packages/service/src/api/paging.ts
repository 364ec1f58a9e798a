import { LIMITS } from '../domain/limits.ts';

export const PAGING = {
  limit: {
    type: 'integer',
    minimum: 1,
    maximum: LIMITS.pageSize,
    default: LIMITS.pageSizeDefault,
    description: 'Entries per page.',
  },
  page: { type: 'integer', minimum: 1, default: 1, description: 'From 1.' },
};

export function paging(query: Record<string, string | number | undefined>): { limit: number; page: number } {
  const { limit = LIMITS.pageSizeDefault, page = 1 } = query as { limit?: number; page?: number };
  return { limit, page };
}
