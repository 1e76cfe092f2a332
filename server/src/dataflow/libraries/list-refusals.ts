import type { Arguments, Evaluator, Failure, Value } from '../../evaluator';
import { fails, isCertain, typeName } from '../../evaluator/failures';
import { refused, refusedValue } from '../../evaluator/refusals';
import { equalHeld, kinds } from '../../evaluator/value';
import type { Node } from '../../python/tree';
import type { FieldType } from '../../schema/types';
import { isDeclared, type MessageValue } from '../messages/message-values';

/** The list of a repeated field, and its elements if each is known. */
interface MessageList {
  readonly of: MessageValue;
  readonly field: FieldType;
  readonly items: readonly Value[] | undefined;
}

function refuse(ev: Evaluator, node: Node, { of }: MessageList, failure: Failure | undefined): void {
  if (failure && !isDeclared(of) && isCertain(ev, of)) fails(ev, node, failure);
}

const PLAIN = kinds('none', 'bool', 'int', 'float', 'str', 'bytes', 'list', 'tuple', 'dict');

/** Notes a method of a list that certainly raises an exception. */
export function checkListMethod(
  ev: Evaluator,
  list: MessageList,
  name: string,
  given: Arguments,
  node: Node,
): void {
  if (!given.hasUnknownArguments) refuse(ev, node, list, methodFailure(list, name, given));
}

function methodFailure(
  { field, items }: MessageList,
  name: string,
  { positional: [value], keywords }: Arguments,
): Failure | undefined {
  const hasMessages = field.kind === 'message';
  if (name === 'add' && value)
    return refused(`\`add\` of \`${field.name}\` takes the fields of the message by name`);
  if (name === 'pop' && !value && items?.length === 0)
    return refused(`\`${field.name}\` is empty here`, 'IndexError');
  if (name === 'sort' && hasMessages && !keywords.has('key') && (items?.length ?? 0) > 1)
    return refused('Messages have no order: give `sort` a `key`');
  if (name !== 'remove' || !value) return undefined;
  const isAbsent = hasMessages
    ? PLAIN.has(value.kind)
    : items?.every((item) => equalHeld(item, value) === false) === true;
  return isAbsent ? refusedValue(`\`${field.name}\` does not hold this value`) : undefined;
}

/** Notes an index that is no number. */
export function checkListIndex(ev: Evaluator, list: MessageList, index: Value, node: Node): void {
  if (PLAIN.has(index.kind) && index.kind !== 'int' && index.kind !== 'bool')
    refuse(ev, node, list, { of: 'index', owner: 'list', by: typeName(index) });
}

/** Notes an assignment to an element of a list of messages. */
export function checkListElement(ev: Evaluator, list: MessageList, node: Node): void {
  const reason = `An element of \`${list.field.name}\` cannot be set: fill it by \`CopyFrom\``;
  if (list.field.kind === 'message') refuse(ev, node, list, refused(reason));
}
