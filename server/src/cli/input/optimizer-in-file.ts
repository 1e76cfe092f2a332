// The optimizer in a file that the command line names.
import { statSync } from 'node:fs';
import { languageOf } from '../../languages';
import { type LineOfFile, type OptimizerInFile, optimizerIn } from '../../reports/simulation/optimizer';
import { optionName } from '../command';
import { readText } from '../files/files';
import { NearbyFacts } from '../files/nearby-facts';
import { isProgram, plainAnalyzer, readProgram } from './program';

/** `file`, `file:line`, `notebook:line` or `notebook:cell 3:line`; an existing file with the whole name takes precedence. */
export function targetOf(argument: string): LineOfFile {
  const [, path, cell, line] = /^(.+?)(?::cell (\d+))?:(\d+)(?::\d+)?$/.exec(argument) ?? [];
  if (path === undefined || isFile(argument)) return { path: argument };
  return { path, line: Number(line), ...(cell !== undefined && { cell: Number(cell) }) };
}

function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** Throws a UsageError if there is no optimizer, or if it is not clear which one is meant. */
export async function optimizerInFile(
  target: LineOfFile,
  table: string | undefined,
): Promise<OptimizerInFile> {
  const { path } = target;
  const program = isProgram(path) ? await readProgram(path) : await readText(path);
  const language = languageOf(isProgram(path) ? 'python' : 'textproto');
  const nearby = new NearbyFacts();
  const analysis = language.analyze(program.text, {
    analyzer: plainAnalyzer(),
    path,
    named: true,
    environment: () => nearby.environment(path),
    ...('partEnds' in program && { partEnds: program.partEnds }),
  });
  return optimizerIn(analysis, program, target, table, optionName);
}
