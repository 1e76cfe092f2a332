import { allRules } from './rules';
import { DEFAULT_SETTINGS, type Settings } from './settings';

/** A setting as package.json declares it; the README's table is made from the same data. */
interface SettingDeclaration {
  readonly type: string;
  readonly scope: 'window' | 'resource' | 'machine-overridable';
  readonly default: unknown;
  readonly markdownDescription: string;
  readonly [keyword: string]: unknown;
}

const SEVERITY_WORDS = ['error', 'warning', 'information', 'hint', 'off'];

const analysisSettings: Readonly<Record<keyof Settings, Omit<SettingDeclaration, 'default'>>> = {
  rules: {
    type: 'object',
    scope: 'resource',
    markdownDescription:
      'Severity by rule, such as `"dimension-padding": "off"`. What is not named keeps its default. ' +
      'Every rule has a page in [docs/rules](https://github.com/tpu-embedding-tools/tpu-embedding-tools/blob/main/docs/rules/README.md).',
    properties: Object.fromEntries(
      allRules.map(({ code, severity, summary }) => [
        code,
        { type: 'string', enum: SEVERITY_WORDS, default: severity, description: summary },
      ]),
    ),
    additionalProperties: false,
  },
  filePatterns: {
    type: 'array',
    scope: 'resource',
    items: { type: 'string' },
    markdownDescription:
      'Globs of files that hold a `TPUEmbeddingConfiguration`. A header `# proto-message:` in the file comes first; ' +
      'a file that neither says is judged by its top-level fields.',
  },
  descriptorSets: {
    type: 'array',
    scope: 'resource',
    items: { type: 'string' },
    markdownDescription:
      'Paths of serialized `FileDescriptorSet`s, absolute or from the workspace folder. Files whose header names one of ' +
      'their messages get the same completion and checks. Make one with ' +
      '`protoc --include_imports --descriptor_set_out=FILE …`.',
  },
  maxFileSize: {
    type: 'number',
    scope: 'resource',
    minimum: 0.1,
    markdownDescription: 'Larger files, in MiB, are highlighted but not checked.',
  },
  codeLens: {
    type: 'boolean',
    scope: 'resource',
    markdownDescription:
      'Shows `Preview update` above every `optimization_parameters` and every call of an embedding optimizer.',
  },
};

/** All settings, by their full names. */
export const settingDeclarations: Readonly<Record<string, SettingDeclaration>> = Object.fromEntries(
  Object.entries(analysisSettings).map(([name, declaration]) => [
    `tpuEmbedding.${name}`,
    { ...declaration, default: DEFAULT_SETTINGS[name as keyof Settings] } as SettingDeclaration,
  ]),
);
