// Colours of words by their meaning.

import {
  SemanticTokensBuilder,
  SemanticTokensDeltaRequest,
  SemanticTokensRangeRequest,
  SemanticTokensRequest,
} from 'vscode-languageserver';
import type { Range } from '../../basics/range';
import type { SemanticToken } from '../../languages/answers';
import type { OpenDocument } from '../documents/open-document';
import { type DocumentRequest, request, TEXT_FORMAT_ONLY } from './request';

const TYPES = [
  'class',
  'property',
  'enumMember',
  'keyword',
] as const satisfies readonly SemanticToken['type'][];
const DEPRECATED = 1;

/** The last answer for a document, so that the next answer can be a delta. */
const builders = new WeakMap<OpenDocument, SemanticTokensBuilder>();

function builderOf(document: OpenDocument): SemanticTokensBuilder {
  const builder = builders.get(document) ?? new SemanticTokensBuilder();
  builders.set(document, builder);
  return builder;
}

function fill(
  builder: SemanticTokensBuilder,
  document: OpenDocument,
  range: Range = { start: 0, end: document.text.length },
): SemanticTokensBuilder {
  for (const { start: base, answers } of document.analysis.semanticTokens?.(range) ?? [])
    for (const { start, end, type, isDeprecated } of answers) {
      const { line, character } = document.positionAt(base + start);
      builder.push(line, character, end - start, TYPES.indexOf(type), isDeprecated ? DEPRECATED : 0);
    }
  return builder;
}

const full = request(SemanticTokensRequest.type, {
  capabilities: {
    semanticTokensProvider: {
      // Not for Python: an editor uses one provider for a document, and that belongs to another server. The grammar colours it.
      ...TEXT_FORMAT_ONLY,
      legend: { tokenTypes: [...TYPES], tokenModifiers: ['deprecated'] },
      full: { delta: true },
      range: true,
    },
  },
  answer(document) {
    const builder = builderOf(document);
    builder.previousResult('');
    return fill(builder, document).build();
  },
});

const delta = request(SemanticTokensDeltaRequest.type, {
  answer(document, { previousResultId }) {
    const builder = builderOf(document);
    builder.previousResult(previousResultId);
    return fill(builder, document).buildEdits();
  },
});

const range = request(SemanticTokensRangeRequest.type, {
  answer: (document, { range }) =>
    fill(new SemanticTokensBuilder(), document, document.offsetsOf(range)).build(),
});

export const semanticTokens: readonly DocumentRequest[] = [full, delta, range];
