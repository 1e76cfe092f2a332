import type { Severity } from './rules/rule';

/** The settings `tpuEmbedding.*` that the analysis reads; package.json's descriptions are made from `SETTINGS`. */
export interface Settings {
  /** Severity by rule code, or `off`. */
  readonly rules: Readonly<Record<string, Severity | 'off'>>;
  /** Globs of files that hold a TPUEmbeddingConfiguration. */
  readonly filePatterns: readonly string[];
  /** Paths of serialized FileDescriptorSets. */
  readonly descriptorSets: readonly string[];
  /** Texts above this many MiB are not read. */
  readonly maxFileSize: number;
  /** Whether a lens above each optimizer offers its preview. */
  readonly codeLens: boolean;
}

export const DEFAULT_SETTINGS: Settings = {
  rules: {},
  filePatterns: [
    '**/*tpu_embedding*.{textproto,txtpb,textpb,pbtxt}',
    '**/*tpu-embedding*.{textproto,txtpb,textpb,pbtxt}',
  ],
  descriptorSets: [],
  maxFileSize: 10,
  codeLens: true,
};

const SEVERITIES: readonly string[] = ['error', 'warning', 'information', 'hint', 'off'];

/** Settings from what a client sends, which may be anything; what is not usable falls back to its default. */
export function readSettings(raw: unknown): Settings {
  const given = isRecord(raw) ? raw : {};
  const strings = (value: unknown, fallback: readonly string[]) =>
    Array.isArray(value) ? value.filter((item) => typeof item === 'string') : fallback;
  const { maxFileSize, codeLens } = given;
  return {
    rules: Object.fromEntries(
      Object.entries(isRecord(given['rules']) ? given['rules'] : {}).filter(
        (entry): entry is [string, Severity | 'off'] => SEVERITIES.includes(entry[1] as string),
      ),
    ),
    filePatterns: strings(given['filePatterns'], DEFAULT_SETTINGS.filePatterns),
    descriptorSets: strings(given['descriptorSets'], DEFAULT_SETTINGS.descriptorSets),
    maxFileSize:
      typeof maxFileSize === 'number' && maxFileSize > 0 ? maxFileSize : DEFAULT_SETTINGS.maxFileSize,
    codeLens: typeof codeLens === 'boolean' ? codeLens : DEFAULT_SETTINGS.codeLens,
  };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
