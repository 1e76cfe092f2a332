// Semantic highlighting by the server: messages, enum values, deprecated names.
import { type Extension, Prec, type Range, StateEffect, StateField, type Text } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView } from '@codemirror/view';
import { offsetAt } from './findings';
import type { LanguageServer } from './language-server';

/** By token type of the protocol. */
const CLASSES: Readonly<Record<string, string>> = {
  class: 'syntax-message',
  property: 'syntax-key',
  enumMember: 'syntax-value',
  keyword: 'syntax-number',
};

const colour = StateEffect.define<DecorationSet>();

/** Inner elements, so that these colours override those of the syntax. */
export const coloursByMeaning: Extension = Prec.highest(
  StateField.define<DecorationSet>({
    create: () => Decoration.none,
    update: (colours, { changes, effects }) =>
      effects.find((effect) => effect.is(colour))?.value ?? colours.map(changes),
    provide: (field) => EditorView.decorations.from(field),
  }),
);

/** For Python the server has no semantic tokens. */
export async function colourByMeaning(view: EditorView, uri: string, server: LanguageServer): Promise<void> {
  const { doc } = view.state;
  const answer = await server.ask<{ data: number[] }>('textDocument/semanticTokens/full', {
    textDocument: { uri },
  });
  if (answer && doc === view.state.doc)
    view.dispatch({ effects: colour.of(decorations(doc, answer.data, server.tokenTypes)) });
}

/** The protocol packs a token into five numbers, with its position relative to the token before. */
function decorations(doc: Text, data: readonly number[], types: readonly string[]): DecorationSet {
  const found: Range<Decoration>[] = [];
  let [line, character] = [0, 0];
  for (let i = 0; i < data.length; i += 5) {
    const [lines = 0, characters = 0, length = 0, type = 0, modifiers = 0] = data.slice(i, i + 5);
    line += lines;
    character = lines > 0 ? characters : character + characters;
    const from = offsetAt(doc, { line, character });
    const classes = [CLASSES[types[type] ?? ''] ?? '', modifiers ? 'deprecated' : ''];
    found.push(markOf(classes.join(' ')).range(from, from + length));
  }
  return Decoration.set(found, true);
}

const marks = new Map<string, Decoration>();

function markOf(className: string): Decoration {
  const mark = marks.get(className) ?? Decoration.mark({ class: className });
  marks.set(className, mark);
  return mark;
}
