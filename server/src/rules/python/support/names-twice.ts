import { excerpt } from '../../../basics/excerpt';
import { rangeOf } from '../../../basics/range';
import { parameterFor, type UniqueName } from '../../../catalogue';
import type { Target } from '../../../catalogue/targets';
import { argumentFor } from '../../../dataflow/calls/argument-values';
import type { ApiCall, PythonFile } from '../../../dataflow/calls/python-file';
import { isAssigned } from '../../../dataflow/calls/tables';
import type { Expression } from '../../../python/tree';
import type { Severity } from '../../rule';
import type { CallProblem, CallReport } from '../call-rule';
import { refusedOn, targetsFor } from './targets';

/** What a call makes of two objects of one name. */
interface Verdict {
  readonly severity: Severity;
  /** A sentence to add, or nothing. */
  readonly words: string;
}

/** Reports the objects that reach a call together under one name; `advice` is what else to do than rename one. */
export function reportNamesTwice(
  users: Iterable<ApiCall>,
  objectsOf: (user: ApiCall) => readonly ApiCall[],
  what: string,
  advice: (object: ApiCall) => string,
  file: PythonFile,
  report: CallReport,
): void {
  const problems = [...users].flatMap((user) => {
    const first = new Map<string, { readonly object: ApiCall; readonly node: Expression }>();
    return objectsOf(user).flatMap((object): CallProblem[] => {
      const { value, node } = argumentFor(object, 'name') ?? {};
      const verdict = verdictOn(object, user, file);
      if (!node || value?.kind !== 'str' || value.value === undefined || !verdict) return [];
      if (isAssigned(user, object, 'name')) return [];
      const earlier = first.get(value.value);
      if (!earlier) first.set(value.value, { object, node });
      if (!earlier || (earlier.object === object && !countsEach(object, verdict))) return [];
      const { start, end } = earlier.node;
      const name = `'${excerpt(value.value)}'`;
      const isSame = start === node.start;
      const again =
        earlier.object === object
          ? `The ${what} ${name} is given twice. Give it once`
          : isSame
            ? `Several ${what}s that this makes have the name ${name}. Give each its own`
            : `Another ${what} has the name ${name}. Rename one`;
      return [
        {
          ...rangeOf(node),
          severity: verdict.severity,
          message: `${again}${advice(object)}.${verdict.words}`,
          ...(!isSame && { related: [{ start, end, message: `The other ${what}.` }] }),
        },
      ];
    });
  });
  // The same objects may reach several calls.
  const worst = new Map<number, CallProblem>();
  for (const problem of problems)
    if (worst.get(problem.start)?.severity !== 'error') worst.set(problem.start, problem);
  for (const problem of worst.values()) report(problem);
}

/** Whether a call refuses one object in two places, as JAX takes each leaf of a nesting. Others find nothing wrong with it. */
const countsEach = ({ entry }: ApiCall, { severity }: Verdict): boolean =>
  entry.role === 'feature' && (severity === 'error' || entry.library === 'keras-rs');

/** Undefined if nothing happens. */
function verdictOn(object: ApiCall, user: ApiCall, file: PythonFile): Verdict | undefined {
  const unique = parameterFor(object.entry, 'name')?.unique;
  if (!unique || unique.except?.includes(user.entry.id)) return undefined;
  const possible = targetsFor(object, file);
  const refusing = refusingTargets(unique, possible);
  const isHere = unique.by?.includes(user.entry.id) ?? true;
  const isEverywhere = !unique.on || (refusing.length > 0 && refusing.length === possible.length);
  if (isHere && isEverywhere)
    return { severity: user.entry.keepsSmallTables ? 'warning' : 'error', words: '' };
  if (refusing.length > 0) return { severity: 'warning', words: ` ${refusedOn(refusing, possible, user)}` };
  return unique.otherwise === undefined ? undefined : { severity: 'warning', words: ` ${unique.otherwise}` };
}

const refusingTargets = ({ on = [] }: UniqueName, possible: readonly Target[]): readonly Target[] =>
  possible.filter((target) => on.includes(target));
