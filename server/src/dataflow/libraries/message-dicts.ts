import { jsonName } from '../../configuration/to-json';
import type { Arguments, Evaluator, Value } from '../../evaluator';
import { dictFrom, listOf } from '../../evaluator/containers';
import { type DictEntry, dictKeyOf, str, truth, unknown } from '../../evaluator/value';
import type { Node } from '../../python/tree';
import type { FieldType } from '../../schema/types';
import {
  contentOf,
  isDeclared,
  isMessage,
  type MessageItem,
  type MessageValue,
} from '../messages/message-values';

const SPELLING = 'preserving_proto_field_name';

/** The dict that `json_format.MessageToDict` makes of a message: its keys are certain, and what is below them in other messages. */
export function messageAsDict(
  { positional, keywords }: Arguments,
  node: Node,
  ev: Evaluator,
): Value | undefined {
  const [message = keywords.get('message'), ...more] = positional;
  const isPlain =
    more.length === 0 && [...keywords.keys()].every((name) => name === SPELLING || name === 'message');
  const spelling = keywords.get(SPELLING);
  const keepsNames = spelling ? truth(spelling) : false;
  return isPlain && keepsNames !== undefined && isMessage(message) && !isDeclared(message)
    ? dictOfMessage(message, keepsNames ? ({ name }) => name : jsonName, node, ev)
    : undefined;
}

function dictOfMessage(
  message: MessageValue,
  nameOf: (field: FieldType) => string,
  node: Node,
  ev: Evaluator,
): Value {
  const content = contentOf(ev, message);
  const known = new Map<string, DictEntry>();
  let hasUnknownEntries = content.hasUnknownFields || content.unknown.size > 0;
  const heldBy = ({ value }: MessageItem): Value =>
    typeof value === 'object' ? dictOfMessage(value, nameOf, node, ev) : unknown(node, 'call');
  for (const [field, items] of content.fields) {
    const last = items.at(-1);
    if (!last) continue;
    const isEmpty = typeof last.value === 'object' && !contentOf(ev, last.value).isSet;
    // A scalar with its default is left out.
    if (!field.repeated && (isEmpty || last.value === undefined || !last.value)) {
      hasUnknownEntries = true;
      continue;
    }
    const key = str(node, nameOf(field));
    known.set(dictKeyOf(key)!, {
      key,
      value: field.repeated ? listOf(ev, items.map(heldBy), node) : heldBy(last),
    });
  }
  return dictFrom(ev, known, node, hasUnknownEntries);
}
