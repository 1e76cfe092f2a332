// Every theme of VS Code has a colour for field names, by grammar and by semantic tokens. The themes come from the
// releases of VS Code that the end-to-end tests have installed; without one, nothing is tested.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import textmate from 'vscode-textmate';
import { cacheDirectory } from '../../scripts/vscode-host/parts.mjs';
import { readJson, registry, tokenize } from './engine.mjs';

/** JSON with comments and trailing commas. */
function readTolerant(path) {
  const plain = (pattern) => (text) => text.replaceAll(pattern, (_, string) => string ?? '');
  const withoutComments = plain(/("(?:[^"\\]|\\.)*")|\/\/[^\n]*|\/\*[\s\S]*?\*\//g);
  const withoutCommas = plain(/("(?:[^"\\]|\\.)*")|,(?=\s*[}\]])/g);
  return JSON.parse(withoutCommas(withoutComments(readFileSync(path, 'utf8'))));
}

/** A theme merged with the themes that it includes. */
function readTheme(path) {
  const { include, colors, tokenColors = [] } = readTolerant(path);
  const base = include ? readTheme(join(dirname(path), include)) : { tokenColors: [] };
  const foreground = colors?.['editor.foreground'] ?? base.foreground;
  return { foreground, tokenColors: [...base.tokenColors, ...tokenColors] };
}

function themesOf(extensions) {
  return readdirSync(extensions).flatMap((name) => {
    const manifest = join(extensions, name, 'package.json');
    if (!existsSync(manifest)) return [];
    const { themes = [] } = readJsonAt(manifest).contributes ?? {};
    return themes
      .filter(({ path }) => path.endsWith('.json'))
      .map(({ id, label, path }) => ({ name: id ?? label, path: join(extensions, name, path) }));
  });
}

const readJsonAt = (path) => JSON.parse(readFileSync(path, 'utf8'));

/** The words of a line with their theme colours; undefined if the theme has none for the scopes. */
async function coloursOf({ tokenColors }, line) {
  const none = '#010203';
  registry.setTheme({ settings: [{ settings: { foreground: none } }, ...tokenColors] });
  const grammar = await registry.loadGrammar('source.textproto');
  const { tokens } = grammar.tokenizeLine2(line, textmate.INITIAL);
  const colours = registry.getColorMap();
  return [...line.matchAll(/[a-z_.]+/g)].map(({ 0: word, index }) => {
    const at = tokens.findLastIndex((start, i) => i % 2 === 0 && start <= index);
    const colour = colours[(tokens[at + 1] >>> 15) & 0x1ff];
    return { word, colour: colour === none ? undefined : colour };
  });
}

const codes = existsSync(cacheDirectory) ? readdirSync(cacheDirectory) : [];
const folders = codes
  .map((code) => join(cacheDirectory, code, 'node_modules/code-server/lib/vscode/extensions'))
  .filter((folder) => existsSync(folder));

for (const folder of folders)
  test(`names of fields have a colour in every theme of ${folder.slice(cacheDirectory.length + 1).split('/')[0]}`, async () => {
    const themes = themesOf(folder);
    assert.ok(themes.length > 10);
    for (const { name, path } of themes) {
      const theme = readTheme(path);
      for (const { word, colour } of await coloursOf(
        theme,
        'table_descriptor { name: 1 [an.extension]: 2 }',
      )) {
        assert.ok(colour, `${name} has no colour for ${word}`);
        const plain = theme.foreground?.toLowerCase();
        assert.notEqual(colour.toLowerCase(), plain, `${name}: ${word} looks like plain text`);
      }
    }
  });

test('semantic highlighting gives a word the same colour as the grammar', async () => {
  const [{ language, scopes }] = readJson('package.json').contributes.semanticTokenScopes;
  assert.equal(language, 'textproto');
  const tokens = await tokenize('class { property: enumMember }\nflag: true');
  for (const [meaning, wanted] of Object.entries({ ...scopes, keyword: undefined })) {
    const given = tokens.find(({ text }) => text === meaning)?.scopes ?? [];
    for (const scope of wanted ?? []) assert.ok(given.includes(scope), `${meaning}: ${scope}`);
  }
  assert.ok(
    tokens
      .find(({ text }) => text === 'true')
      ?.scopes.includes(scopes.keyword[0].replace('boolean', 'boolean.true')),
  );
});
