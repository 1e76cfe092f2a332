import { largeConfiguration } from './configurations';
import { embeddingProgram, plainProgram } from './programs';

/** One in this many files has a mistake. */
const ONE_IN = 5;

/**
 * The files of a workspace, by path: configurations of some tables, programs that use TPU embedding and programs that do
 * not, in folders of twenty. In one of five configurations and of five programs there is one mistake.
 */
export function workspaceFiles(count: number): Map<string, string> {
  const files = new Map<string, string>();
  const configuration = largeConfiguration(8);
  const program = embeddingProgram(60).replaceAll('sqrt_n', 'sum');
  const plain = plainProgram(60);
  for (let i = 0; i < count; i++) {
    const isWrong = Math.floor(i / 3) % ONE_IN === 0;
    const path = `models/m${Math.floor(i / 20)}/part${i}`;
    if (i % 3 === 0) {
      const text = isWrong ? configuration.replace('num_hosts', 'num_host') : configuration;
      files.set(`${path}.pbtxt`, text.replaceAll('"table_', `"table_${i}_`));
    } else if (i % 3 === 1) {
      const text = isWrong ? program.replace("combiner='mean'", "combiner='men'") : program;
      files.set(`${path}.py`, text.replaceAll('users_', `users_${i}_`));
    } else files.set(`${path}.py`, `${plain}\nNUMBER = ${i}\n`);
  }
  return files;
}

/** The number of these files with a mistake. */
export const wrongOf = (files: ReadonlyMap<string, string>): number =>
  [...files.values()].filter((text) => /num_host:|combiner='men'/.test(text)).length;
