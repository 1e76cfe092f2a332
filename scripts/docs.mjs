// Generates files from the source: the rules' pages, the optimizers' numerics, the page of features, the settings in
// package.json, the tables of the guides. With --check it only reports which ones are stale.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { commandPage } from './command-page.mjs';
import { defines, repositoryUrl } from './defines.mjs';
import { featuresSections } from './features-sections.mjs';
import { migratingPage } from './migrating-page.mjs';
import { numericsSection } from './numerics-section.mjs';
import { protoSchema } from './proto-schema.mjs';
import { slug } from './site/slug.mjs';
import { walkthroughPictures } from './walkthrough.mjs';

const RULES_FOLDER = 'docs/rules';
const PICTURES_FOLDER = 'docs/walkthrough';
/** What is offered to SchemaStore, with its folders as they are there. */
const SCHEMA_STORE = 'schemas/schemastore';
/** Every file in these folders is generated. */
const OWN_FOLDERS = [RULES_FOLDER, PICTURES_FOLDER, SCHEMA_STORE];
const GROUPS = {
  syntax: 'Syntax',
  types: 'Types',
  portability: 'Portability: runtimes that disagree',
  configuration: 'Configuration',
  optimizer: 'Optimizers',
  calls: 'Python calls',
  environment: 'Versions of packages',
  editor: 'The checker itself',
};

/** More properties than these would fill the page of settings. */
const MAX_LISTED = 10;

const FIRST_VERSION = '0.1.0';

const ACCELERATORS = {
  V1: 'not documented; probably that of `TPUEmbedding`',
  V2: 'that of `TPUEmbeddingV2`',
  none: 'none',
};

/** @returns {Promise<{ ruleGroups: typeof import('../server/src/rules/index.ts').ruleGroups, settings: typeof import('../server/src/project/settings.ts').SETTINGS, numerics: any, features: typeof import('./features.ts'), [other: string]: any }>} */
async function loadSources() {
  const outfile = resolve('out/docs-sources.mjs');
  await build({
    stdin: {
      contents:
        "export { ruleGroups } from './rules'; export { SETTINGS as settings, SEVERITY_MEANINGS as severities, DEFAULT_SETTINGS, SHARED_SETTINGS } from './project/settings';" +
        "export { hyphenated } from './project/configuration-file/project-file';" +
        "export * as numerics from './optimizers'; export * as features from '../../scripts/features';" +
        "export { generations } from './sizing/slices';" +
        "export { readable } from './reports/errors/pattern';" +
        "export { builtin } from './schema/builtin'; export { Analyzer } from './languages/snapshot';" +
        "export { languageOf } from './languages';" +
        "export { MIGRATIONS } from './languages/python/migration/migrations';" +
        "export { commandGroups } from './cli/main'; export { optionsOf } from './cli/help';" +
        "export { TOOLS } from './reports/assistants';",
      resolveDir: 'server/src',
    },
    bundle: true,
    platform: 'node',
    format: 'esm',
    mainFields: ['module', 'main'],
    outfile,
    logLevel: 'warning',
    // The commands' install path and the module that starts the server are not needed here.
    define: { ...defines, __dirname: '"."' },
    external: ['../server/main', '../mcp/server'],
    plugins: [protoSchema()],
  });
  return import(pathToFileURL(outfile).href);
}

const {
  ruleGroups,
  settings,
  severities,
  numerics,
  features,
  generations,
  readable,
  builtin,
  Analyzer,
  DEFAULT_SETTINGS,
  SHARED_SETTINGS,
  hyphenated,
  languageOf,
  MIGRATIONS: migrations,
  commandGroups,
  optionsOf,
  TOOLS: tools,
} = await loadSources();
const rules = Object.values(ruleGroups).flat();
/** What a setting has replaced: VS Code shows these only where they are set, with what to use. */
const formerSettings = Object.entries(settings).flatMap(([name, { formerly, schema }]) =>
  formerly === undefined
    ? []
    : Object.keys(schema.properties)
        .filter((member) => schema.properties[member].minimum !== undefined)
        .map((member) => [
          `tpuEmbedding.${formerly}.${member}`,
          `Use tpuEmbedding.${name} instead, as in { "${member}": 1 }. This name counts until version 0.2.`,
        ]),
);
const settingEntries = Object.entries(settings).map(([name, setting]) => [`tpuEmbedding.${name}`, setting]);

/** All generated files by path. */
const files = new Map([
  ...Object.entries(ruleGroups).flatMap(([group, rules]) =>
    rules.map((rule) => [join(RULES_FOLDER, `${rule.code}.md`), rulePage(rule, GROUPS[group])]),
  ),
  [join(RULES_FOLDER, 'README.md'), ruleIndex()],
  ['docs/migrating.md', migratingPage(Object.values(migrations))],
  ...[...walkthroughPictures({ numerics, problemOf })].map(([name, svg]) => [
    join(PICTURES_FOLDER, `${name}.svg`),
    svg,
  ]),
  ['schemas/tpu-embedding.schema.json', projectSchema()],
  ...schemaStoreFiles(),
  ['docs/command-line.md', commandPage(await commandGroups(), optionsOf)],
  ['docs/configuration.md', replaceTables(released(read('docs/configuration.md')), 'rules')],
  ['docs/editors.md', replaceTables(tarballs(read('docs/editors.md')), 'rules')],
  ['docs/forms.md', released(read('docs/forms.md'))],
  ['docs/numbers.md', replaceTables(read('docs/numbers.md'), 'rules')],
  ['docs/protocol.md', replaceTables(read('docs/protocol.md'), 'rules')],
  ['action.yml', released(read('action.yml'))],
  ['package.json', packageJson()],
  ['package.nls.json', packageWords()],
  ['docs/guide.md', replaceTables(read('docs/guide.md'), 'rules')],
]);

function rulePage(
  {
    code,
    severity,
    summary,
    details,
    messages,
    language = 'textproto',
    bad,
    good,
    runsOn,
    ofFile,
    since = FIRST_VERSION,
    isPreview,
  },
  group,
) {
  const onRelease = (release) => (release ? ` on TensorFlow ${release}` : '');
  const byComment = `For one line, with a comment above it or at its end; for a whole file, with \`ignore-file\`:

\`\`\`${language}
# tpu-embedding: ignore[${code}]
\`\`\`

`;
  return `# ${code}

${summary}

| Severity | Group | Since | Stability |
| --- | --- | --- | --- |
| ${severity} | [${group}](README.md#${slug(group)}) | ${since} | ${isPreview ? 'preview' : 'stable'} |

${details}
${messages ? messagesExplained(messages) : ''}
## Reported${onRelease(runsOn?.bad)}

\`\`\`${language}
${visible(bad)}
\`\`\`

## Right${onRelease(runsOn?.good)}

\`\`\`${language}
${good}
\`\`\`

## Silence it

${ofFile ? '' : byComment}Everywhere, or with another severity, in VS Code's settings, or without \`tpuEmbedding.\` in a repository's \`tpu-embedding.json\`:

\`\`\`json
"tpuEmbedding.rules": { "${code}": "off" }
\`\`\`
`;
}

/** What programs say that fail on the mistake, so that people find the page by it. */
function messagesExplained(messages) {
  const rows = Object.entries(messages).map(
    ([says, means]) => `- ${asCode(readable(says))}: ${readable(means)}\n`,
  );
  return `\n## Messages that this explains\n\n${rows.join('')}`;
}

/** Text as code in Markdown, whatever backticks it has. */
function asCode(text) {
  return text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``;
}

/** Inserts the package's name, version and repository address from package.json. */
function released(text) {
  const { name, version } = JSON.parse(read('package.json'));
  return text
    .replaceAll(/\btpu-embedding-tools@(?=[\d$])/g, `${name}@`)
    .replaceAll(/(@|==)\d+\.\d+\.\d+[\w.-]*/g, `$1${version}`)
    .replaceAll(/((?:version|default): '?)\d+\.\d+\.\d+[\w.-]*/g, `$1${version}`)
    .replaceAll(/(repo: )https:\S+/g, `$1${repositoryUrl}`)
    .replaceAll(/(uses: )\S+@v\d+\.\d+\.\d+.*/g, `$1${new URL(repositoryUrl).pathname.slice(1)}@v${version}`)
    .replaceAll(/(rev: v)\d.*/g, `$1${version}`);
}

/** Inserts the package's version into the names of its tarballs. */
function tarballs(text) {
  const { version } = JSON.parse(read('package.json'));
  return text.replaceAll(/(tpu-embedding-tools-)\d+\.\d+\.\d+[\w.-]*(?=\.tgz)/g, `$1${version}`);
}

/** Makes null characters readable: a file with them would count as binary. */
function visible(text) {
  return text.replaceAll('\0', '␀');
}

function ruleIndex() {
  const sections = Object.entries(GROUPS).map(([group, title]) => {
    const rows = ruleGroups[group].map(
      ({ code, severity, summary }) => `| [${code}](${code}.md) | ${severity} | ${summary} |`,
    );
    return `## ${title}\n\n| Rule | Severity | Mistake |\n| --- | --- | --- |\n${rows.join('\n')}\n`;
  });
  return `# Rules

${rules.length} rules. Each severity can be changed with the setting \`tpuEmbedding.rules\`, \`rules\` in \`tpu-embedding.json\` or \`tpu-embedding check --rule CODE=SEVERITY\`;
a comment \`# tpu-embedding: ignore[CODE]\` silences a rule for a line, \`ignore-file[CODE]\` for a file.

An error is certain to fail, a warning is likely a mistake, information and hints say what is good to know.

${sections.join('\n')}`;
}

/** The message that the editor shows for a rule in a program. */
function problemOf(text, code) {
  const analyzer = new Analyzer(builtin, DEFAULT_SETTINGS);
  const program = languageOf('python').analyze(text, { analyzer, path: 'model.py' });
  const { message, fixes } = program.diagnose().find((problem) => problem.code === code);
  return { message, fixes: fixes().map(({ title }) => title) };
}

function packageJson() {
  const manifest = JSON.parse(read('package.json'));
  manifest.contributes.configuration = {
    title: 'TPU Embedding',
    properties: Object.fromEntries([
      ...settingEntries.map(([id, { schema, default: value }], order) => [
        id,
        { ...withoutList(schema), scope: 'resource', order, markdownDescription: `%${id}%`, default: value },
      ]),
      ...formerSettings.map(([id]) => [
        id,
        { type: ['integer', 'null'], scope: 'resource', deprecationMessage: `%${id}%`, default: null },
      ]),
    ]),
  };
  manifest.contributes.languageModelTools = tools.map(({ name, description, icon, takes }) => ({
    name: `tpu_embedding_${name}`,
    toolReferenceName: `tpuEmbedding${name[0].toUpperCase()}${name.slice(1)}`,
    displayName: `%tools.${name}%`,
    userDescription: `%tools.${name}.summary%`,
    modelDescription: description,
    icon: `$(${icon})`,
    canBeReferencedInPrompt: true,
    tags: ['tensorflow', 'tpu', 'embedding'],
    inputSchema: takes,
  }));
  manifest.capabilities.untrustedWorkspaces.restrictedConfigurations = settingEntries
    .filter(([, { restricted }]) => restricted)
    .map(([id]) => id);
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

/** The schema of an object with many properties of the same type, without a list of them. */
function withoutList({ properties, additionalProperties, ...schema }) {
  const listed = Object.entries(properties ?? {});
  if (listed.length <= MAX_LISTED)
    return { ...schema, ...(properties && { properties, additionalProperties }) };
  const { default: _, markdownDescription, ...member } = listed[0][1];
  return {
    ...schema,
    propertyNames: {
      enum: listed.map(([name]) => name),
      markdownEnumDescriptions: listed.map(([, { markdownDescription }]) => markdownDescription),
    },
    additionalProperties: member,
  };
}

/** The JSON Schema of tpu-embedding.json. */
function projectSchema() {
  const properties = {};
  for (const name of SHARED_SETTINGS) {
    const { schema, default: value, markdownDescription } = settings[name];
    properties[name] = {
      ...schema,
      // Links to commands do not work in a hover over JSON.
      markdownDescription: markdownDescription.replaceAll(/\[([^\]]*)\]\(command:[^)]*\)/g, '$1'),
      default: value,
    };
  }
  const schema = {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'Configuration of TPU Embedding Tools',
    type: 'object',
    properties: { $schema: { type: 'string' }, ...properties },
    additionalProperties: false,
    allowTrailingCommas: true,
  };
  const written = JSON.stringify(schema, null, 2);
  return `${written.replaceAll(/%severity\.(\w+)%/g, (_, name) => severities[name])}\n`;
}

/** The schemas of both configuration files as SchemaStore takes them, and the entry of its catalog. */
function schemaStoreFiles() {
  const store = 'https://json.schemastore.org/';
  const schema = (id, spell) => ({
    $schema: 'http://json-schema.org/draft-07/schema#',
    $id: `${store}${id}.json`,
    title: 'TPU Embedding Tools',
    description: 'Settings of a repository for checks of TPU embedding.',
    type: 'object',
    properties: {
      ...(spell === undefined && { $schema: { type: 'string' } }),
      ...Object.fromEntries(
        SHARED_SETTINGS.map((name) => [(spell ?? String)(name), standardSchema(settings[name], spell)]),
      ),
    },
    additionalProperties: false,
  });
  const entry = {
    name: 'TPU Embedding Tools',
    description: 'Settings of a repository for checks of TPU embedding',
    fileMatch: ['tpu-embedding.json'],
    url: `${store}tpu-embedding.json`,
  };
  return [
    ['tpu-embedding.json', schema('tpu-embedding')],
    // pyproject.json of SchemaStore refers to it under tool.tpu-embedding.
    ['partial-tpu-embedding.json', schema('partial-tpu-embedding', hyphenated)],
    ['catalog-entry.json', entry],
  ].map(([name, content]) => [join(SCHEMA_STORE, name), `${JSON.stringify(content, null, 2)}\n`]);
}

/** A setting's schema with the keywords of draft 7 alone. */
function standardSchema({ schema, markdownDescription, default: value }, spell = String) {
  const standard = ({ enumDescriptions, markdownDescription: described, properties, ...rest }) => ({
    ...rest,
    ...(described && { description: plainText(described) }),
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, member]) => [spell(name), standard(member)]),
      ),
    }),
  });
  return { ...standard(schema), description: plainText(markdownDescription), default: value };
}

/** Markdown without links and code. */
function plainText(markdown) {
  return markdown.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll('`', '');
}

/**
 * The English texts that package.json refers to by key. Settings, severities and tools come from the source; the others
 * are kept.
 */
function packageWords() {
  const words = Object.entries(JSON.parse(read('package.nls.json')));
  const written = words.filter(([key]) => !/^(?:tpuEmbedding|severity|tools)\./.test(key));
  return `${JSON.stringify(
    Object.fromEntries([
      ...written,
      ...settingEntries.map(([id, { markdownDescription }]) => [id, markdownDescription]),
      ...formerSettings,
      ...Object.entries(severities).map(([severity, words]) => [`severity.${severity}`, words]),
      ...tools.flatMap(({ name, title, summary }) => [
        [`tools.${name}`, title],
        [`tools.${name}.summary`, summary],
      ]),
    ]),
    null,
    2,
  )}\n`;
}

/**
 * Fills the places between `<!-- name -->` and `<!-- /name -->`; `rulesPath` is the path from the page to the rules'
 * folder.
 */
function replaceTables(markdown, rulesPath) {
  const manifest = JSON.parse(read('package.json'));
  const words = JSON.parse(read('package.nls.json'));
  const tables = {
    settings: [
      '| Setting | Default | Meaning |',
      '| --- | --- | --- |',
      ...Object.entries(settings).map(
        ([name, { default: value, markdownDescription }]) =>
          `| \`tpuEmbedding.${name}\` | \`${JSON.stringify(value).replaceAll('|', '\\|')}\` | ${markdownDescription.replaceAll('command:tpuEmbedding.showRule', `${rulesPath}/README.md`)} |`,
      ),
    ].join('\n'),
    project: [
      '| tpu-embedding.json | pyproject.toml | Default | Meaning |',
      '| --- | --- | --- | --- |',
      ...SHARED_SETTINGS.map((name) => {
        const { default: value, markdownDescription } = settings[name];
        const meaning = markdownDescription.replaceAll(
          'command:tpuEmbedding.showRule',
          `${rulesPath}/README.md`,
        );
        return `| \`${name}\` | \`${hyphenated(name)}\` | \`${JSON.stringify(value)}\` | ${meaning} |`;
      }),
    ].join('\n'),
    slices: slicesTable(),
    numerics: numericsSection(numerics),
    features: featuresSections(features),
    tools: [
      '| Tool | What it does |',
      '| --- | --- |',
      ...tools.map(({ name, summary }) => `| \`${name}\` | ${summary} |`),
    ].join('\n'),
    commands: manifest.contributes.commands
      .map(
        ({ command, category }) => `- **${category}: ${words[command.replace('tpuEmbedding', 'commands')]}**`,
      )
      .join('\n'),
  };
  return markdown.replace(/(<!-- (\w+) -->\n)[\s\S]*?(<!-- \/\2 -->)/g, (all, open, name, close) =>
    name in tables ? `${open}${tables[name]}\n${close}` : all,
  );
}

/** A table of the TPU generations. */
function slicesTable() {
  const rows = generations.map((each) => {
    const accelerator =
      ACCELERATORS[each.accelerator] ??
      (each.sparseCoresPerChip ? 'SparseCores; the class is not documented' : 'not stated');
    const gib = each.capacity / 2 ** 30;
    const memory = Number.isInteger(gib) ? `${gib} GiB` : `${each.capacity / 10 ** 9} GB`;
    const counts = each.countsPerChip === 2 ? 'TensorCores, two a chip' : 'chips';
    const hosts = `${each.chipsPerHost}${each.chipsOfOneHost > each.chipsPerHost ? `, up to ${each.chipsOfOneHost} on one` : ''}`;
    return `| ${each.name}-N | ${counts} | ${hosts} | ${memory} | ${each.withoutTensorflow ? 'SparseCores, on which TensorFlow does not run' : accelerator} | ${each.sparseCoresPerChip ?? ''} | ${each.sources.join(' ')} |`;
  });
  return [
    '| Slice | N counts | Chips a host | Memory of a chip | Embedding accelerator | SparseCores a chip | Source |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    ...rows,
  ].join('\n');
}

function read(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}

const stale = [...files].filter(([path, content]) => read(path) !== content).map(([path]) => path);
const orphans = OWN_FOLDERS.filter((folder) => existsSync(folder))
  .flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))
  .filter((path) => !files.has(path));

if (process.argv.includes('--check')) {
  for (const path of [...stale, ...orphans]) console.error(`${path} is stale; run: npm run docs`);
  process.exit(stale.length + orphans.length > 0 ? 1 : 0);
}
for (const folder of [...OWN_FOLDERS, 'schemas']) mkdirSync(folder, { recursive: true });
for (const path of stale) writeFileSync(path, files.get(path));
for (const path of orphans) rmSync(path);
console.log(`${stale.length} written, ${orphans.length} removed`);
