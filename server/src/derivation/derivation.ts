import type { ApiCall, PythonFile } from '../dataflow/python-file';
import type { Call, Node } from '../python/tree';
import { type DerivedField, Refusal } from './draft';
import { draftEmbedding } from './embedding';
import { type Strategy, strategyOf } from './strategy';

/** The configuration that TensorFlow builds of an embedding object, or why it refuses to. */
export interface Derivation {
  /** The call that makes the object. */
  readonly call: Call;
  readonly fields: readonly DerivedField[];
  /** The calls that make its parts. */
  readonly calls: ReadonlySet<Call>;
  readonly refused?: { readonly reason: string; readonly node: Node };
}

/** Of every `TPUEmbedding` in a program, once for each way in which it comes by. */
export function derivations(file: PythonFile, strategy: Strategy): readonly Derivation[] {
  return embeddingsIn(file).map((call) => derivationOf(call, strategyOf(call, file, strategy)));
}

/** The calls that make objects of which TensorFlow builds configurations. */
export const embeddingsIn = ({ calls }: PythonFile): readonly ApiCall[] =>
  calls.filter(
    ({ entry }) => entry.role === 'embedding' && entry.parameters.some(({ sets }) => sets !== undefined),
  );

export function derivationOf(call: ApiCall, strategy: Strategy): Derivation {
  const { node } = call;
  try {
    const { fields, calls } = draftEmbedding(call, strategy);
    return { call: node, fields, calls };
  } catch (error) {
    if (error instanceof Refusal) return { call: node, fields: [], calls: new Set(), refused: error };
    throw error;
  }
}
