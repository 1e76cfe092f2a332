// Highlighting and indentation of both languages before the server answers.
import { python } from '@codemirror/lang-python';
import { HighlightStyle, type Language, LanguageSupport, StreamLanguage } from '@codemirror/language';
import { tags } from '@lezer/highlight';
import { Kind, Lexer } from '../server/src/textproto/lexer';

interface LineState {
  /** Number of open blocks and lists. */
  depth: number;
}

/** Highlights with our own lexer, line by line. Only heredocs span lines, and configurations do not use them. */
const textFormatLanguage = StreamLanguage.define<LineState>({
  name: 'textproto',
  startState: () => ({ depth: 0 }),
  copyState: ({ depth }) => ({ depth }),
  token(stream, state) {
    const lexer = new Lexer(stream.string);
    lexer.scan(stream.pos);
    const word = stream.string.slice(lexer.start, lexer.end);
    stream.pos = Math.max(lexer.end, stream.pos + 1);
    if ('{<['.includes(word)) state.depth++;
    if ('}>]'.includes(word)) state.depth = Math.max(0, state.depth - 1);
    switch (lexer.kind) {
      case Kind.Whitespace:
        return null;
      case Kind.Comment:
        return 'comment';
      case Kind.Number:
        return 'number';
      case Kind.String:
      case Kind.OpenString:
        return 'string';
      case Kind.Identifier:
        if (/^\s*[:{<]/.test(stream.string.slice(lexer.end))) return 'propertyName';
        return word === 'true' || word === 'false' ? 'bool' : 'atom';
      case Kind.Invalid:
        return 'invalid';
      default:
        return 'punctuation';
    }
  },
  indent: ({ depth }, textAfter, { unit }) => (depth - (/^\s*[}>\]]/.test(textAfter) ? 1 : 0)) * unit,
  languageData: {
    commentTokens: { line: '#' },
    closeBrackets: { brackets: ['{', '[', '<', '"', "'"] },
    indentOnInput: /^\s*[}>\]]$/,
  },
});

export type LanguageId = 'textproto' | 'python';

/** By the extension of a file name. */
export const languageOf = (name: string): LanguageId => (name.endsWith('.py') ? 'python' : 'textproto');

const IMPORT = /^(?:from\s+[\w.]+\s+)?import\s+\w/m;
const MESSAGE = /^(?:\s*\w+\s*\{|# proto-)/m;

/** The language of a text, if it is certain. */
export const languageSeenIn = (text: string): LanguageId | undefined =>
  IMPORT.test(text) ? 'python' : MESSAGE.test(text) ? 'textproto' : undefined;

const supports: Record<LanguageId, LanguageSupport> = {
  textproto: new LanguageSupport(textFormatLanguage),
  python: python(),
};

export const supportOf = (id: LanguageId): LanguageSupport => supports[id];

/** Language of code blocks in hovers. */
export const highlightLanguage = (name: string): Language | null =>
  Object.hasOwn(supports, name) ? supports[name as LanguageId].language : null;

/** Classes in the page's stylesheet, which has the colours of both themes. */
export const highlightStyle = HighlightStyle.define([
  { tag: tags.comment, class: 'syntax-comment' },
  { tag: [tags.number, tags.bool, tags.null], class: 'syntax-number' },
  { tag: tags.string, class: 'syntax-string' },
  { tag: [tags.keyword, tags.operatorKeyword], class: 'syntax-keyword' },
  { tag: tags.atom, class: 'syntax-value' },
  { tag: [tags.propertyName, tags.definition(tags.variableName)], class: 'syntax-key' },
  { tag: [tags.className, tags.function(tags.definition(tags.variableName))], class: 'syntax-message' },
  { tag: tags.invalid, class: 'syntax-invalid' },
]);
