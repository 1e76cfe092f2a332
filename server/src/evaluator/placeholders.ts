import type { Cell } from './state';
import { cellOf, type Value } from './value';

/**
 * The empty values among some and in the classes, objects and dicts that they hold. Other modules and derived classes may
 * give others before they call a function.
 */
export function placeholdersIn(values: readonly Value[]): ReadonlyMap<Value, boolean> {
  const found = new Map<Value, boolean>();
  const seen = new Set<Cell<unknown>>();
  const pending = [...values];
  for (let at = pending.pop(); at; at = pending.pop()) {
    if (isEmpty(at)) found.set(at, true);
    const cell = cellOf(at);
    if (!cell || seen.has(cell)) continue;
    seen.add(cell);
    pending.push(...settableIn(at));
  }
  return found;
}

/** Whether a value may stand for one that is given later; what is filled in place stays the same object. */
function isEmpty(value: Value): boolean {
  switch (value.kind) {
    case 'none':
      return true;
    case 'int':
    case 'float':
      return value.value !== undefined && Number(value.value) === 0;
    case 'str':
      return value.value === '';
    case 'tuple':
      return value.elements?.length === 0;
    default:
      return false;
  }
}

/** The values that other code can replace by name or key. */
function settableIn(value: Value): readonly Value[] {
  switch (value.kind) {
    case 'class': {
      // Fields of a record are set in its objects.
      const names = new Set(value.fields.map(({ name }) => name));
      const known = value.form === 'enum' ? [] : [...value.members.content.known];
      return known.flatMap(([name, member]) => (names.has(name) ? [] : member)).concat(value.inherited);
    }
    case 'instance':
      return [...value.fields.content.known.values(), value.cls];
    case 'dict':
      return [...value.cell.content.known.values()].map((entry) => entry.value);
    default:
      return [];
  }
}
