import { NodeOperationError, type IDataObject, type IExecuteFunctions } from 'n8n-workflow';

/**
 * The filters that narrow a list, without those left empty in the editor. One whose expression came out empty is an
 * error: without it, the list would hold everything. What an agent leaves empty it does not want.
 *
 * @param labels of the filters, as the editor shows them
 */
export function givenFilters(
  context: IExecuteFunctions,
  itemIndex: number,
  labels: Record<string, string>,
): IDataObject {
  const filters: IDataObject = context.getNodeParameter('filters', itemIndex, {});
  const node = context.getNode();
  const written = (node.parameters.filters ?? {}) as IDataObject;
  const given: IDataObject = {};
  for (const [name, label] of Object.entries(labels)) {
    const value = valueOf(filters[name]);
    if (value !== undefined && value !== null && String(value).trim() !== '') {
      given[name] = value;
      continue;
    }
    const expression = valueOf(written[name]);
    if (typeof expression !== 'string' || !expression.startsWith('=')) continue;
    if (expression.trim() === '=' || expression.toLowerCase().includes('$fromai')) continue;
    throw new NodeOperationError(
      node,
      `The filter “${label}” came out empty: mend its expression, or remove the filter to list everything.`,
      { itemIndex },
    );
  }
  return given;
}

/** What a filter holds, also inside a resource locator. */
function valueOf(filter: unknown): unknown {
  return typeof filter === 'object' && filter !== null && 'value' in filter ? filter.value : filter;
}
