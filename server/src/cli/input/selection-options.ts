// Separate from their implementation, which loads slowly.
import type { Option } from '../command';

export const SELECTION_OPTIONS = {
  config: {
    type: 'string',
    value: 'FILE',
    about: 'Use this configuration file instead of the nearest tpu-embedding.json or pyproject.toml.',
  },
  'no-config': { type: 'boolean', about: 'Use no configuration file.' },
  exclude: {
    type: 'string',
    multiple: true,
    value: 'GLOB',
    about:
      'Also leave out these files and folders: a pattern as in .gitignore, relative to the working directory.',
  },
  'no-ignore': { type: 'boolean', about: 'Include files that .gitignore and .ignore leave out.' },
  'force-exclude': {
    type: 'boolean',
    about: 'Apply exclusions to named files too, as if they had been found in a folder. For hooks.',
  },
} as const satisfies Record<string, Option>;
