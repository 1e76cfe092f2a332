// The input of `simulate`: a specification in JSON or an optimizer in a file, and options.

import type { Decoded } from '../../basics/decode';
import { excerpt } from '../../basics/excerpt';
import { firstMistake } from '../../basics/json-mistake';
import { lineIndex } from '../../basics/line-index';
import { isRecord } from '../../basics/record';
import { lines } from '../../basics/terminal';
import { UsageError } from '../../basics/usage-error';
import { grouped } from '../../configuration/quantities';
import { SpecError } from '../../optimizers';
import { kindOf } from '../../optimizers/read-json';
import {
  type Caller,
  fromOptimizer,
  fromSpec,
  type Json,
  type Overrides,
  type SimulationInput,
} from '../../reports/simulation/input';
import type { LineOfFile } from '../../reports/simulation/optimizer';
import { optionName, printFailure, type Values } from '../command';
import { readText } from '../files/files';
import { optimizerInFile } from './optimizer-in-file';
import { decimal, decimalHint, numberOption, saidScenario } from './scenario-options';

/** With more arrays, objects and fields than this, reading JSON takes minutes and more memory than available. */
const MAX_PARTS = 5_000_000;

/** A specification needs a depth of 4. The reader is recursive, so it cannot follow all the depth that JSON allows. */
const MAX_DEPTH = 100;

export const PERSON: Caller = {
  spelling: optionName,
  note: (notes) => void process.stderr.write(lines(notes)),
  onFailure: printFailure,
};

/** Reads a specification. Options override its values. Throws a SpecError if it is wrong. */
export async function askedBySpec(path: string, values: Values): Promise<SimulationInput> {
  if (values['table'] !== undefined)
    throw new UsageError(
      '--table names a table of a configuration or a program. A specification has only one table, so leave --table out.',
    );
  const given = parseSpec(await readText(path));
  const place = path === '-' ? 'standard input' : path;
  return fromSpec(given, await wishOf(values), place, PERSON);
}

/** Reads the optimizer that a configuration or a program has at a place. */
export async function askedByFile(target: LineOfFile, values: Values): Promise<SimulationInput> {
  const found = await optimizerInFile(target, values['table'] as string | undefined);
  return fromOptimizer(found, await wishOf(values), PERSON);
}

async function wishOf(values: Values): Promise<Overrides> {
  const starts = (values['initial'] ?? []) as string[];
  return {
    learningRate: numberOption(values, 'learning-rate', { min: -1e38, max: 1e38, whole: false }),
    initial: starts.length > 0 ? Object.fromEntries(starts.map(slotStart)) : undefined,
    sparsecore: values['sparsecore'] === true,
    scenario: await saidScenario(values),
  };
}

function slotStart(text: string): [string, number] {
  const [, slot, number] = /^(\w+)=(.+)$/.exec(text) ?? [];
  if (slot === undefined || Number.isNaN(decimal(number!)))
    throw new UsageError(
      `--initial takes a slot and a number, such as accumulators=0.1, not "${excerpt(text)}".${decimalHint(number ?? '')}`,
    );
  return [slot, decimal(number!)];
}

function parseSpec({ text, misfits: [misfit] }: Decoded): Json {
  if (misfit) throw new SpecError('', `${misfit.what}. Save the file as UTF-8.`);
  const { parts, depth } = extent(text);
  if (parts > MAX_PARTS) {
    throw new SpecError(
      '',
      `at most ${grouped(MAX_PARTS)} arrays, objects and fields can be read; take fewer rows or steps`,
    );
  }
  if (depth > MAX_DEPTH) throw new SpecError('', `arrays and objects are nested more than ${MAX_DEPTH} deep`);
  const given = parseJson(text.replace(/^\ufeff/, ''));
  if (!isRecord(given)) throw new SpecError('', `an object expected, ${kindOf(given)} found`);
  return given;
}

/** Throws a SpecError that names the line and the column of the first mistake. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const mistake = firstMistake(text);
    if (!mistake) throw error;
    const { start, what, hint = isTextFormat(text) ? TEXT_FORMAT : '' } = mistake;
    const { line, character } = lineIndex(text).position(start);
    const place = `in line ${line + 1}, column ${character + 1}`;
    throw new SpecError('', `this is not JSON: ${what} ${place}. ${hint}`.trimEnd());
  }
}

const isTextFormat = (text: string) => /^\s*[a-z]\w*\s*[:{]/i.test(text);
const TEXT_FORMAT = 'A configuration in text format is read from a file whose name ends with .textproto.';

/** The number of arrays, objects and fields in a JSON text, and their depth. Brackets and colons in strings also count. */
function extent(text: string): { parts: number; depth: number } {
  let [parts, open, depth] = [0, 0, 0];
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === BRACKET || code === BRACE) {
      parts++;
      open++;
      if (open > depth) depth = open;
    } else if (code === CLOSING_BRACKET || code === CLOSING_BRACE) open--;
    else if (code === COLON) parts++;
  }
  return { parts, depth };
}

const [BRACKET, BRACE, CLOSING_BRACKET, CLOSING_BRACE, COLON] = [...'[{]}:'].map((sign) =>
  sign.charCodeAt(0),
);
