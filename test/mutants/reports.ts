// Mistakes in projects, reports and the command line.
import type { Mutant } from './mutant';

export const REPORT_MUTANTS: readonly Mutant[] = [
  {
    file: 'server/src/project/names/rename.ts',
    find: 'if (!start || others.length > 0)',
    replace: 'if (!start)',
    reason: 'a name that may mean several things is renamed',
    tests: [['unit', 'project/names']],
    expect: /./,
  },
  {
    file: 'server/src/project/tensorflow/folder.ts',
    find: "'.venv', 'venv', '.env', 'env'",
    replace: "'.venv', 'venv', 'env'",
    reason: 'a virtual environment in .env is not found',
    tests: [['unit', 'project/tensorflow']],
    expect: /virtual environment in \.env gives the installed release/,
  },
  {
    file: 'server/src/reports/extraction/checkpoint.ts',
    find: 'if (source.size < FOOTER) return false;',
    replace: '',
    reason: 'a file that is shorter than the end of a checkpoint is read before its beginning',
    tests: [
      ['unit', 'extraction'],
      ['property', 'extraction'],
      ['protocol', 'extract'],
    ],
    expect: /./,
  },
];
