import type { Snapshot } from '../../analysis';
import { rules } from '../../rules';
import { CONFIGURATION } from '../../schema/builtin';
import { readHeader } from '../../schema/resolve';
import type { Schema } from '../../schema/types';
import type { Completion, Ranges } from '../completion';
import type { Context } from '../context';

/** Comments that mean something: `proto-file` and `proto-message` at the top, `tpu-embedding` anywhere. */

type Item = Pick<Completion, 'label' | 'insert'> & Partial<Completion>;

interface Directive {
  /** Matches a comment up to the cursor and ends with the word that is being typed. */
  readonly before: RegExp;
  /** The rest of that word. */
  readonly after: RegExp;
  /** Means something only among the comments that the text begins with. */
  readonly header?: true;
  readonly offer: (request: Request) => readonly Item[];
}

interface Request {
  readonly snapshot: Snapshot;
  /** The word up to the cursor. */
  readonly word: string;
  /** The comment without the whole word. */
  readonly around: string;
  /** Whether the comment is among those that the text begins with. */
  readonly inHeader: boolean;
}

/** The first that matches counts. */
const DIRECTIVES: readonly Directive[] = [
  {
    before: /^#[ \t]*proto-message[ \t]*:[ \t]*([\w.]*)$/,
    after: /^[\w.]*/,
    header: true,
    offer: ({ snapshot }) =>
      messageNames(snapshot.schema).map((message) => ({
        label: message,
        insert: message,
        data: { kind: 'message', message },
      })),
  },
  {
    before: /^#[ \t]*proto-file[ \t]*:[ \t]*([^\s#]*)$/,
    after: /^[^\s#]*/,
    header: true,
    offer: ({ snapshot }) => protoFiles(snapshot.schema).map((file) => ({ label: file, insert: file })),
  },
  {
    before: /tpu-embedding:[ \t]*ignore(?:-file)?[ \t]*\[(?:[^\]]*[\s,])?([\w-]*)$/,
    after: /^[\w-]*/,
    offer: ({ around }) => ruleCodes(around),
  },
  {
    before: /tpu-embedding:[ \t]*([\w-]*)$/,
    after: /^[\w-]*(?:\[[^\]]*\])?/,
    offer: () => silencers(''),
  },
  {
    before: /^#[ \t]*([\w-]*)$/,
    after: /^[\w-]*/,
    offer: ({ snapshot, word, inHeader }) =>
      [...(inHeader ? headerDirectives(snapshot) : []), ...silencers('tpu-embedding: ')].filter(({ label }) =>
        label.startsWith(word),
      ),
  },
];

export function completeDirective(snapshot: Snapshot, { token, offset, before }: Context): Completion[] {
  const { text } = snapshot;
  const comment = text.slice(token.start, token.end).trimEnd();
  const typed = text.slice(token.start, offset);
  const inHeader = !before;
  for (const directive of DIRECTIVES) {
    const word = directive.before.exec(typed)?.[1];
    if (word === undefined || (directive.header && !inHeader)) continue;
    const [rest] = directive.after.exec(comment.slice(typed.length))!;
    const range = { start: offset - word.length, end: offset + rest.length };
    const around = text.slice(token.start, range.start) + comment.slice(range.end - token.start);
    const blank = /[#:,]/.test(text[range.start - 1]!) ? ' ' : '';
    return directive
      .offer({ snapshot, word, around, inHeader })
      .map((item, index) => finish({ ...item, insert: blank + item.insert }, range, 1, index));
  }
  return [];
}

/** The header as comments, on a line of their own, for a text that does not say what it holds. */
export function offerHeader(snapshot: Snapshot, { replaceRange: range }: Ranges): Completion[] {
  const { text } = snapshot;
  const lineStart = text.lastIndexOf('\n', range.start - 1) + 1;
  const newline = text.indexOf('\n', range.end);
  const lineEnd = newline < 0 ? text.length : newline;
  if (text.slice(lineStart, range.start).trim() || text.slice(range.end, lineEnd).trim()) return [];
  return headerDirectives(snapshot).map((item, index) =>
    finish({ ...item, label: `# ${item.label}`, insert: `# ${item.insert}` }, range, 9, index),
  );
}

function finish(item: Item, range: Completion['replaceRange'], group: number, index: number): Completion {
  return {
    kind: 'directive',
    isSnippet: false,
    insertRange: range,
    replaceRange: range,
    sortText: group + String(index).padStart(5, '0'),
    ...item,
  };
}

function headerDirectives({ schema, text }: Snapshot): Item[] {
  const file = {
    label: 'proto-file:',
    detail: 'where the message is declared',
    insert: `proto-file: \${1:${protoFiles(schema)[0] ?? ''}}`,
    isSnippet: true,
  };
  const message = {
    label: 'proto-message:',
    detail: 'which message this file holds',
    insert: `proto-message: \${1:${CONFIGURATION}}`,
    isSnippet: true,
  };
  return readHeader(text) ? [file] : [file, message];
}

function silencers(prefix: string): Item[] {
  const silencer = (keyword: string, detail: string): Item => ({
    label: `${prefix}${keyword}[…]`,
    detail,
    insert: `${prefix}${keyword}[$1]`,
    isSnippet: true,
    retrigger: true,
  });
  return [
    silencer('ignore', 'silences rules on this line, or the next if it stands alone'),
    silencer('ignore-file', 'silences rules in the whole file'),
  ];
}

/** The rules that the comment does not name already. */
function ruleCodes(comment: string): Item[] {
  const listed = /\[([^\]]*)/.exec(comment)?.[1]?.split(/[\s,]+/) ?? [];
  return rules
    .filter(({ code }) => !listed.includes(code))
    .map(({ code, summary }) => ({
      label: code,
      detail: summary,
      insert: code,
      data: { kind: 'rule', code },
    }));
}

/** All messages, the configuration first and those of its package before others. */
function messageNames({ messageNames }: Schema): string[] {
  const nearness = (name: string) =>
    name === CONFIGURATION
      ? 0
      : name.startsWith(`${CONFIGURATION}.`)
        ? 1
        : name.startsWith('tensorflow.tpu.')
          ? 2
          : 3;
  return [...messageNames].sort((a, b) => nearness(a) - nearness(b) || (a < b ? -1 : 1));
}

/** The files that declare messages, the configuration's first. */
function protoFiles(schema: Schema): string[] {
  const names = [CONFIGURATION, ...schema.messageNames];
  return [...new Set(names.flatMap((name) => schema.message(name)?.location?.file ?? []))];
}
