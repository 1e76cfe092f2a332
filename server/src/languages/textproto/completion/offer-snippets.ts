import type { FieldType, MessageType } from '../../../schema/types';
import type { Completion } from '../../answers';
import snippets from './snippets.json';

/** A piece of a configuration to start from, as written in `snippets.json`. */
interface Snippet {
  readonly name: string;
  readonly prefix: string;
  readonly description: string;
  readonly body: string;
  /** It begins a text. */
  readonly opens: boolean;
  /** The fields that it writes at its outermost level. */
  readonly fields: readonly string[];
}

export const SNIPPETS: readonly Snippet[] = Object.entries(snippets).map(
  ([name, { prefix, description, body: lines }]) => {
    const body = [lines].flat().join('\n');
    const fields = [...body.matchAll(/^\w+/gm)].map(([field]) => field);
    return { name, prefix, description, body, fields, opens: body.startsWith('#') };
  },
);

/** The snippets whose fields may all be written in a message. */
export function offerSnippets(
  owner: MessageType,
  fits: (field: FieldType) => boolean,
  atTop: boolean,
): Pick<Completion, 'label' | 'kind' | 'detail' | 'insert' | 'isSnippet' | 'data'>[] {
  return SNIPPETS.filter(
    ({ fields, opens }) =>
      (!opens || atTop) &&
      fields.every((name) => {
        const field = owner.fieldsByName.get(name);
        return field && fits(field);
      }),
  ).map(({ name, prefix, body }) => ({
    label: prefix,
    kind: 'snippet',
    detail: name,
    insert: body,
    isSnippet: true,
    data: { kind: 'snippet', prefix },
  }));
}
