import { lazy, once } from '../../basics/once';
import type { Library } from '../../catalogue/libraries';
import type { Call, Node } from '../../python/tree';
import { evaluationOf } from '../calls/evaluation';
import type { ApiCall, PythonFile } from '../calls/python-file';
import { configurationsByHand } from './by-hand';
import { type DerivedField, type Draft, type Maker, Refusal } from './draft';
import { draftEmbedding, embeddingsIn, embeddingsOn } from './embedding';
import { draftMade, madeIn } from './made';
import { type MadeStacking, stackingOf } from './made-stacking';
import { type Strategy, strategyOf } from './strategy';

/** The configuration that a library builds for an embedding object, or why it refuses to. */
export interface Derivation {
  /** The library, if its configuration is no message. */
  readonly library?: Library;
  /** The call that makes the object or the message. */
  readonly call: Call;
  readonly fields: readonly DerivedField[];
  /** The calls that make its parts. */
  readonly makers: readonly Maker[];
  readonly refused?: { readonly reason: string; readonly node: Node };
  /** How a library that has no message stacks its tables. */
  readonly stacking?: () => MadeStacking | undefined;
}

/** A derivation in a program, which may not get to the call: nobody calls the method of a class that others inherit from. */
interface PlacedDerivation extends Derivation {
  readonly isReached: boolean;
}

/**
 * Derivations of every `TPUEmbedding` in a program, one for each time that it is made, and of every message that the
 * program builds itself.
 */
export function derivations(file: PythonFile, strategy: Strategy): readonly PlacedDerivation[] {
  const { main } = evaluationOf(file.tree);
  const made = embeddingsIn(file).map((call) => ({
    ...derivationOf(call, strategyOf(call, file, strategy)),
    isReached: main.calls.has(call.node),
  }));
  const byHand = configurationsByHand(file).map(({ call, draft }) => ({
    call,
    isReached: true,
    fields: draft.fields,
    makers: draft.makers,
  }));
  return [...made, ...byHand];
}

/**
 * Derivations of every embedding object for SparseCores, such as `TPUEmbeddingV2`. TensorFlow builds no configuration for
 * these, so this is what it would build from the same tables, which keep their number of rows whatever the number of hosts.
 */
export const derivationsForSparseCores = (file: PythonFile, strategy: Strategy): readonly Derivation[] =>
  embeddingsOn('sparsecore', file).map((call) =>
    derivationOf(call, { ...strategyOf(call, file, strategy), numHosts: 1 }),
  );

type DerivationOfParts = PlacedDerivation & { readonly library: Library };

/** Derivations of what libraries make of tables and features that have no message for them, each once. */
export const derivationsOfParts = once((file: PythonFile): readonly DerivationOfParts[] => {
  const { main } = evaluationOf(file.tree);
  const made = madeIn(file).map((call) => ({
    ...drafted(call, () => draftMade(call)),
    library: call.entry.library,
    isReached: main.calls.has(call.node),
    stacking: lazy(() => stackingOf(call, file)),
  }));
  return distinct(made);
});

/** Without what the same call makes again: a method is followed by itself, and from each function that calls it. */
function distinct<T extends Derivation>(derivations: readonly T[]): readonly T[] {
  const seen = new Map<Call, Set<string>>();
  return derivations.filter(({ call, fields, refused }) => {
    const made = JSON.stringify([
      refused?.reason,
      fields.map(({ path, value, reason }) => [path, value, reason]),
    ]);
    const earlier = seen.get(call) ?? new Set();
    const isNew = !earlier.has(made);
    seen.set(call, earlier.add(made));
    return isNew;
  });
}

export const derivationOf = (call: ApiCall, strategy: Strategy): Derivation =>
  drafted(call, () => draftEmbedding(call, strategy));

function drafted({ node }: ApiCall, draft: () => Draft): Derivation {
  try {
    const { fields, makers } = draft();
    return { call: node, fields, makers };
  } catch (error) {
    if (error instanceof Refusal) return { call: node, fields: [], makers: [], refused: error };
    throw error;
  }
}
