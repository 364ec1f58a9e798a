export * as listSearch from '../../connection/list-search.ts';
export * as resourceMapping from './resource-mapping.ts';
