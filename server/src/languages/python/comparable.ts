import { rangeOf } from '../../basics/range';
import type { PythonFile } from '../../dataflow/calls/python-file';
import { derivations } from '../../dataflow/derivation/derivation';
import { messageOf } from '../../dataflow/derivation/message';
import type { Strategy } from '../../dataflow/derivation/strategy';
import { nodeFor } from '../../rules/python/derived-configuration';
import type { ComparableConfiguration } from '../comparable';
import type { Diagnostic } from '../diagnostic';
import { refusalOf, sizesOfFields } from './derivation';

/** The configurations that TensorFlow builds from a program, and those that the program builds itself. */
export function comparableConfigurations(
  file: PythonFile,
  strategy: Strategy,
  diagnostics: readonly Diagnostic[],
): ComparableConfiguration[] {
  return derivations(file, strategy).map((derivation) => {
    const { call, fields } = derivation;
    const refused = refusalOf(derivation, diagnostics);
    if (refused) return { ...rangeOf(call), comparable: undefined, refused };
    const nodes = new Map(fields.map(({ path, node }) => [path, node]));
    return {
      ...rangeOf(call),
      comparable: {
        message: messageOf(fields),
        unknown: fields.flatMap(({ path, value, reason = '' }) =>
          value === undefined ? [{ path, reason }] : [],
        ),
        sizes: sizesOfFields(fields),
        placeOf: (path) => rangeOf(nodeFor(path, nodes) ?? call),
      },
    };
  });
}
