import { rules } from '../../../rules';
import type { RuleInfo } from '../../../rules/rule';
import { CONFIGURATION } from '../../../schema/builtin';
import { readHeader } from '../../../schema/resolve';
import type { Schema } from '../../../schema/types';
import type { Completion, CompletionRanges } from '../../answers';
import type { Snapshot } from '../../snapshot';
import type { Context } from '../cursor-context';

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

/** A comment to complete, without the end of its line. */
interface Comment {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly offset: number;
  /** The rules that the comment can silence. */
  readonly rules: readonly RuleInfo[];
}

interface Request {
  readonly rules: readonly RuleInfo[];
  /** The text's snapshot, if the text begins with the comment. */
  readonly header: Snapshot | undefined;
  /** The word up to the cursor. */
  readonly word: string;
  /** The comment without the whole word. */
  readonly otherText: string;
}

/** The first that matches counts. */
const DIRECTIVES: readonly Directive[] = [
  {
    before: /^#[ \t]*proto-message[ \t]*:[ \t]*([\w.]*)$/,
    after: /^[\w.]*/,
    header: true,
    offer: ({ header }) =>
      messageNames(header!.schema).map((message) => ({
        label: message,
        insert: message,
        data: { kind: 'message', message },
      })),
  },
  {
    before: /^#[ \t]*proto-file[ \t]*:[ \t]*([^\s#]*)$/,
    after: /^[^\s#]*/,
    header: true,
    offer: ({ header }) => protoFiles(header!.schema).map((file) => ({ label: file, insert: file })),
  },
  {
    before: /tpu-embedding:[ \t]*ignore(?:-file)?[ \t]*\[(?:[^\]]*[\s,])?([\w-]*)$/,
    after: /^[\w-]*/,
    offer: ({ otherText, rules }) => ruleCodes(otherText, rules),
  },
  {
    before: /tpu-embedding:[ \t]*([\w-]*)$/,
    after: /^[\w-]*(?:\[[^\]]*\])?/,
    offer: () => silencers(''),
  },
  {
    before: /^#[ \t]*([\w-]*)$/,
    after: /^[\w-]*/,
    offer: ({ header, word }) =>
      [...(header ? headerDirectives(header) : []), ...silencers('tpu-embedding: ')].filter(({ label }) =>
        label.startsWith(word),
      ),
  },
];

export function completeDirective(snapshot: Snapshot, { token, offset, before }: Context): Completion[] {
  return completeComment({ ...token, text: snapshot.text, offset, rules }, before ? undefined : snapshot);
}

/** `header` is given where the comment is among those that its text begins with. */
export function completeComment({ offset, rules, ...place }: Comment, header?: Snapshot): Completion[] {
  const { text, start } = place;
  const comment = text.slice(start, place.end).trimEnd();
  const typed = text.slice(start, offset);
  for (const directive of DIRECTIVES) {
    const word = directive.before.exec(typed)?.[1];
    if (word === undefined || (directive.header && !header)) continue;
    const [rest] = directive.after.exec(comment.slice(typed.length))!;
    const range = { start: offset - word.length, end: offset + rest.length };
    const otherText = text.slice(start, range.start) + comment.slice(range.end - start);
    const blank = /[#:,]/.test(text[range.start - 1]!) ? ' ' : '';
    return directive
      .offer({ rules, header, word, otherText })
      .map((item, index) => finish({ ...item, insert: blank + item.insert }, range, 1, index));
  }
  return [];
}

/** The header as comments, on a line of their own, for a text that does not say what it holds. */
export function offerHeader(snapshot: Snapshot, { replaceRange: range }: CompletionRanges): Completion[] {
  const { text } = snapshot;
  const lineStart = text.lastIndexOf('\n', range.start - 1) + 1;
  const newline = text.indexOf('\n', range.end);
  const lineEnd = newline < 0 ? text.length : newline;
  if (text.slice(lineStart, range.start).trim() || text.slice(range.end, lineEnd).trim()) return [];
  return headerDirectives(snapshot).map((item, index) =>
    finish({ ...item, label: `# ${item.label}`, insert: `# ${item.insert}` }, range, 9, index),
  );
}

/** Sorts items by their group, then by their place in it. */
export const sortKey = (group: number, index: number): string => group + String(index).padStart(5, '0');

function finish(item: Item, range: Completion['replaceRange'], group: number, index: number): Completion {
  return {
    kind: 'directive',
    isSnippet: false,
    insertRange: range,
    replaceRange: range,
    sortText: sortKey(group, index),
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
    silencer('ignore', 'silences rules on this line, or on the next if it is alone'),
    silencer('ignore-file', 'silences rules in the whole file'),
  ];
}

/** The rules that the comment does not name already. */
function ruleCodes(comment: string, rules: readonly RuleInfo[]): Item[] {
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
