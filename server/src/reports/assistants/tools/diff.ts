import { printable } from '../../../basics/terminal';
import { UsageError } from '../../../basics/usage-error';
import type { Comparable } from '../../../configuration/comparison/comparable';
import { compare } from '../../../configuration/comparison/compare';
import { CONFIGURATION } from '../../../schema/builtin';
import { comparedJson, comparedText, isSame, uncomparedText } from '../../compared';
import { comparableContent } from '../../forms/comparable-content';
import { problemLine } from '../../forms/problem-line';
import { readAs } from '../../forms/read';
import { type PlaceOf, placeText } from '../../places';
import { type Arguments, readArguments } from '../arguments';
import { analysisOf, bytesOf, LANGUAGE, type Opened, open, TEXT } from '../opened';
import { boolean, type JsonSchema, list, object, text } from '../schema';
import type { Host, Tool } from '../tool';
import { chosenByLine, LINE } from './chosen-by-line';
import { PLACE_IN_FILE } from './places';
import { givenStrategy, STRATEGY, strategyFor } from './strategy';

const SIDE = object({
  ...TEXT,
  ...LANGUAGE,
  ...LINE,
});

const ANY: JsonSchema = {
  anyOf: [
    ...(['string', 'number', 'boolean', 'null', 'object'] as const).map((type): JsonSchema => ({ type })),
    { type: 'array', items: {} },
  ],
};

const BYTES: JsonSchema = { anyOf: [{ type: 'integer' }, { type: 'null' }] };

export const diff: Tool = {
  name: 'diff',
  title: 'Compare TPU embedding configurations',
  summary: 'Shows what differs in meaning between two configurations or programs.',
  icon: 'diff',
  description:
    'What differs in meaning between two TPUEmbeddingConfigurations, each in any form: text format, ProtoJSON, base64, a binary file, or Python or a notebook that makes one. It lists the fields, tables and features that were changed, moved, renamed, added or removed, and the effect on memory on the devices. Formatting, comments, order of fields and explicit defaults make no difference. Use it to see what an edit changes, or whether a rewrite means the same.',
  takes: object({
    before: { ...SIDE, description: 'The one before: an object with text or path.' },
    after: { ...SIDE, description: 'The one after: an object with text or path.' },
    ...STRATEGY,
  }),
  answers: object({
    same: boolean('Both are known to mean the same.'),
    differences: list(
      object({
        path: text('Such as numHosts and tables.user.dimension.'),
        kind: { type: 'string', enum: ['changed', 'added', 'removed', 'renamed', 'moved'] },
        before: ANY,
        after: ANY,
        text: text('A sentence.'),
        at: object(
          { 'before?': PLACE_IN_FILE, 'after?': PLACE_IN_FILE },
          'The place of the value, or of the message around it, if written.',
        ),
      }),
    ),
    'unknown?': list(
      object({ path: text(), side: { type: 'string', enum: ['before', 'after'] }, reason: text() }),
      'Values that are not compared, because a program does not determine them.',
    ),
    deviceBytes: object({ before: BYTES, after: BYTES }, 'Of all tables; null is unknown.'),
  }),
  async run(given, host) {
    const before = await sideOf('before', given, host);
    const after = await sideOf('after', given, host);
    const comparison = compare(before.comparable, after.comparable);
    const { differences, ...rest } = comparedJson(comparison);
    const placed = differences.map((difference, i) => {
      const { at } = comparison.differences[i]!;
      const old = placeIn(before, at.before);
      const now = placeIn(after, at.after);
      return { ...difference, at: { ...(old && { before: old }), ...(now && { after: now }) } };
    });
    const titles = { before: before.name, after: after.name };
    const lines = [
      ...comparedText(comparison, (_, part) => printable(part)),
      ...uncomparedText(comparison.unknown, titles).map(printable),
    ];
    return {
      data: { ...rest, differences: placed },
      text: isSame(comparison) ? 'Both mean the same.' : lines.join('\n'),
    };
  },
};

interface Side {
  readonly name: string;
  readonly comparable: Comparable;
  /** Undefined for a form without places. */
  readonly placeOf: PlaceOf | undefined;
}

async function sideOf(side: 'before' | 'after', given: Arguments, host: Host): Promise<Side> {
  const own = readArguments(SIDE, given.get(side), `${side}.`);
  const { bytes, form } = await bytesOf(own, host);
  if (form === 'textproto' || form === 'python' || own.has('language'))
    return textSide(await open(own, host), own, given);
  const name = String(own.get('path') ?? 'text');
  const { read, placeOf } = readAs(form, bytes);
  if ('content' in read) return { name, comparable: comparableContent(read.content)!, placeOf: undefined };
  throw new UsageError(
    read.problems.map((problem) => printable(problemLine(problem, name, placeOf))).join('\n'),
  );
}

async function textSide(opened: Opened, own: Arguments, given: Arguments): Promise<Side> {
  const { name, kind, placeOf } = opened;
  const analysis = await analysisOf(opened);
  const all = analysis.comparables(strategyFor(opened, givenStrategy(given)));
  if (all.length === 0 && kind === 'textproto')
    throw new UsageError(`${name}: not a ${CONFIGURATION}. ${analysis.resolution?.detail}`);
  const { comparable, refused } = chosenByLine(own, all, opened);
  if (comparable) return { name, comparable, placeOf };
  const prefix = kind === 'textproto' ? '' : 'TensorFlow refuses this: ';
  throw new UsageError(`${placeText(name, placeOf(refused!.at))}: ${prefix}${refused!.reason}`);
}

function placeIn({ name, placeOf, comparable }: Side, path: string | undefined) {
  const at = path === undefined ? undefined : comparable.placeOf(path);
  return at && placeOf && { path: name, ...placeOf(at) };
}
