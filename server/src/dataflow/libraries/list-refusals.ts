import type { Arguments, Evaluator, Failure, Value } from '../../evaluator';
import { fails, isJudged, isStraight, typeName } from '../../evaluator/failures';
import { refused } from '../../evaluator/refusals';
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
  if (failure && !isDeclared(of) && isJudged(ev, of) && isStraight(ev)) fails(ev, node, failure);
}

const PLAIN = kinds('none', 'bool', 'int', 'float', 'str', 'bytes', 'list', 'tuple', 'dict');

/** Notes a method of a list that certainly raises an exception. */
export function checkListMethod(
  ev: Evaluator,
  list: MessageList,
  name: string,
  { positional: [value], keywords, hasUnknownArguments }: Arguments,
  node: Node,
): void {
  if (hasUnknownArguments) return;
  const { field, items } = list;
  const hasMessages = field.kind === 'message';
  if (name === 'add' && value)
    refuse(
      ev,
      node,
      list,
      refused(`\`add\` of \`${field.name}\` takes the fields of the message by name`, 'TypeError'),
    );
  if (name === 'pop' && !value && items?.length === 0)
    refuse(ev, node, list, refused(`\`${field.name}\` is empty here`, 'IndexError'));
  if (name === 'sort' && hasMessages && !keywords.has('key') && (items?.length ?? 0) > 1)
    refuse(ev, node, list, refused('Messages have no order: give `sort` a `key`', 'TypeError'));
  if (name !== 'remove' || !value) return;
  const isAbsent = hasMessages
    ? PLAIN.has(value.kind)
    : items?.every((item) => equalHeld(item, value) === false) === true;
  if (isAbsent) refuse(ev, node, list, refused(`\`${field.name}\` does not hold this value`, 'ValueError'));
}

/** Notes an index that is no number. */
export function checkListIndex(ev: Evaluator, list: MessageList, index: Value, node: Node): void {
  if (PLAIN.has(index.kind) && index.kind !== 'int' && index.kind !== 'bool')
    refuse(ev, node, list, { of: 'index', owner: 'list', by: typeName(index) });
}

/** Notes an assignment to an element of a list of messages. */
export function checkListElement(ev: Evaluator, list: MessageList, node: Node): void {
  if (list.field.kind === 'message')
    refuse(
      ev,
      node,
      list,
      refused(`An element of \`${list.field.name}\` cannot be set: fill it by \`CopyFrom\``, 'TypeError'),
    );
}
