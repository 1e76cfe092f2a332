import { isWithin } from '../../../basics/range';
import { escapeSnippet, placeholder } from '../../../basics/snippet';
import { isFor, type Parameter } from '../../../catalogue';
import { argumentFor, numberFor } from '../../../dataflow/calls/argument-values';
import { inScope } from '../../../dataflow/calls/in-scope';
import { numberOf } from '../../../dataflow/calls/known-values';
import { type ApiCall, argumentThatSets, type PythonFile } from '../../../dataflow/calls/python-file';
import { instanceOf } from '../../../dataflow/calls/tables';

const INPUT = 'global_input_shape';
const OUTPUT = 'global_output_shape';

/** How to write the length of the vectors of a feature's table in the call that makes the feature. */
export function widthSource(call: ApiCall, file: PythonFile): string | undefined {
  const table = instanceOf(call, 'table_id', file);
  const size = table && numberFor(table, 'dimension');
  if (!table || size === undefined) return undefined;
  const written = argumentThatSets(table, 'dimension');
  const isSame =
    written?.kind === 'name' &&
    inScope(file.tree, call.node.start).some(
      ({ source, type }) => source === written.name && numberOf(type) === size,
    );
  return isSame ? written.name : String(size);
}

/** How to write the global batch in the call that makes a feature: as its other shape does, or a variable of that name. */
export function batchSource(call: ApiCall, { text, tree }: PythonFile): string | undefined {
  for (const setting of [INPUT, OUTPUT] as const) {
    const { value, node } = argumentFor(call, setting) ?? {};
    const first = value?.kind === 'tuple' || value?.kind === 'list' ? value.elements?.[0] : undefined;
    if (first && isWithin(first, node!)) return text.slice(first.start, first.end);
  }
  const named = inScope(tree, call.node.start).filter(({ name }) =>
    /^(?:global_)?batch(?:_size)?$/i.test(name),
  );
  return named.length === 1 ? named[0]!.source : undefined;
}

export const isShape = (parameter: Parameter): boolean => isFor(parameter, INPUT) || isFor(parameter, OUTPUT);

/** The shape of a feature's result in the call that makes it, if both of its sizes can be written. */
export function outputShapeSource(call: ApiCall, file: PythonFile): string | undefined {
  const [batch, width] = [batchSource(call, file), widthSource(call, file)];
  return batch === undefined || width === undefined ? undefined : `(${batch}, ${width})`;
}

/** A shape of a feature with placeholders for what is not known. How many ids a sample has never is. */
export function shapeSnippet(parameter: Parameter, call: ApiCall, file: PythonFile): string {
  const batch = batchSource(call, file);
  const width = isFor(parameter, OUTPUT) ? widthSource(call, file) : undefined;
  const first = batch === undefined ? placeholder(1, 'global_batch') : escapeSnippet(batch);
  const last = isFor(parameter, INPUT)
    ? placeholder(2, '1')
    : width === undefined
      ? placeholder(3, 'width')
      : escapeSnippet(width);
  return `(${first}, ${last})`;
}
