import type { PythonFile } from '../../dataflow/python-file';
import { type Derivation, derivations } from '../../derivation/derivation';
import { messageOf } from '../../derivation/message';
import type { Strategy } from '../../derivation/strategy';
import { linesOf } from '../../derivation/text';
import type { Call, Node } from '../../python/tree';
import type { DerivedConfiguration } from '../derived';
import type { Diagnostic } from '../diagnostic';

/** The configurations of a program. What the rules find certain to fail in their parts TensorFlow refuses. */
export function deriveConfigurations(
  file: PythonFile,
  strategy: Strategy,
  diagnostics: readonly Diagnostic[],
): DerivedConfiguration[] {
  return derivations(file, strategy).map((derivation) => {
    const { call, fields, refused } = derivation;
    const failing = errorIn(derivation.calls, diagnostics);
    const refusal = failing
      ? { reason: failing.message, start: failing.start, end: failing.end }
      : refused && { reason: refused.reason, ...rangeOf(refused.node) };
    return {
      ...rangeOf(call),
      message: refusal ? undefined : messageOf(fields),
      lines: refusal ? [] : linesOf(fields),
      unknown: fields.flatMap(({ path, value, reason = '', node }) =>
        value === undefined ? [{ path, reason, ...(node && rangeOf(node)) }] : [],
      ),
      origins: fields.flatMap(({ path, value, node }) =>
        value !== undefined && node ? [{ path, ...rangeOf(node) }] : [],
      ),
      refused: refusal,
    };
  });
}

const rangeOf = ({ start, end }: Node) => ({ start, end });

/** The first error in what is written between the brackets of some calls, or of their names. */
function errorIn(calls: Derivation['calls'], diagnostics: readonly Diagnostic[]): Diagnostic | undefined {
  const isIn =
    ({ start, end }: Diagnostic) =>
    (call: Call) =>
      call.start <= start && end <= call.end;
  return diagnostics.find(
    (diagnostic) => diagnostic.severity === 'error' && [...calls].some(isIn(diagnostic)),
  );
}
