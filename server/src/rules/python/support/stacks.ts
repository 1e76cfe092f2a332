import { addTo } from '../../../basics/groups';
import { parameterFor } from '../../../catalogue';
import type { ApiCall } from '../../../dataflow/calls/python-file';
import { type Feature, featuresAlone } from '../../../dataflow/derivation/features';
import type { EmbeddingPart } from '../../../dataflow/derivation/parts';
import { STACK, stackAbove } from '../../../dataflow/libraries/stacks';

/** The stack that a table is in when a call is made. */
export function stackOf({ event, node }: ApiCall, { call }: EmbeddingPart): string | undefined {
  const stack = call.event && event?.objects?.get(call.event.given, STACK, node);
  return stackAbove(stack, node)?.value;
}

/** The features of a call by the stacks of their tables, if all are known. */
export function featuresByStack(call: ApiCall): ReadonlyMap<string, readonly Feature[]> | undefined {
  const found = parameterFor(call.entry, 'features') && featuresAlone(call);
  if (!found || found.firstUnknown) return undefined;
  const stacks = new Map<string, Feature[]>();
  for (const feature of found.features) {
    const stack = feature.table && stackOf(call, feature.table);
    if (stack === undefined) return undefined;
    addTo(stacks, stack, feature);
  }
  return stacks;
}

/** The table that a stack consists of. A stack of several tables has limits and a buffer of its own. */
export function tableAlone(stack: string, features: readonly Feature[]): EmbeddingPart | undefined {
  const { table } = features[0]!;
  const name = table?.attribute('name').type;
  return name?.kind === 'str' && name.value === stack ? table : undefined;
}
