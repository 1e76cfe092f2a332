import { lazy } from '../../basics/once';
import { rangeOf } from '../../basics/range';
import {
  type ApiCall,
  callsByDefault,
  callsWithOptions,
  caughtAt,
  type PythonFile,
} from '../../dataflow/calls/python-file';
import { isExit } from '../../python/branches';
import { NO_EXCEPTION } from '../../python/exceptions';
import { bindingsOf } from '../../python/names';
import { functionOf } from '../../python/surroundings';
import { isExpression, type Node } from '../../python/tree';
import type { CallRule } from './call-rule';
import { argumentMismatches } from './mismatches';
import { definitionOf } from './mismatches/shown-value';
import { isGuarded } from './support/guarded';

export const possibleValue: CallRule = {
  code: 'possible-value',
  severity: 'warning',
  summary: 'An argument may have a value that the call does not accept.',
  details:
    'The value is the default of a flag or of a command-line argument, which is what runs unless somebody says otherwise; or it is ' +
    'what one branch gives, where a condition decides that only the run knows. For the second, a call that stands in a branch itself is not ' +
    'judged: the two conditions may exclude each other. Nor is a value that the hardware decides.',
  bad: `import tensorflow as tf
from absl import app, flags

DIM = flags.DEFINE_integer('dim', 0, 'Width of the rows.')

def main(_):
  tf.tpu.experimental.embedding.TableConfig(1000, DIM.value)

app.run(main)`,
  good: `import tensorflow as tf
from absl import app, flags

DIM = flags.DEFINE_integer('dim', 16, 'Width of the rows.')

def main(_):
  tf.tpu.experimental.embedding.TableConfig(1000, DIM.value)

app.run(main)`,
  checkFile(file, report) {
    // Few programs have a value that only may be wrong.
    const reported = lazy(
      () => new Set(file.calls.flatMap((call) => argumentMismatches(call, file).map(({ node }) => node))),
    );
    const judge = (call: ApiCall, why: string, isMeant: (node: Node) => boolean) => {
      if (caughtAt(file.tree, call) !== NO_EXCEPTION) return;
      for (const { node, message, fixes } of argumentMismatches(call, file)) {
        if (!isMeant(node) || reported().has(node)) continue;
        reported().add(node);
        report({ ...rangeOf(node), message: `${message} ${why}`, related: definitionOf(call, node), fixes });
      }
    };
    for (const call of callsByDefault(file.tree)) judge(call, BY_DEFAULT, () => true);
    for (const call of file.calls) {
      const choices = callsWithOptions(call);
      if (choices.length === 0 || isInBranch(call.node)) continue;
      for (const each of choices)
        judge(each, ON_A_PATH, (node) => isMadeHere(node, each) && !isForTarget(node, file));
    }
  },
};

const BY_DEFAULT = 'That is the default: it is what runs unless the command line says otherwise.';
const ON_A_PATH = 'One of the paths that lead here gives it this value.';

/** Whether a condition decides whether a call happens. */
function isInBranch(node: Node): boolean {
  for (let at = node; at.parent && at.kind !== 'function'; at = at.parent) {
    if (at.kind === 'conditional' || at.kind === 'boolean' || (at.kind === 'block' && at.keyword !== 'with'))
      return true;
    const { parent } = at;
    const body = parent && 'body' in parent && Array.isArray(parent.body) ? parent.body : [];
    const before: readonly Node[] = body.slice(0, Math.max(0, body.indexOf(at)));
    if (before.some((each) => each.kind === 'block' && isExit(each.body.at(-1)))) return true;
  }
  return false;
}

/** Whether the function that calls also finds the value: of an argument or an attribute, its caller may know more. */
function isMadeHere(node: Node, call: ApiCall): boolean {
  // None often stands for a value that comes later.
  if (!isExpression(node) || call.typeOf(node).kind === 'none') return false;
  const around = functionOf(call.node);
  const isParameter = node.kind === 'name' && around?.parameters.some(({ name }) => name === node.name);
  return node.kind === 'call' || node.kind === 'conditional' || (node.kind === 'name' && !isParameter);
}

/** Whether the value depends on the hardware, which decides what the call takes, too. */
function isForTarget(node: Node, file: PythonFile): boolean {
  const choices =
    node.kind === 'name'
      ? (bindingsOf(file.tree, node) ?? []).map((binding) => binding.node)
      : node.kind === 'conditional'
        ? [node.body]
        : [];
  return choices.some((choice) => isGuarded(file, choice, '', ['target']));
}
