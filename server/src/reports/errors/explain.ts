import { lazy } from '../../basics/once';
import { allRules } from '../../rules';
import { CAUSES } from './causes';
import { type Frame, isOwn } from './frames';
import { type Gravity, type Output, outputOfNotebook, readOutput } from './output';
import { filled, type Match, type Pattern, patternOf } from './pattern';

/** What may have made a program fail. */
export interface Explanation {
  /** The rule for the mistake; absent where it is none that can be seen in a program. */
  readonly rule?: string;
  /** In plain words. */
  readonly cause: string;
  /** What to do, where no rule's page says so. */
  readonly advice?: string;
  /** The places of the person's own program, that of the failure first. */
  readonly places: readonly Place[];
}

export interface Place {
  readonly path: string;
  /** Counted from 1. */
  readonly line: number;
}

interface Known {
  readonly pattern: Pattern;
  readonly rule?: string;
  readonly cause: string;
  readonly advice?: string;
}

const known = lazy((): readonly Known[] => [
  ...allRules.flatMap(({ code, messages = {} }) =>
    Object.entries(messages).map(([says, cause]) => ({ pattern: patternOf(says), rule: code, cause })),
  ),
  ...CAUSES.flatMap(({ says, ...cause }) =>
    says.map((message) => ({ pattern: patternOf(message), ...cause })),
  ),
]);

interface Found extends Known {
  readonly match: Match;
  readonly gravity: Gravity;
}

/** Explanations that are less certain than this share of the best are left out. */
const LEAST_SHARE = 0.4;
const MOST = 5;

interface Explanations {
  /** The most likely first. */
  readonly explanations: readonly Explanation[];
  /** The places of the person's own program at the end of the output, whatever the messages are. */
  readonly places: readonly Place[];
}

/** What a trace, a log, a message or the output of a notebook tells about a failure. */
export function explainError(written: string): Explanations {
  const output = readOutput(outputOfNotebook(written) ?? written);
  return { explanations: explanationsOf(output), places: placesFor(output.text.length, output) };
}

function explanationsOf(output: Output): readonly Explanation[] {
  const found = findAll(output).sort(
    (a, b) => b.gravity - a.gravity || b.pattern.weight - a.pattern.weight || b.match.start - a.match.start,
  );
  const [best] = found;
  if (!best) return [];
  const explanations = new Map<string, Explanation>();
  for (const { pattern, rule, cause, advice, match, gravity } of found) {
    const isLikely = gravity < best.gravity || pattern.weight >= best.pattern.weight * LEAST_SHARE;
    const key = rule ?? cause;
    if (!isLikely || explanations.has(key)) continue;
    explanations.set(key, {
      ...(rule !== undefined && { rule }),
      cause: filled(cause, match.words),
      ...(advice !== undefined && { advice }),
      places: placesFor(match.start, output),
    });
  }
  return [...explanations.values()].slice(0, MOST);
}

function findAll(output: Output): Found[] {
  return known().flatMap((each) =>
    [...each.pattern.matches(output.text)].map((match) => ({
      ...each,
      match,
      gravity: output.gravityOf(output.lineAt(match.start)),
    })),
  );
}

/** The places of the person's own program around a message, the innermost first. */
function placesFor(offset: number, { frames, lineAt, isInnermostFirst }: Output): Place[] {
  const line = lineAt(offset);
  const own = frames.filter(isOwn);
  const before = own.filter(({ at }) => at <= line);
  const nearest = before.length > 0 && !isInnermostFirst ? before.reverse() : own;
  return distinct(nearest);
}

function distinct(frames: readonly Frame[]): Place[] {
  const places = frames.map(({ path, line }) => ({ path, line }));
  return places.filter(
    ({ path, line }, i) => places.findIndex((other) => other.path === path && other.line === line) === i,
  );
}
