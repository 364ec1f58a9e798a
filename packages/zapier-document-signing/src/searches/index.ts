import type { Search, SearchOrCreate } from 'zapier-platform-core';
import { findDocument } from './find-document.ts';
import { findTemplate } from './find-template.ts';
import { getHistory } from './get-history.ts';

export const searches: Record<string, Search> = {
  [findDocument.key]: findDocument,
  [findTemplate.key]: findTemplate,
  [getHistory.key]: getHistory,
};

/** Zapier wants the search's own key for the pair. */
export const searchOrCreates: Record<string, SearchOrCreate> = {
  find_document: {
    key: 'find_document',
    display: {
      label: 'Find or Send Document',
      description: 'Finds a document by its reference, or sends one where there is none yet.',
    },
    search: 'find_document',
    create: 'send_document',
  },
};
