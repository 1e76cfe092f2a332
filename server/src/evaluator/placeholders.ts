import { type FunctionDefinition, type Statement, walk } from '../python/tree';
import type { Evaluator } from './evaluator';
import { isAbstract, isRunByModule, isSelfAlone } from './failures';
import type { Cell } from './state';
import { cellOf, type FunctionValue, kinds, truth, type Value } from './value';

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
    addSettable(pending, at);
  }
  return found;
}

/** Whether a value may stand for one that is given later; what is filled in place stays the same object. */
const isEmpty = (value: Value): boolean => REPLACED.has(value.kind) && truth(value) === false;
const REPLACED = kinds('none', 'int', 'float', 'str', 'tuple');

/** Adds the values that other code can replace by name or key. */
function addSettable(found: Value[], value: Value): void {
  switch (value.kind) {
    case 'class':
      if (value.form !== 'enum')
        // Fields of a record are set in its objects.
        for (const [name, member] of value.members.content.known)
          if (!value.fields.some((field) => field.name === name)) found.push(member);
      found.push(...value.inherited);
      return;
    case 'instance':
      found.push(...value.fields.content.known.values(), value.cls);
      return;
    case 'dict':
      for (const entry of value.cell.content.known.values()) found.push(entry.value);
  }
}

/** Whether a method that has run stands for those of derived classes, and the object may be of one of them. */
export function isOverriddenElsewhere(
  ev: Evaluator,
  callee: FunctionValue,
  receiver: Value | undefined,
  result: Value,
): boolean {
  const { definition } = callee;
  if (definition.kind !== 'function' || definition.parent?.kind !== 'class' || isRunByModule(ev.around))
    return false;
  const isEmptyDefault = isDefault(definition) && result.kind !== 'bool' && truth(result) === false;
  return isAbstract(ev.tree, callee) || (isEmptyDefault && mayBeDerived(receiver));
}

const mayBeDerived = (receiver: Value | undefined): boolean =>
  receiver?.kind === 'class' || (receiver?.kind === 'instance' && isSelfAlone(receiver));

/** Whether the body of a function does nothing, or returns a value without parts. */
const isDefault = ({ body }: FunctionDefinition): boolean => body.every(doesNothing);

function doesNothing(statement: Statement): boolean {
  if (statement.kind === 'expression') return statement.value.kind === 'string';
  if (statement.kind !== 'simple') return false;
  const { keyword, values } = statement;
  return (
    keyword === 'pass' || (keyword === 'return' && values.every((value) => [...walk(value)].length === 1))
  );
}
