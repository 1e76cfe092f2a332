import { rangeOf } from '../../basics/range';
import type { Parameter } from '../../catalogue';
import { methodCalls } from '../../dataflow/calls/methods';
import { type ApiCall, argumentOf, type PythonFile } from '../../dataflow/calls/python-file';
import { allOfKind, type Expression } from '../../python/tree';
import type { CallRule } from './call-rule';
import { removalOf } from './support/edits';

const program = (
  bundling: string,
  looking: string,
): string => `from keras_rs.layers import DistributedEmbedding

layer = DistributedEmbedding(features)
ready = layer.preprocess(${bundling})
vectors = layer(${looking})`;

export const weightsTooLate: CallRule = {
  code: 'weights-too-late',
  severity: 'warning',
  summary: 'Weights are given to a lookup whose ids were bundled before, which ignores them.',
  details:
    '`preprocess` of keras-rs bundles ids with their weights. A call of the layer with such a bundle takes the weights from ' +
    'there, 1 for each id where none were given, and does not look at its own `weights`.',
  bad: program('ids', 'ready, weights=weights'),
  good: program('ids, weights=weights', 'ready'),
  checkFile(file, report) {
    // Where the weights were bundled as well, they may be given once more.
    const bundling = new Map<unknown, ApiCall>(
      methodCalls(file).flatMap((call) =>
        call.entry.bundlesWeights && !argumentThatHolds('weights', call) ? [[call.node, call]] : [],
      ),
    );
    if (bundling.size === 0) return;
    for (const call of methodCalls(file)) {
      if (call.entry.bundlesWeights) continue;
      const weights = argumentThatHolds('weights', call);
      const made = bundling.get(idsGivenTo(call, file));
      if (!weights || !made || call.typeOf(weights).kind === 'none') continue;
      report({
        ...rangeOf(weights),
        message: `These weights are not looked at: the ids were bundled by \`${made.entry.name}\`. Give the weights there.`,
        related: [{ ...rangeOf(made.node), message: 'The ids are bundled here.' }],
        fixes: () => fixes(call, file),
      });
    }
  },
};

const parameterThatHolds = (what: NonNullable<Parameter['holds']>, { entry }: ApiCall) =>
  entry.parameters.find(({ holds }) => holds === what);

function argumentThatHolds(what: NonNullable<Parameter['holds']>, call: ApiCall) {
  const parameter = parameterThatHolds(what, call);
  return parameter && argumentOf(call, parameter.name);
}

/** What a lookup gets in place of ids: a call, or the one that a variable holds, if nothing else is assigned to it. */
function idsGivenTo(call: ApiCall, { tree }: PythonFile): Expression | undefined {
  const ids = argumentThatHolds('ids', call);
  if (ids?.kind !== 'name') return ids;
  const isIt = (target: Expression) => target.kind === 'name' && target.name === ids.name;
  const assigned = allOfKind(tree, 'assignment').filter(({ targets }) => targets.some(isIt));
  return assigned.length === 1 ? assigned[0]!.value : undefined;
}

const fixes = (call: ApiCall, { text }: PythonFile) =>
  removalOf(text, call.node, parameterThatHolds('weights', call)!.name);
