import { float32Text } from '../../configuration/float32';
import type { Node } from '../../python/tree';
import type { FieldType } from '../../schema/types';
import { type Item, Message } from './message';

/** A message in text format, with the Python that each part of the text comes from. */
export interface MessageText {
  readonly text: string;
  /** The innermost node whose part of the text contains an offset. */
  nodeAt(offset: number): Node;
}

/**
 * The known part of a message, in a normal form that is the same for equal messages: fields by number, numbers as they are
 * stored, no defaults. An unknown value becomes a word that fits no type, so nothing is concluded from it.
 */
export function messageText(message: Message): MessageText {
  const parts: { readonly start: number; readonly end: number; readonly node: Node }[] = [];
  let text = '';
  const write = ({ fields }: Message) => {
    for (const field of [...fields.keys()].sort((a, b) => a.number - b.number)) {
      for (const item of fields.get(field)!) {
        const start = text.length;
        if (item.value instanceof Message) {
          if (!item.value.isSet) continue;
          text += `${field.name} {\n`;
          write(item.value);
          text += '}\n';
        } else if (!isDefault(field, item)) text += `${field.name}: ${scalarText(field, item)}\n`;
        parts.push({ start, end: text.length, node: item.node });
      }
    }
  };
  write(message);
  return {
    text,
    nodeAt(offset) {
      // Inner parts come before the parts around them.
      return parts.find(({ start, end }) => start <= offset && offset < end)?.node ?? message.node;
    },
  };
}

/** Without presence, setting the default is the same as setting nothing. */
function isDefault(field: FieldType, { value }: Item): boolean {
  if (field.presence || field.repeated || value === undefined) return false;
  if (typeof value === 'string') return value === '';
  return value === false || (typeof value !== 'boolean' && Number(value) === 0 && !Object.is(value, -0));
}

const UNKNOWN = 'unknown_value';

function scalarText({ kind }: FieldType, { value }: Item): string {
  if (value === undefined) return UNKNOWN;
  if (typeof value === 'string') return JSON.stringify(value);
  if (kind !== 'float' || typeof value !== 'number') return numberText(value);
  const stored = Math.fround(value);
  return Number.isFinite(stored) && stored !== 0 ? float32Text(stored) : numberText(stored);
}

function numberText(value: number | bigint | boolean | Message): string {
  if (value === Number.POSITIVE_INFINITY) return 'inf';
  if (value === Number.NEGATIVE_INFINITY) return '-inf';
  return Object.is(value, -0) ? '-0' : Number.isNaN(value) ? 'nan' : String(value);
}
