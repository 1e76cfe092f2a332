import { agrees, type Claims, claimsOf, placeOf } from './claims';
import { type Frozen, type Program, type Recorded, record } from './cpython';

/** A wrong claim, or a program that makes the evaluator fail. */
export interface Defect {
  readonly program: Program;
  readonly message: string;
}

/** The number of plain values in programs that the evaluator knew. */
export interface Knowledge {
  plain: number;
  known: number;
  /** Programs that are not evaluated to their end, so that fewer values are known. */
  abandoned: number;
}

export const noKnowledge = (): Knowledge => ({ plain: 0, known: 0, abandoned: 0 });

const UNREADABLE = 'CPython does not read it';

const PLAIN: ReadonlySet<string> = new Set(['bool', 'int', 'float', 'str', 'bytes', 'none']);

/** Compares the values that the evaluator claims with those of CPython. */
export function defectsOf(programs: readonly Program[], knowledge: Knowledge): readonly Defect[] {
  const all = record(programs);
  return programs.flatMap((program, i) => {
    const message = defectOf(program, all[i]!, knowledge);
    return message === undefined ? [] : [{ program, message }];
  });
}

function defectOf({ text }: Program, recorded: Recorded, knowledge: Knowledge): string | undefined {
  if ('error' in recorded) return `${UNREADABLE}: ${recorded.error}`;
  let claims: Claims | undefined;
  try {
    claims = claimsOf(text);
  } catch (error) {
    return `The evaluator breaks: ${(error as Error).stack}`;
  }
  if (!claims) {
    knowledge.abandoned++;
    return undefined;
  }
  let first: string | undefined;
  for (const [start, end, truths] of recorded.values) {
    const claimed = [...(claims.get(placeOf(start, end))?.values() ?? [])];
    for (const truth of truths) {
      if (PLAIN.has(truth[0])) {
        knowledge.plain++;
        if (claimed.some((claim) => isConcrete(claim) && agrees(claim, truth))) knowledge.known++;
      }
      if (first !== undefined || claimed.length === 0 || claimed.some((claim) => agrees(claim, truth)))
        continue;
      const line = text.slice(0, start).split('\n').length;
      first = `line ${line}: \`${text.slice(start, end)}\` is ${JSON.stringify(truth)}, but the evaluator claims ${claimed.map((claim) => JSON.stringify(claim)).join(' or ')}`;
    }
  }
  return first;
}

const isConcrete = (claim: Frozen) =>
  claim !== '?' && (claim[0] === 'none' || claim.length > 1) && claim[0] !== 'oneOf';

/** Removes the parts of a program that the defect does not need. */
export function shrunk(defect: Defect): Defect {
  if (defect.message.startsWith(UNREADABLE)) return defect;
  let smallest = defect;
  for (;;) {
    const candidates = withoutPart(smallest.program.text);
    let smaller: Defect | undefined;
    for (let i = 0; i < candidates.length && !smaller; i += 16)
      smaller = defectsOf(
        candidates.slice(i, i + 16).map((text) => ({ ...defect.program, text })),
        noKnowledge(),
      ).find(({ message }) => !message.startsWith(UNREADABLE));
    if (!smaller) return smallest;
    smallest = smaller;
  }
}

/** Variants of a program without one statement, or with a block replaced by its body; the shortest first. */
function withoutPart(text: string): string[] {
  const lines = text.split('\n');
  const indent = (line: string) => /^ */.exec(line)![0].length;
  return lines
    .flatMap((line, i) => {
      let end = i + 1;
      while (end < lines.length && (lines[end] === '' || indent(lines[end]!) > indent(line))) end++;
      const before = lines.slice(0, i);
      const body = lines.slice(i + 1, end).map((each) => each.slice(4));
      const removed = [...before, ...lines.slice(end)].join('\n');
      return end > i + 1 ? [removed, [...before, ...body, ...lines.slice(end)].join('\n')] : [removed];
    })
    .sort((a, b) => a.length - b.length);
}
