import type { Range } from '../../../basics/range';
import { printable } from '../../../basics/terminal';
import { UsageError } from '../../../basics/usage-error';
import type { Comparable } from '../../../configuration/comparison/comparable';
import { compare, type Sides, type Uncompared } from '../../../configuration/comparison/compare';
import { compareMade, type MadeSide } from '../../../configuration/comparison/compare-made';
import { loading } from '../../../configuration/comparison/loading';
import { CONFIGURATION } from '../../../schema/builtin';
import {
  comparedJson,
  comparedMadeJson,
  comparedMadeText,
  comparedText,
  isSame,
  loadingJson,
  uncomparedText,
} from '../../compared';
import {
  CHECKPOINTS,
  type Compared,
  MEANING_IN_LIBRARIES,
  OF_OTHER_LIBRARIES,
  refusalOf,
} from '../../forms/compared-sides';
import { problemLine } from '../../forms/problem-line';
import { readAs } from '../../forms/read';
import { type PlaceOf, placeText } from '../../places';
import { type Arguments, readArguments } from '../arguments';
import { analysisOf, bytesOf, LANGUAGE, type Opened, open, TEXT } from '../opened';
import { boolean, type JsonSchema, list, object, text } from '../schema';
import type { Host, Tool } from '../tool';
import { chosenByLine, LINE } from './chosen-by-line';
import { PLACE_IN_FILE } from './places';
import { STRATEGY, strategyFor } from './strategy';

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

const PLACES = object({ 'before?': PLACE_IN_FILE, 'after?': PLACE_IN_FILE });

const BYTES: JsonSchema = { anyOf: [{ type: 'integer' }, { type: 'null' }] };

export const diff: Tool = {
  name: 'diff',
  title: 'Compare TPU embedding configurations',
  summary: 'Shows what differs in meaning between two configurations or programs.',
  icon: 'diff',
  description:
    'What differs in meaning between two configurations in any form that show reads, or programs that make them. Use it on a rewrite or an edit; with breaking, on whether checkpoints still load.',
  takes: object({
    before: { ...SIDE, description: 'The old one.' },
    after: { ...SIDE, description: 'The new one.' },
    'breaking?': boolean('Answer only what keeps old checkpoints from loading.'),
    ...STRATEGY,
  }),
  answers: object({
    'same?': boolean(),
    'differences?': list(
      object({
        path: text('Such as tables.user.dimension.'),
        kind: { type: 'string', enum: ['changed', 'added', 'removed', 'renamed', 'moved'] },
        before: ANY,
        after: ANY,
        text: text(),
        at: PLACES,
      }),
    ),
    'unknown?': list(
      object({ path: text(), side: { type: 'string', enum: ['before', 'after'] }, reason: text() }),
    ),
    'deviceBytes?': object({ before: BYTES, after: BYTES }),
    'loads?': { anyOf: [boolean(), { type: 'null' }] },
    'breaking?': list(
      object({
        path: text(),
        kind: { type: 'string', enum: ['library', 'table', 'shape', 'slot', 'stack', 'sharding'] },
        before: ANY,
        after: ANY,
        reason: text(),
        at: PLACES,
      }),
    ),
    'assumed?': list(text()),
  }),
  run: (given, host) => (given.get('breaking') ? compareCheckpoints : compareMeaning)(given, host),
};

async function compareMeaning(given: Arguments, host: Host) {
  const [before, after] = await sidesOf(given, host, MEANING_IN_LIBRARIES);
  const [old, now] = [before.value, after.value];
  if ('made' in old && 'made' in now)
    return compareMadeSides({ ...before, value: old.made }, { ...after, value: now.made });
  if ('made' in old || 'made' in now)
    throw new UsageError(`${before.name} and ${after.name} ${OF_OTHER_LIBRARIES} with breaking.`);
  return compareMessages({ ...before, value: old.message }, { ...after, value: now.message });
}

const plain = (_: string, part: string): string => printable(part);

function compareMadeSides(before: Side<MadeSide>, after: Side<MadeSide>) {
  const comparison = compareMade({ before: before.value, after: after.value }, undefined);
  const { differences, ...rest } = comparedMadeJson(comparison);
  const placed = differences.map((each, i) => ({
    ...each,
    at: placesOf(comparison.differences[i]!.at, before, after),
  }));
  const lines = [
    ...comparedMadeText(comparison, plain),
    ...uncomparedLines(comparison.unknown, before, after),
  ];
  return {
    data: { ...rest, differences: placed },
    text: rest.same ? 'Both mean the same.' : lines.join('\n'),
  };
}

function compareMessages(before: Side<Comparable>, after: Side<Comparable>) {
  const comparison = compare(before.value, after.value);
  const { differences, ...rest } = comparedJson(comparison);
  const placed = differences.map((each, i) => ({
    ...each,
    at: placesOf(comparison.differences[i]!.at, before, after),
  }));
  const lines = [...comparedText(comparison, plain), ...uncomparedLines(comparison.unknown, before, after)];
  return {
    data: { ...rest, differences: placed },
    text: isSame(comparison) ? 'Both mean the same.' : lines.join('\n'),
  };
}

async function compareCheckpoints(given: Arguments, host: Host) {
  const [before, after] = await sidesOf(given, host, CHECKPOINTS);
  const found = loading(before.value, after.value);
  const { breaking, ...rest } = loadingJson(found);
  const placed = breaking.map((each, i) => ({ ...each, at: placesOf(found.breaking[i]!.at, before, after) }));
  const lines = [
    ...breaking.map(({ reason }) => printable(reason)),
    ...found.assumed,
    ...uncomparedLines(found.unknown, before, after),
  ];
  return { data: { ...rest, breaking: placed }, text: found.loads ? 'Checkpoints load.' : lines.join('\n') };
}

const uncomparedLines = (unknown: readonly Uncompared[], before: Named, after: Named) =>
  uncomparedText(unknown, { before: before.name, after: after.name }).map(printable);

interface Named {
  readonly name: string;
}

interface Side<T> extends Named {
  readonly value: T;
  /** Undefined for a form without places. */
  readonly placeOf: PlaceOf | undefined;
}

interface Placed {
  placeOf(path: string): Range | undefined;
}

const sidesOf = async <T extends object>(given: Arguments, host: Host, compared: Compared<T>) =>
  [await sideOf('before', given, host, compared), await sideOf('after', given, host, compared)] as const;

async function sideOf<T extends object>(
  side: 'before' | 'after',
  given: Arguments,
  host: Host,
  compared: Compared<T>,
): Promise<Side<T>> {
  const own = readArguments(SIDE, given.get(side), `${side}.`);
  const { bytes, form } = await bytesOf(own, host);
  if (form === 'textproto' || form === 'python' || own.has('language'))
    return textSide(await open(own, host), own, given, compared);
  const name = String(own.get('path') ?? 'text');
  const { read, placeOf } = readAs(form, bytes);
  if ('content' in read) return { name, value: compared.inForm(read.content), placeOf: undefined };
  throw new UsageError(
    read.problems.map((problem) => printable(problemLine(problem, name, placeOf))).join('\n'),
  );
}

async function textSide<T extends object>(
  opened: Opened,
  own: Arguments,
  given: Arguments,
  compared: Compared<T>,
): Promise<Side<T>> {
  const { name, kind, placeOf } = opened;
  const analysis = await analysisOf(opened);
  const all = compared.inText(analysis, strategyFor(opened, given));
  if (all.length === 0 && kind === 'textproto')
    throw new UsageError(`${name}: not a ${CONFIGURATION}. ${analysis.resolution?.detail}`);
  const chosen = chosenByLine(own, all, opened);
  const { value, refused } = chosen;
  if (value) return { name, value, placeOf };
  const reason = kind === 'textproto' ? refused!.reason : refusalOf(chosen);
  throw new UsageError(`${placeText(name, placeOf(refused!.at))}: ${reason}`);
}

function placesOf(at: Sides<string | undefined>, before: Side<Placed>, after: Side<Placed>) {
  const [old, now] = [placeIn(before, at.before), placeIn(after, at.after)];
  return { ...(old && { before: old }), ...(now && { after: now }) };
}

function placeIn({ name, placeOf, value }: Side<Placed>, path: string | undefined) {
  const at = path === undefined ? undefined : value.placeOf(path);
  return at && placeOf && { path: name, ...placeOf(at) };
}
