import type { Entry } from '../../catalogue';
import type { Attribute, Expression, Tree } from '../../python/tree';
import { builtin } from '../../schema/builtin';
import type { FieldType } from '../../schema/types';
import { classOfMessage } from '../messages/message-classes';
import { evaluationOf } from './evaluation';

/** The catalogued class of an expression. */
export function classOf(tree: Tree, expression: Expression): Entry | undefined {
  const type = evaluationOf(tree).typeOf(expression);
  if (type?.kind === 'unknown') return type.declared;
  return type?.kind === 'instance' && !type.entry.foreign ? type.entry : undefined;
}

/** The field of a message that an attribute of an instance reads or sets. */
export function fieldOf(tree: Tree, { object, name }: Attribute): FieldType | undefined {
  const message = classOf(tree, object)?.message;
  return message === undefined ? undefined : builtin.message(message)?.fieldsByName.get(name);
}

/** The element class of a repeated field of messages. */
export function elementOf(tree: Tree, expression: Expression): Entry | undefined {
  const type = evaluationOf(tree).typeOf(expression);
  const message = type?.kind === 'repeated' ? type.field.message : undefined;
  return message && classOfMessage(message.name);
}
