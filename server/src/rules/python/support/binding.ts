import type { Range } from '../../../basics/range';
import { type ArgumentProblem, displayName, parameterLifetime, pastParameters } from '../../../catalogue';
import { methodCalls, unboundCalls } from '../../../dataflow/calls/methods';
import type { ApiCall, PythonFile } from '../../../dataflow/calls/python-file';
import { kerasCalls } from '../../../dataflow/calls/translated-optimizers';
import { TYPE_ERROR, VALUE_ERROR } from '../../../python/exceptions';
import type * as python from '../../../python/tree';
import { listing } from '../../support/wording';
import { type CallReport, type CallRule, isCaught } from '../call-rule';
import { isOfBase } from './base-methods';
import { ANY_QUESTION, isGuarded } from './guarded';

type Kind = ArgumentProblem['kind'];

/** A rule about one way in which arguments do not fit the parameters. */
export function bindingRule<K extends Kind>(
  info: Omit<CallRule, 'severity' | 'checkCall'>,
  kind: K,
  explain: (
    problems: readonly Extract<ArgumentProblem, { kind: K }>[],
    call: ApiCall,
    file: PythonFile,
    report: CallReport,
  ) => void,
): CallRule {
  const checkCall = (call: ApiCall, file: PythonFile, report: CallReport) => {
    // Another rule reports removed classes.
    if (call.entry.removed || isSketch(call.node)) return;
    const found = call.binding.problems.filter(
      (problem): problem is Extract<ArgumentProblem, { kind: K }> =>
        problem.kind === kind && !isForOtherRelease(problem, call, file),
    );
    if (found.length > 0) explain(found, call, file, isAllWritten(call) ? report : withoutFixes(report));
  };
  const rule: CallRule = {
    ...info,
    severity: 'error',
    // Protobuf and Keras may raise ValueError instead.
    raises: ({ entry: { library, message } }) =>
      library === 'tensorflow' && message === undefined ? TYPE_ERROR : TYPE_ERROR | VALUE_ERROR,
    checkCall,
    checkFile(file, report) {
      for (const call of methodCalls(file))
        if (!isCaught(rule, call, file))
          checkCall(call, file, call.isDeclared && !isOfBase(call, file) ? asWarning(report) : report);
      if (kind === 'missing')
        for (const call of unboundCalls(file)) if (!isCaught(rule, call, file)) checkCall(call, file, report);
      for (const call of kerasCalls(file)) {
        // In any program, evaluation notices what initializers do not know.
        const isTold = kind === 'unknown' && call.entry.group === 'initializer';
        if (!isTold && !isCaught(rule, call, file)) checkCall(call, file, report);
      }
    },
  };
  return rule;
}

/** Whether the code around a call asks which release it runs on, and on another one the call may be right. */
function isForOtherRelease(problem: ArgumentProblem, { node, entry }: ApiCall, file: PythonFile): boolean {
  const past = pastParameters(entry);
  if (problem.kind === 'unknown')
    return isGuarded(file, node, problem.name, past.includes(problem.name) ? ANY_QUESTION : []);
  const hasChanged =
    entry.variesWithFlax ||
    past.length > 0 ||
    entry.parameters.some(({ name }) => parameterLifetime(entry, name));
  return hasChanged && isGuarded(file, node, '', ANY_QUESTION);
}

/** Whether all arguments are written in the call: none comes from a star or `functools.partial`. */
export const isAllWritten = ({ arguments: given, node }: ApiCall) =>
  given.every((argument) => node.arguments.includes(argument));

/** A declared class is likely, not certain. */
const asWarning =
  (report: CallReport): CallReport =>
  (problem) =>
    report({ ...problem, severity: 'warning' });

/** An argument that is written elsewhere cannot be edited at the call. */
const withoutFixes =
  (report: CallReport): CallReport =>
  ({ fixes: _fixes, ...problem }) =>
    report(problem);

/** Whether the arguments contain `...` as a placeholder, as in documentation. */
export const isSketch = (node: python.Call): boolean =>
  node.arguments.some(
    ({ kind, value }) => kind === 'positional' && value.kind === 'constant' && value.value === '...',
  );

/** The place of a problem with the whole call: the last part of its name. */
export function calleeRange({ node }: ApiCall): Range {
  const { callee } = node;
  return { start: callee.kind === 'attribute' ? callee.nameStart : callee.start, end: callee.end };
}

/** As people write it: the class or op by its own name, a function with the module that it is in. */
export const callName = ({ entry: { id, kind, name } }: ApiCall): string =>
  kind === 'function' ? displayName(id).split('.').slice(-2).join('.') : name;

export const quoted = (names: readonly string[]): string => listing(names.map((name) => `\`${name}\``));
