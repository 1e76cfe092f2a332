import type { Target } from '../../../catalogue/targets';
import { argumentValue } from '../../../dataflow/calls/argument-values';
import type { ApiCall, PythonFile } from '../../../dataflow/calls/python-file';
import { targetsOf } from '../../../dataflow/calls/targets';

/** The targets on which the object of a call may be, by its arguments; none if its library does not tell them apart. */
export function targetsFor(call: ApiCall, { tree }: PythonFile): readonly Target[] {
  const { library, parameters } = call.entry;
  return parameters.reduce<readonly Target[]>(
    (targets, { name, moves }) => {
      const value = moves && argumentValue(call, name);
      const to = value?.kind === 'str' && value.value !== undefined ? moves?.[value.value] : undefined;
      return to ? [...new Set(targets.map((target) => to[target] ?? target))] : targets;
    },
    targetsOf(tree, library),
  );
}
