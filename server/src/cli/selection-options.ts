// Apart from what they mean, which takes long to load.
import type { Option } from './command';

export const SELECTION_OPTIONS = {
  config: {
    type: 'string',
    value: 'FILE',
    about: 'Take this configuration file instead of the nearest tpu-embedding.json or pyproject.toml.',
  },
  'no-config': { type: 'boolean', about: 'Look for no configuration file.' },
  exclude: {
    type: 'string',
    multiple: true,
    value: 'GLOB',
    about:
      'Leave out these files and folders as well: a pattern as in .gitignore, from the working directory.',
  },
  'no-ignore': { type: 'boolean', about: 'Look at what .gitignore and .ignore leave out, too.' },
  'force-exclude': {
    type: 'boolean',
    about: 'Leave out named files as if they had been found in a folder: for hooks.',
  },
} as const satisfies Record<string, Option>;

/** Of programs that are read one at a time. */
export const PROJECT_OPTIONS = {
  config: SELECTION_OPTIONS.config,
  'no-config': SELECTION_OPTIONS['no-config'],
};
