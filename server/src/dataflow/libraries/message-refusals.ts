// Names that a message does not have, asked for by `getattr`.
import { excerpt } from '../../basics/excerpt';
import { nearest } from '../../basics/nearest';
import { messageMembers, parameterLifetime } from '../../catalogue';
import type { Evaluator } from '../../evaluator';
import { fails, isCertain } from '../../evaluator/failures';
import { refused } from '../../evaluator/refusals';
import { askedFor } from '../../python/lookups';
import type { Node } from '../../python/tree';
import { classOfMessage } from '../messages/message-classes';
import { isDeclared, type MessageValue } from '../messages/message-values';

/** Notes `getattr(message, name)` with a name that the message has in no release. The rules see those that are written. */
export function checkAskedName(message: MessageValue, name: string, node: Node, ev: Evaluator): void {
  if (node.kind !== 'call' || !askedFor(node) || isDeclared(message) || !isCertain(ev, message)) return;
  const entry = classOfMessage(message.type.name);
  const names = entry && messageMembers(entry.id);
  if (!names || names.has(name) || name.startsWith('_') || parameterLifetime(entry, name)) return;
  const near = nearest(name, names);
  const hint = near === undefined ? '' : `, but \`${near}\``;
  fails(ev, node, refused(`\`${entry.name}\` has no \`${excerpt(name)}\`${hint}`, 'AttributeError'));
}
