// Mistakes in the rooms of text format, schemas, configurations, optimizers, sizes and rules.
import type { Mutant } from './mutant';

export const CONFIGURATION_MUTANTS: readonly Mutant[] = [
  {
    file: 'server/src/textproto/formatting/wrap.ts',
    find: 'wrapColumn - 2 * depth',
    replace: 'wrapColumn - depth',
    reason: 'a string deep inside is wrapped behind the column',
    tests: [['unit', 'formatting']],
    expect: /wrapped at the same column at every depth/,
  },
  {
    file: 'server/src/schema/ignore.ts',
    find: "line.endsWith('\\r') ? 1 : 0",
    replace: '0',
    reason: 'a pattern keeps the carriage return of its line',
    tests: [
      ['unit', 'schema', 'files'],
      ['property', 'ignore'],
    ],
    expect: /ignore the same paths/,
  },
  {
    file: 'server/src/configuration/comparison/matching.ts',
    find: "name !== '' && !more.has(name)",
    replace: '!more.has(name)',
    reason: 'items without a name are taken for the same item',
    tests: [['unit', 'comparison']],
    expect: /./,
  },
  {
    file: 'server/src/sizing/memory.ts',
    find: "'gradient_accumulators', deviceBytes: onDevice, hostBytes: 0",
    replace: "'gradient_accumulators', deviceBytes: onDevice, hostBytes: onHosts",
    reason: 'gradient accumulators take memory of hosts, too',
    tests: [['unit', 'sizing']],
    expect: /./,
  },
];
