import { bind } from '../config/bind';
import type { Strategy } from '../derivation/strategy';
import { languageOf } from '../languages';
import type { DerivedConfiguration } from '../languages/derived';
import { Analyzer } from '../languages/snapshot';
import { parsePython } from '../python/parser';
import type { Program } from '../reports/places';
import { builtin, CONFIGURATION } from '../schema/builtin';
import { DEFAULT_SETTINGS } from '../settings';
import type { Range } from '../text/range';
import { parse } from '../textproto/parser';
import type { Content } from './content';
import type { Problem, Read } from './form';
import { CommentsOfPython } from './python-comments';
import { readText } from './text-reader';

const CONFIGURATION_TYPE = builtin.message(CONFIGURATION)!;

/** A configuration of a program: where it is made, and what it is when somebody asks. */
export interface ProgramConfiguration extends Range {
  read(): Read;
}

/**
 * The configurations that a program builds or puts together, each with the comments that stand where its fields do. Where the
 * program only makes messages and does nothing with them, what the names of its top level hold in the end counts.
 */
export function readProgram(
  program: Program,
  path: string,
  strategy: Strategy,
): readonly ProgramConfiguration[] {
  const { text } = program;
  const used = derive(program, path, strategy);
  const found = used.length > 0 ? used : derive(serializing(program), path, strategy);
  const comments = new CommentsOfPython(text);
  return found.map((derived) => ({
    start: derived.start,
    end: derived.end,
    read: () => readDerived(derived, comments),
  }));
}

/** What TensorFlow would build of a program. */
export function derive(program: Program, path: string, strategy: Strategy): readonly DerivedConfiguration[] {
  const analyzer = new Analyzer(builtin, DEFAULT_SETTINGS);
  return (
    languageOf('python')
      .analyze(program.text, { analyzer, path, ...program })
      .derive?.(strategy) ?? []
  );
}

/** The program with what makes of each message that a name of its top level holds a configuration that is used. */
function serializing(program: Program): Program {
  const names = new Set(
    parsePython(program.text).module.body.flatMap((statement) =>
      statement.kind === 'assignment'
        ? statement.targets.flatMap((target) => (target.kind === 'name' ? target.name : []))
        : [],
    ),
  );
  const text = `${program.text}\n${[...names].map((name) => `${name}.SerializeToString()\n`).join('')}`;
  if (!('partEnds' in program)) return { text };
  return { ...program, text, partEnds: [...program.partEnds.slice(0, -1), text.length] };
}

function readDerived(
  { lines, unknown, refused, ...whole }: DerivedConfiguration,
  comments: CommentsOfPython,
): Read {
  if (refused)
    return { problems: [{ ...refused.at, message: `TensorFlow refuses this: ${refused.reason}` }] };
  if (unknown.length > 0)
    return {
      problems: unknown.map(({ path, reason, at }): Problem => {
        const { start, end } = at ?? { start: 0, end: 0 };
        return { start, end, message: `${path} is not known. ${reason}` };
      }),
    };
  return { content: contentOf(comments.among(lines, whole)) };
}

function contentOf(text: string): Content {
  return readText(bind(parse(text), CONFIGURATION_TYPE, builtin)).content;
}
