/** Modules that moved in November 2025, before any release, by their earlier paths below `sparsecore`. */
export const MOVED: Readonly<Record<string, string>> = {
  'lib.flax.embed': 'lib.flax.linen.embed',
  'lib.flax.embed_optimizer': 'lib.flax.linen.embed_optimizer',
};

/** The paths of a module, of today and of earlier. */
export const pathsOf = (path: string): string[] => [
  path,
  ...Object.keys(MOVED).filter((earlier) => MOVED[earlier] === path),
];
