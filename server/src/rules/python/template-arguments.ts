import { excerpt } from '../../basics/excerpt';
import { rangeOf } from '../../basics/range';
import { counted } from '../../configuration/quantities';
import { evaluationOf } from '../../dataflow/calls/evaluation';
import type { TemplateProblem } from '../../evaluator';
import { caughtAround, isExpectedToFail } from '../../python/surroundings';
import type { CallRule } from './call-rule';

export const templateArguments: CallRule = {
  code: 'template-arguments',
  severity: 'error',
  summary: 'A template is filled in with arguments that do not fit its fields.',
  details:
    'Python raises `KeyError`, `IndexError`, `TypeError` or `ValueError`. In a template for `format`, braces that are meant as text, ' +
    'such as those of text format, are doubled: `{{` and `}}`.',
  bad: `import tensorflow as tf

NAME = '{kind}/{name}'
tf.tpu.experimental.embedding.TableConfig(1000, 8, name=NAME.format(name='items'))`,
  good: `import tensorflow as tf

NAME = '{kind}/{name}'
tf.tpu.experimental.embedding.TableConfig(1000, 8, name=NAME.format(kind='table', name='items'))`,
  checkFile({ tree }, report) {
    const all = new Map(evaluationOf(tree).observations.flatMap((each) => [...each.findings.templates]));
    for (const [node, problem] of all)
      if (!isExpectedToFail(tree, node) && caughtAround(tree, node) === 0)
        report({ ...rangeOf(node), message: inWords(problem) });
  },
};

const DOUBLED = 'Double the braces that are meant as text: `{{` and `}}`.';

function inWords(problem: TemplateProblem): string {
  switch (problem.of) {
    case 'key':
      return /^\w+$/.test(problem.name)
        ? `The template has the field \`${excerpt(problem.name)}\`, for which there is no value: Python raises \`KeyError\`.`
        : `A single brace begins a field of the template, here \`${excerpt(problem.name.trim())}\`, and Python raises \`KeyError\`. ${DOUBLED}`;
    case 'position':
      return 'The template has more fields than there are arguments: Python raises `IndexError`.';
    case 'brace':
      return `A brace of the template has no counterpart: Python raises \`ValueError\`. ${DOUBLED}`;
    case 'dollar':
      return 'A `$` of the template begins no name: Python raises `ValueError`. Double a `$` that is meant as text: `$$`.';
    case 'code':
      return `The format \`${problem.code}\` does not take a value of the type \`${problem.given}\`: Python raises \`${NUMBERS_AND_TEXT.has(problem.given) ? 'ValueError' : 'TypeError'}\`.`;
    case 'number':
      return `A field of the template takes a number, but gets a value of the type \`${problem.given}\`: Python raises \`TypeError\`.`;
    case 'count':
      return `The template takes ${counted(problem.wanted, 'value')}, but gets ${problem.given}: Python raises \`TypeError\`.`;
  }
}

/** Types with formats of their own. */
const NUMBERS_AND_TEXT: ReadonlySet<string> = new Set(['bool', 'float', 'int', 'str']);
