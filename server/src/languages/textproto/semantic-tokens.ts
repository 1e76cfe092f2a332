import type { Range } from '../../basics/range';
import type { BoundField } from '../../configuration/bind';
import { isMessage } from '../../configuration/configuration';
import type { SectionAnswers, SemanticToken } from '../answers';
import type { Snapshot } from '../snapshot';

/** Cached while edits elsewhere change neither the section nor the meaning of its names. */
const known = new WeakMap<BoundField, readonly SemanticToken[]>();

/** Tokens that the grammar cannot know: names of fields, deprecated ones among them, and words that are values. */
export function semanticTokens(
  { bound, tree }: Snapshot,
  { start, end }: Range,
): SectionAnswers<SemanticToken>[] {
  return tree.sections.flatMap((section, i) => {
    const base = tree.starts[i]!;
    const field = base <= end && base + section.length >= start && bound?.sections[i]?.field;
    if (!field) return [];
    const answers = known.get(field) ?? [...tokensOf(field)];
    known.set(field, answers);
    return [{ start: base, answers }];
  });
}

function* tokensOf(field: BoundField): Generator<SemanticToken> {
  const { node, type } = field;
  if (node.form === 'identifier')
    yield {
      start: node.start,
      end: node.start + node.name.length,
      type: type.kind === 'message' ? 'class' : 'property',
      isDeprecated: type.deprecated,
    };
  for (const { node, value } of field.values) {
    if (isMessage(value)) for (const child of value.fields) yield* tokensOf(child);
    else if (node.kind === 'scalar' && node.type === 'identifier' && value !== undefined)
      yield {
        start: node.start,
        end: node.end,
        type: type.enum ? 'enumMember' : 'keyword',
        isDeprecated: false,
      };
  }
}
