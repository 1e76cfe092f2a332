import type { Range } from '../../basics/range';
import { bind } from '../../configuration/bind';
import type { Strategy } from '../../dataflow/derivation/strategy';
import { languageOf } from '../../languages';
import type { DerivedConfiguration } from '../../languages/answers';
import { Analyzer } from '../../languages/snapshot';
import { DEFAULT_SETTINGS } from '../../project/settings';
import { builtin, CONFIGURATION_TYPE } from '../../schema/builtin';
import { parse } from '../../textproto/parser';
import type { Program } from '../places';
import type { Content } from './content';
import type { Read, ReadProblem } from './form';
import { CommentsOfPython } from './python-comments';
import { type Merged, merge, mergedAtEnd, withoutMerged } from './python-merged';
import { readText } from './text-reader';

/** A configuration of a program: where it is made, and a function that reads it. */
interface ProgramConfiguration extends Range {
  read(): Read;
}

/** The configurations that a program makes, each with the comments at the code of its fields. */
export function readProgram(
  program: Program,
  path: string,
  strategy: Strategy,
): readonly ProgramConfiguration[] {
  const { text } = program;
  const comments = new CommentsOfPython(text);
  const merged = mergedAtEnd(text);
  return derive({ ...program, text: withoutMerged(text, merged) }, path, strategy).map((derived) => {
    const { start, end } = derived;
    const own = merged.filter(({ maker }) => maker.start === start && maker.end === end);
    return { start, end, read: () => withMerged(readDerived(derived, comments), own) };
  });
}

function withMerged(read: Read, merged: readonly Merged[]): Read {
  if (!('content' in read)) return read;
  let { content } = read;
  for (const each of merged) {
    const more = merge(content, each);
    if (!more) return { problems: [{ ...each, message: UNSEEN_BYTES }] };
    content = more;
  }
  return { ...read, content };
}

const UNSEEN_BYTES =
  'What these bytes change in the message is not known. Only fields that the schema does not know are read of them.';

/** The configurations that TensorFlow would build from a program. */
export function derive(program: Program, path: string, strategy: Strategy): readonly DerivedConfiguration[] {
  const analyzer = new Analyzer(builtin, DEFAULT_SETTINGS);
  const options = { analyzer, path, ...program, countsAsUsed: 'top-level' } as const;
  const analysis = languageOf('python').analyze(program.text, options);
  return analysis.derive(strategy).filter(({ library }) => library === undefined);
}

function readDerived(
  { lines, unknown, refused, ...whole }: DerivedConfiguration,
  comments: CommentsOfPython,
): Read {
  if (refused)
    return { problems: [{ ...refused.at, message: `TensorFlow refuses this: ${refused.reason}` }] };
  if (unknown.length > 0)
    return {
      problems: unknown.map(({ path, reason, at }): ReadProblem => {
        const { start, end } = at ?? whole;
        return { start, end, message: `${path} is not known. ${reason}` };
      }),
    };
  return { content: contentOf(comments.addTo(lines, whole)) };
}

function contentOf(text: string): Content {
  return readText(bind(parse(text), CONFIGURATION_TYPE, builtin)).content;
}
