import { isWithin, type Range, rangeOf } from '../../../basics/range';
import { type Node, type StringLiteral, type Tree, walk } from '../../../python/tree';

/**
 * Where the program writes what is wrong in a text that it puts together: the word itself, in a template or as a number, or
 * else the name of its field. Undefined if that is nowhere, or in several places.
 */
export function writtenPlace(tree: Tree, reader: Node, composed: string, wrong: Range): Range | undefined {
  const word = composed.slice(wrong.start, wrong.end);
  const field = /\w+(?=\s*:\s*$)/.exec(composed.slice(0, wrong.start))?.[0];
  for (const each of [word, field]) {
    if (each === undefined || !WORD.test(each)) continue;
    for (const around of [reader, tree.module]) {
      const places = placesOf(each, around, tree.text);
      if (places.length === 1) return places[0];
      if (places.length > 1) break;
    }
  }
  return undefined;
}

const WORD = /^[\w.]+$/;

function placesOf(word: string, around: Node, source: string): Range[] {
  const places: Range[] = [];
  for (const node of walk(around)) {
    if (node.kind === 'number' && node.text === word) places.push(rangeOf(node));
    if (node.kind === 'string') places.push(...placesIn(node, word, source));
  }
  return places;
}

/** The whole words in a literal that are equal to one, outside of the replacement fields of f-strings. */
function placesIn({ parts, fields }: StringLiteral, word: string, source: string): Range[] {
  return parts.flatMap(({ bodyStart, bodyEnd }) =>
    [...source.slice(bodyStart, bodyEnd).matchAll(/[\w.]+/g)]
      .filter(([found]) => found === word)
      .map(({ index }) => ({ start: bodyStart + index, end: bodyStart + index + word.length }))
      .filter((place) => !fields.some((field) => isWithin(place, field))),
  );
}
