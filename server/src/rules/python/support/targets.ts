import { LIBRARIES, type Parameter } from '../../../catalogue';
import { placeOf, type Target } from '../../../catalogue/targets';
import { argumentValue } from '../../../dataflow/calls/argument-values';
import { type ApiCall, argumentOf, type PythonFile } from '../../../dataflow/calls/python-file';
import { tableOf } from '../../../dataflow/calls/tables';
import { targetsOf } from '../../../dataflow/calls/targets';
import { judgeAs } from '../mismatches';

/** The targets on which a table, or the table of a feature, may be; none if its library does not tell them apart. */
export function targetsFor(part: ApiCall, file: PythonFile): readonly Target[] {
  const call = tableOf(part, file) ?? part;
  const possible = targetsOf(file.tree, call.entry.library);
  const placing = call.entry.parameters.find(({ moves }) => moves);
  const value = placing && argumentValue(call, placing.name);
  if (!placing || value?.kind !== 'str' || value.value === undefined) return possible;
  const to = placing.moves![value.value];
  const left = possible.filter((target) => !isRefused(placing, target, call, file));
  return [...new Set((left.length > 0 ? left : possible).map((target) => to?.[target] ?? target))];
}

/** An error where each possible target refuses something, else a warning and where it is refused. */
export const verdictOn = (
  refusing: readonly Target[],
  possible: readonly Target[],
): { severity: 'error' | 'warning'; where: string } =>
  refusing.length === possible.length
    ? { severity: 'error', where: '' }
    : { severity: 'warning', where: ` ${placeOf(refusing, possible)}` };

/** A sentence that says on which of the possible targets the library of a call refuses something. */
export const refusedOn = (
  refusing: readonly Target[],
  possible: readonly Target[],
  { entry }: ApiCall,
): string => `${LIBRARIES[entry.library].title} refuses it ${placeOf(refusing, possible)}.`;

/** Whether a table cannot be placed so on a target. */
function isRefused(placing: Parameter, target: Target, call: ApiCall, file: PythonFile): boolean {
  const expression = argumentOf(call, placing.name);
  return (placing.later ?? []).some(
    ({ on, takes }) =>
      expression !== undefined &&
      typeof takes !== 'string' &&
      (on?.includes(target) ?? true) &&
      judgeAs(takes, expression, placing, call, file, 'error').length > 0,
  );
}
