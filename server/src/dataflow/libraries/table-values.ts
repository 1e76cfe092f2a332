// Tables as values, and how messages name them.
import { excerpt } from '../../basics/excerpt';
import type { Evaluator, Value } from '../../evaluator';
import type { Node } from '../../python/tree';
import { instanceOf } from '../calls/types';

type MadeObject = Extract<Value, { kind: 'made' }>;

/** Whether a value is a table that a call has made. */
export const isTable = (value: Value | undefined): value is MadeObject =>
  value?.kind === 'made' && instanceOf(value)?.entry.role === 'table';

/** What a sentence that begins with a table calls it: by its name, if that is known. */
export function tableNamed(table: Value, node: Node, ev: Evaluator): string {
  const name = ev.attribute(table, 'name', node);
  return name.kind === 'str' && name.value !== undefined ? `The table '${excerpt(name.value)}'` : 'The table';
}
