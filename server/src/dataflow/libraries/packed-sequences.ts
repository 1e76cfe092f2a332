import { pathInTensorFlow } from '../../catalogue/names';
import { counted } from '../../configuration/quantities';
import type { Failure } from '../../evaluator';
import { refused } from '../../evaluator/refusals';
import { argumentAt, itemsOf } from '../../evaluator/value';
import { about } from './by-package';
import { leavesIn } from './nested-results';

/** What `tf.nest.pack_sequence_as` says of a sequence that has not one item for each place in the structure. */
export const packingFailure = about<Failure>(
  (name) => pathInTensorFlow(name) === 'nest.pack_sequence_as',
  (_name, given) => {
    if (given.hasUnknownArguments) return undefined;
    // Tensors of several parts have more places then.
    if (argumentAt(given, 2, 'expand_composites')) return undefined;
    const [structure, sequence] = [argumentAt(given, 0, 'structure'), argumentAt(given, 1, 'flat_sequence')];
    const places = structure && leavesIn(structure)?.length;
    const items = itemsOf(sequence)?.length;
    return places === undefined || items === undefined || places === items
      ? undefined
      : refused(
          `The structure that \`pack_sequence_as\` gets has ${counted(places, 'place')}, but the sequence has ${counted(items, 'item')}. Give one for each place`,
          'ValueError',
        );
  },
);
