// VS Code's tokenizer, configured like VS Code by package.json.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import oniguruma from 'vscode-oniguruma';
import textmate from 'vscode-textmate';

const root = new URL('../../', import.meta.url);

export const path = (relative) => fileURLToPath(new URL(relative, root));
export const readText = (relative) => readFileSync(path(relative), 'utf8');
export const readJson = (relative) => JSON.parse(readText(relative));

export const contributed = readJson('package.json').contributes.grammars;

/** Small substitutes for VS Code's own grammars: Markdown's quotes, lists, fences; Python's calls and strings. */
const hosts = [
  { scopeName: 'text.html.markdown', path: 'test/grammar/fixtures/markdown.tmLanguage.json' },
  { scopeName: 'source.python', path: 'test/grammar/fixtures/python.tmLanguage.json' },
];

const wasm = readFileSync(
  createRequire(import.meta.url)
    .resolve('vscode-oniguruma')
    .replace('main.js', 'onig.wasm'),
);
await oniguruma.loadWASM(wasm);

export const registry = new textmate.Registry({
  onigLib: Promise.resolve({
    createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
    createOnigString: (text) => new oniguruma.OnigString(text),
  }),
  loadGrammar: async (scopeName) => {
    const grammar = [...contributed, ...hosts].find((candidate) => candidate.scopeName === scopeName);
    return grammar ? textmate.parseRawGrammar(readText(grammar.path), grammar.path) : null;
  },
  getInjections: (scopeName) =>
    contributed.filter(({ injectTo }) => injectTo?.includes(scopeName)).map((grammar) => grammar.scopeName),
});

/** The tokens of a text as `{ text, scopes }`, all lines in one list. */
export async function tokenize(text, scopeName = 'source.textproto') {
  const grammar = await registry.loadGrammar(scopeName);
  let state = textmate.INITIAL;
  return text.split('\n').flatMap((line) => {
    const { tokens, ruleStack } = grammar.tokenizeLine(line, state);
    state = ruleStack;
    return tokens.map(({ startIndex, endIndex, scopes }) => ({
      text: line.slice(startIndex, endIndex),
      scopes,
    }));
  });
}
