import { embeddingId } from '../catalogue';
import type { ApiCall, PythonFile } from '../dataflow/python-file';
import type { Call, Node } from '../python/tree';
import { configurationsByHand } from './by-hand';
import { type DerivedField, type Maker, Refusal } from './draft';
import { draftEmbedding } from './embedding';
import { type Strategy, strategyOf } from './strategy';

/** The configuration that TensorFlow builds of an embedding object, or why it refuses to. */
export interface Derivation {
  /** The call that makes the object, or the message. */
  readonly call: Call;
  readonly fields: readonly DerivedField[];
  /** What makes its parts. */
  readonly makers: readonly Maker[];
  readonly refused?: { readonly reason: string; readonly node: Node };
}

/**
 * Of every `TPUEmbedding` in a program, once for each time that it is made, and of every message that it puts
 * together itself.
 */
export function derivations(file: PythonFile, strategy: Strategy): readonly Derivation[] {
  const made = embeddingsIn(file).map((call) => derivationOf(call, strategyOf(call, file, strategy)));
  const byHand = configurationsByHand(file).map(({ call, draft }) => ({
    call,
    fields: draft.fields,
    makers: draft.makers,
  }));
  return [...made, ...byHand];
}

/**
 * Of every `TPUEmbeddingV2`, for which TensorFlow builds no configuration: what it would build of the same tables. They have
 * as many rows as they say, whatever hosts there are.
 */
export const derivationsForSparseCores = (file: PythonFile, strategy: Strategy): readonly Derivation[] =>
  file.calls
    .filter(({ entry }) => entry.id === FOR_SPARSE_CORES)
    .map((call) => derivationOf(call, { ...strategyOf(call, file, strategy), numHosts: 1 }));

const FOR_SPARSE_CORES = embeddingId('TPUEmbeddingV2');

/** The calls that make objects of which TensorFlow builds configurations. */
export const embeddingsIn = ({ calls }: PythonFile): readonly ApiCall[] =>
  calls.filter(
    ({ entry }) => entry.role === 'embedding' && entry.parameters.some(({ sets }) => sets !== undefined),
  );

export function derivationOf(call: ApiCall, strategy: Strategy): Derivation {
  const { node } = call;
  try {
    const { fields, makers } = draftEmbedding(call, strategy);
    return { call: node, fields, makers };
  } catch (error) {
    if (error instanceof Refusal) return { call: node, fields: [], makers: [], refused: error };
    throw error;
  }
}
