// What functions get of their arguments where TensorFlow makes a graph of them.
import { onceForEachPart } from '../../basics/shared-parts';
import type { Arguments, Evaluator, Value } from '../../evaluator';
import { dictLike, listOf } from '../../evaluator/containers';
import { unknown } from '../../evaluator/value';
import type { Node } from '../../python/tree';
import { isPlain } from '../calls/structure';
import { inferredOf } from '../calls/types';
import { unlessReshaped } from './numpy';
import { tensorOfSpec } from './specs';

/** The same arguments with other leaves, in containers too; those without a changed leaf stay the same objects. */
export function withLeaves(
  { positional, keywords, ...others }: Arguments,
  leaf: (value: Value) => Value,
  node: Node,
  ev: Evaluator,
): Arguments {
  const replaced = onceForEachPart<Value, Value>(
    (value, inner) => {
      const after = (parts: readonly Value[]): readonly Value[] | undefined => {
        const all = parts.map(inner);
        return all.some((each, i) => each !== parts[i]) ? all : undefined;
      };
      switch (value.kind) {
        case 'tuple': {
          const elements = value.elements && after(value.elements);
          return elements ? { ...value, elements } : value;
        }
        case 'list': {
          const elements = value.cell.content && after(value.cell.content);
          return elements ? listOf(ev, elements, node) : value;
        }
        case 'oneOf': {
          const options = after(value.options);
          return options ? { ...value, options } : value;
        }
        case 'dict': {
          const { known, hasUnknownEntries } = value.cell.content;
          if (!after([...known.values()].map((entry) => entry.value))) return value;
          if (!isPlain(value)) return unknown(node, 'call');
          return dictLike(ev, value, inner, node, hasUnknownEntries || value.missing !== undefined);
        }
        default:
          return leaf(value);
      }
    },
    unknown(node, 'limit'),
  );
  return {
    ...others,
    positional: positional.map(replaced),
    keywords: new Map([...keywords].map(([name, value]) => [name, replaced(value)])),
  };
}

/** Arrays and numbers of NumPy are tensors in a graph; without one, if the program runs all code eagerly, they stay arrays. */
export const inTensors = (value: Value, mayBeEager: boolean, node: Node, { tree }: Evaluator): Value => {
  const facts = inferredOf(value);
  if (value.kind !== 'made' || facts?.kind !== 'array') return value;
  return mayBeEager
    ? unknown(node, 'call')
    : tensorOfSpec({ ...value, facts: unlessReshaped(facts, tree) ?? facts }, node);
};
