import { lazy } from '../../basics/once';
import { isEndedName, isJudgedName, isKnownName } from '../../catalogue';
import { lastPart } from '../../catalogue/names';
import { builtin } from '../../schema/builtin';

/** A message whose changing parts are placeholders, ready to be searched for. */
export interface Pattern {
  /** How much of the message is certain: the longer, the less likely is a match by chance. */
  readonly weight: number;
  /** Where a text has the message, and the words of its placeholders. */
  matches(text: string): Iterable<Match>;
}

export interface Match {
  readonly start: number;
  readonly end: number;
  readonly words: ReadonlyMap<string, string>;
}

interface Kind {
  /** A regular expression. */
  readonly source: string;
  readonly accepts?: (words: string) => boolean;
}

/** What a placeholder may stand for: `{name}` and `…` for any words, `{name:int}` for a whole number. */
const KINDS: Readonly<Record<string, Kind>> = {
  int: { source: '-?\\d+(?!\\.?\\d)' },
  positive: { source: '[1-9]\\d*(?!\\.?\\d)' },
  'not-positive': { source: '(?:0|-\\d+)(?!\\.?\\d)' },
  /** Digits with letters behind them that make no number. */
  suffixed: { source: '\\d+[a-df-wyzA-DF-WYZ_]\\w*' },
  /** A class of Keras that fills tables. */
  initializer: { source: '(?:\\w*(?:Normal|Uniform|Scaling|Identity)|Zeros|Ones|Constant|Orthogonal)' },
  /** A class, function or op of the catalogue, or a method of such a class. */
  ours: { source: '[A-Za-z_][\\w.]*', accepts: (name) => name.split('.').some(isJudgedName) },
  /** A message of TensorFlow's TPU embedding, a field of one, and a field that was removed from one. */
  message: { source: '\\w+', accepts: (name) => protoNames().messages.has(name) },
  field: { source: '\\w+', accepts: (name) => protoNames().fields.has(name) },
  reserved: { source: '\\w+', accepts: (name) => protoNames().reserved.has(name) },
  /** A name that a library had once. */
  ended: { source: '\\w+', accepts: isEndedName },
  /** A name that libraries of today have. */
  known: { source: '\\w+', accepts: isKnownName },
};

/** A kind makes a match as certain as this many characters do. */
const WEIGHT_OF_KIND = 8;

const PLACEHOLDER = /…|\{(\w+)(?::([\w-]+))?\}/;
const ANY_WORDS = '.{0,300}?';
const SOME_WORDS = '.{1,200}?';
/** A placeholder that begins or ends a message is one word. */
const FIRST_WORD = '[^\\s\'"]{1,100}';
const LAST_WORD = '"[^"]{0,200}"|\'[^\']{0,200}\'|[^\\s\'"]{1,200}';

export function patternOf(message: string): Pattern {
  // Every third part is literal; the two after it are the name and the kind of a placeholder.
  const parts = message.split(PLACEHOLDER) as (string | undefined)[];
  const names: string[] = [];
  const checks: [name: string, accepts: (words: string) => boolean][] = [];
  let source = '';
  let weight = 0;
  for (let i = 0; i < parts.length; i += 3) {
    const literal = parts[i]!;
    source += literal.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
    weight += literal.trim().length;
    if (i + 3 > parts.length) break;
    const [name, kindName] = [parts[i + 1], parts[i + 2]];
    const kind = kindName === undefined ? undefined : KINDS[kindName]!;
    if (kind) weight += WEIGHT_OF_KIND;
    if (name === undefined) source += ANY_WORDS;
    else {
      const isLast = i + 3 === parts.length - 1 && parts[i + 3] === '';
      source += `(${kind?.source ?? (isLast ? LAST_WORD : source === '' ? FIRST_WORD : SOME_WORDS)})`;
      names.push(name);
      if (kind?.accepts) checks.push([name, kind.accepts]);
    }
  }
  const longest = parts
    .filter((_, i) => i % 3 === 0)
    .reduce<string>((a, b) => (b!.length > a.length ? b! : a), '');
  const pattern = new RegExp(source, 'g');
  return {
    weight,
    *matches(text) {
      // Most messages are not in a text, which this tells fastest.
      if (!text.includes(longest)) return;
      for (const match of text.matchAll(pattern)) {
        const words = new Map(names.map((name, i) => [name, match[i + 1]!.replace(/[.,;:]+$/, '')]));
        if (checks.every(([name, accepts]) => accepts(words.get(name)!)))
          yield { start: match.index, end: match.index + match[0].length, words };
      }
    },
  };
}

/** A text with the words of placeholders in place of their names. */
export const filled = (text: string, words: ReadonlyMap<string, string>): string =>
  text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => words.get(name) ?? whole);

/** A message or its cause as people read it: placeholders are their names in capitals. */
export const readable = (text: string): string =>
  text.replaceAll(/\{(\w+)(?::[\w-]+)?\}/g, (_, name: string) => name.toUpperCase());

const protoNames = lazy(() => {
  const messages = [...builtin.messageNames].map((name) => builtin.message(name)!);
  return {
    messages: new Set(messages.map(({ name }) => lastPart(name))),
    fields: new Set(messages.flatMap(({ fieldsByName }) => [...fieldsByName.keys()])),
    reserved: new Set(messages.flatMap(({ reserved }) => [...reserved])),
  };
});
