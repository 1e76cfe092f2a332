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
}

export const DEFAULT_SETTINGS: Settings = {
  rules: {},
  filePatterns: [
    '**/*tpu_embedding*.{textproto,txtpb,textpb,pbtxt}',
    '**/*tpu-embedding*.{textproto,txtpb,textpb,pbtxt}',
  ],
  descriptorSets: [],
  maxFileSize: 10,
};
