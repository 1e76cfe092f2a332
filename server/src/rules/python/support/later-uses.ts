// What later calls make of the arguments of an object: `later` in the catalogue, on each target of the program.

import { addTo } from '../../../basics/groups';
import { once } from '../../../basics/once';
import { type LaterUse, LIBRARIES, type Parameter } from '../../../catalogue';
import { type Backend, isBackend, type Target } from '../../../catalogue/targets';
import { argumentValue } from '../../../dataflow/calls/argument-values';
import { dependOnAll } from '../../../dataflow/calls/evaluation';
import { methodCalls } from '../../../dataflow/calls/methods';
import { type ApiCall, argumentOf, type PythonFile } from '../../../dataflow/calls/python-file';
import { assignedTo, isAssigned, type Part, partsOf } from '../../../dataflow/calls/tables';
import { targetsOf } from '../../../dataflow/calls/targets';
import type { Value } from '../../../evaluator';
import { type Expression, isExpression, type Node } from '../../../python/tree';
import { argumentMismatches, judgeAs } from '../mismatches';
import { type Mismatch, mismatch } from '../mismatches/mismatch';
import { callName } from './binding';
import { maySetLater } from './set-later';

/** What becomes of an argument on a target, the worst first. */
const OUTCOMES = ['fails', 'may fail', 'fails when called', 'goes wrong', 'works', 'ignored'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** An argument, and what a later call makes of it. */
export interface JudgedArgument {
  readonly call: ApiCall;
  readonly parameter: Parameter;
  readonly expression: Expression;
  readonly user: ApiCall;
  /** For each target that the program may run on. */
  readonly outcomes: ReadonlyMap<Target, Outcome>;
  /** What does not fit, those first that make it fail. */
  readonly mismatches: readonly Mismatch[];
}

/** The arguments that later calls in the text judge. */
export const judgedLater = once((file: PythonFile): readonly JudgedArgument[] =>
  [...file.calls, ...methodCalls(file)].flatMap((user) => judgedBy(user, file)),
);

/** What later calls in the text make of an argument that a node is in; empty where none decides about it. */
export function outcomesLater(node: Node, file: PythonFile): readonly Outcome[] {
  // Whoever asks first makes the answer for all, so each has to depend on what it was made of.
  dependOnAll(file.tree);
  const judged = judgedExpressions(file);
  for (let at: Node | undefined = node; at; at = at.parent) {
    const found = judged.get(at);
    if (found) return found.flatMap(({ outcomes }) => [...outcomes.values()]);
    if (at.kind === 'call' && at !== node) return [];
  }
  return [];
}

const judgedExpressions = once((file: PythonFile): ReadonlyMap<Node, JudgedArgument[]> => {
  const found = new Map<Node, JudgedArgument[]>();
  for (const each of judgedLater(file)) addTo(found, each.expression, each);
  return found;
});

function judgedBy(user: ApiCall, file: PythonFile): JudgedArgument[] {
  if (!LIBRARIES[user.entry.library].targets) return [];
  const parts = partsOf(user, file).filter((part) => !isReplaced(user, part));
  const possible = targetsOf(file.tree, user.entry.library, impliedBy(parts));
  const placing = placingParts(parts);
  const judge = (isMeant: (parameter: Parameter) => boolean, targets: readonly Target[]) =>
    parts.flatMap((part) =>
      part.call.entry.parameters.flatMap((parameter) => {
        const uses = isMeant(parameter) ? usesBy(user, parameter) : [];
        return uses.length > 0 ? judgeArgument(part, parameter, uses, targets) : [];
      }),
    );

  function judgeArgument(
    { call, within }: Part,
    parameter: Parameter,
    uses: readonly LaterUse[],
    targets: readonly Target[],
  ): JudgedArgument[] {
    const isLacking = ({ orElse }: LaterUse) =>
      orElse !== undefined && [parameter.name, orElse].every((name) => !argumentOf(call, name));
    const assigned = assignedTo(user, call, parameter.name);
    const expression = assigned
      ? placeOfAssigned(assigned)
      : (argumentOf(call, parameter.name) ?? (uses.some(isLacking) ? call.node.callee : undefined));
    if (!expression || expression.kind === 'missing') return [];
    if (isRefused(call, expression, file)) return [];
    const judged = uses.map((use) => {
      const mismatches = mismatchesOf(use, call, parameter, expression, file);
      const outcome = outcomeOf(use, mismatches);
      const isOpen = use.when === 'built' && outcome === 'fails' && maySetLater(call, parameter.name, file);
      return { use, mismatches, outcome: isOpen ? ('may fail' as const) : outcome };
    });
    const outcomeAs = (target: Target): Outcome =>
      worst(judged.filter(({ use }) => isOn(use, target)).map(({ outcome }) => outcome)) ?? 'works';
    const owner = [call, ...within].find(placement);
    const deciding = parameter.moves ? [] : owner ? [owner] : (placing.get(call) ?? []);
    const outcomes = targets.map((target) => {
      const each = deciding.map((by) => together(behaviours(by, target, user).map(outcomeAs)));
      return [target, worst(each) ?? outcomeAs(target)] as const;
    });
    const mismatches = judged.flatMap((each) => each.mismatches);
    const isError = ({ severity }: Mismatch) => severity === 'error';
    return [
      {
        call,
        parameter,
        expression,
        user,
        outcomes: new Map(outcomes),
        mismatches: [...mismatches.filter(isError), ...mismatches.filter((each) => !isError(each))],
      },
    ];
  }

  const placements = judge(({ moves }) => moves !== undefined, possible);
  const left = possible.filter((target) =>
    placements.every(({ outcomes }) => outcomes.get(target) !== 'fails'),
  );
  // Where a table asks for SparseCores, nothing else runs on a CPU.
  return [...placements, ...judge(({ moves }) => !moves, left.length > 0 ? left : possible)];
}

/** Where the value is written that an attribute got, if that is one and the whole of it is known. */
const placeOfAssigned = (value: Value) =>
  SEVERAL.has(value.kind) || ('value' in value && value.value === undefined) || !isExpression(value.node)
    ? undefined
    : value.node;
const SEVERAL: ReadonlySet<Value['kind']> = new Set(['unknown', 'oneOf']);

/** Whether the feature that a table was given to has got another one. */
const isReplaced = (user: ApiCall, { call, within: [owner] }: Part): boolean =>
  call.entry.role === 'table' && owner !== undefined && isAssigned(user, owner, 'table_id');

/** The backend whose own objects are among the parts. */
const impliedBy = (parts: readonly Part[]): Backend | undefined =>
  parts.map(({ call }) => call.entry.library as string).find(isBackend);

const usesBy = ({ entry }: ApiCall, { later = [] }: Parameter) =>
  later.filter(({ by }) => by.includes(entry.id));

const isOn = ({ on }: LaterUse, target: Target) => on?.includes(target) ?? true;

/** Whether the call itself already refuses an argument. */
const isRefused = (call: ApiCall, expression: Expression, file: PythonFile) =>
  call.binding.problems.some(({ kind }) => kind === 'keyword-only' || kind === 'too-many') ||
  argumentMismatches(call, file).some(
    ({ node, severity }) =>
      severity === 'error' && expression.start <= node.start && node.end <= expression.end,
  );

const mismatchesOf = (
  { takes, orElse }: LaterUse,
  call: ApiCall,
  parameter: Parameter,
  expression: Expression,
  file: PythonFile,
): Mismatch[] => {
  if (orElse !== undefined && expression === call.node.callee)
    return [
      mismatch(
        'type',
        expression,
        'error',
        `\`${callName(call)}\` needs \`${parameter.name}\` or \`${orElse}\`.`,
      ),
    ];
  return typeof takes === 'string' ? [] : judgeAs(takes, expression, parameter, call, file, 'error');
};

function outcomeOf({ takes, when }: LaterUse, mismatches: readonly Mismatch[]): Outcome {
  if (takes === 'ignored') return 'ignored';
  if (takes === 'refused' || mismatches.some(({ severity }) => severity === 'error'))
    return when === 'called' ? 'fails when called' : 'fails';
  return mismatches.length > 0 ? 'goes wrong' : 'works';
}

/** The mismatch in words that hold wherever the program runs. */
export const mismatchAnywhere = (
  { call, parameter, expression }: JudgedArgument,
  file: PythonFile,
): Mismatch | undefined =>
  expression === call.node.callee
    ? undefined
    : judgeAs(parameter.type, expression, parameter, call, file, 'error')[0];

const worst = (outcomes: readonly Outcome[]): Outcome | undefined =>
  OUTCOMES.find((each) => outcomes.includes(each));

/** The outcome of one of several possible behaviours. */
function together(possible: readonly Outcome[]): Outcome {
  const outcome = worst(possible)!;
  return outcome === 'fails' && possible.some((each) => each !== 'fails') ? 'may fail' : outcome;
}

// ---------------------------------------------------------------- Objects that say on what they run

const placement = ({ entry }: ApiCall) => entry.parameters.find(({ moves }) => moves);

/** The parts that say on what they run, for each object that they are a part of. */
function placingParts(parts: readonly Part[]): ReadonlyMap<ApiCall, readonly ApiCall[]> {
  const byOwner = new Map<ApiCall, ApiCall[]>();
  for (const { call, within } of parts)
    if (placement(call)) for (const owner of within) addTo(byOwner, owner, call);
  return byOwner;
}

/** The targets that an object may behave as on a target; one if it is known. */
function behaviours(call: ApiCall, target: Target, user: ApiCall): readonly Target[] {
  const { name, moves } = placement(call)!;
  const value = assignedTo(user, call, name) ?? argumentValue(call, name);
  const moved = new Map(Object.entries(moves!).map(([word, targets]) => [word, targets[target]]));
  if (value?.kind === 'str' && value.value !== undefined) return [moved.get(value.value) ?? target];
  return [target, ...[...moved.values()].flatMap((each) => each ?? [])];
}
