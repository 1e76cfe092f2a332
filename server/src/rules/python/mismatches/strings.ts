import { excerpt } from '../../../basics/excerpt';
import { anyOf } from '../../../basics/listed';
import { nearest } from '../../../basics/nearest';
import type { StrType, Type } from '../../../catalogue';
import { truth } from '../../../dataflow/calls/known-values';
import type { Inferred } from '../../../dataflow/calls/types';
import { kindNamed } from '../../../dataflow/libraries/devices';
import { registersObjects } from '../../../dataflow/libraries/keras-names';
import { mayBeNumber } from '../../../evaluator/refusals';
import type * as python from '../../../python/tree';
import { appending, respelling } from '../support/edits';
import {
  type ArgumentPlace,
  isWhole,
  type Judge,
  type Mismatch,
  mismatch,
  mismatched,
  takerOf,
  wrongType,
} from './mismatch';
import { shownValue } from './shown-value';

export const judgeString: Judge<StrType> = (expression, value, type, place) => {
  if (type.scope) return judgeScope(expression, value, type, place);
  // TensorFlow treats an empty string like None.
  if (place.parameter.nullable && place.reader === 'class' && isWhole(place) && truth(value) === false)
    return value.kind === 'dict'
      ? [wrongType(expression, value, type, { ...place, severity: 'warning' })]
      : [];
  const isString =
    value.kind === 'str' || (value.kind === 'bytes' && (type.orBytes || place.reader === 'message'));
  if (!isString) return [wrongType(expression, value, type, place)];
  const { value: text } = value;
  const named = value.kind === 'str' ? value.device : undefined;
  const kind = type.device && (text === undefined ? named : kindNamed(text));
  if (kind && kind !== type.device)
    return mismatched('choice', expression, place, `is a ${kind}, but must be a ${type.device}.`);
  if (text === undefined) return [];
  if (type.without !== undefined && text.includes(type.without))
    return mismatched('choice', expression, place, `must not contain \`${type.without}\`.`);
  if (type.isNumber && !mayBeNumber(text, 'float'))
    return mismatched(
      'type',
      expression,
      place,
      `is ${shownText(expression, text, place)}, which is no number.`,
    );
  if (type.orRegistered && registersObjects(place.file.tree)) return [];
  const cased = (word: string) => (type.anyCase ? word.toLowerCase() : word);
  const name = cased(text);
  const listed = (names: readonly string[] | undefined) =>
    !names ||
    names.some((each) => cased(each) === name) ||
    (type.orPrefix !== undefined && name.startsWith(type.orPrefix));
  if (!listed(type.accepts)) return [wrongChoice(expression, text, type.accepts!, place, place.severity)];
  return listed(type.expects)
    ? []
    : [wrongChoice(expression, text, type.expects!, place, 'warning', type.otherwise)];
};

/** A false value counts as no name. */
const judgeScope: Judge<StrType> = (expression, value, type, place) => {
  switch (value.kind) {
    case 'str':
    case 'bytes':
      if (value.value === undefined || value.value === '' || /^[A-Za-z0-9_.\\/>-]*$/.test(value.value))
        return [];
      return mismatched(
        'choice',
        expression,
        place,
        `may hold letters, digits and the characters _ . \\ / > - only.`,
      );
    case 'int':
    case 'float':
    case 'bool':
    case 'list':
    case 'tuple':
    case 'set':
    case 'dict':
    case 'range':
      return truth(value) ? [wrongType(expression, value, type, place)] : [];
    case 'dtype':
    case 'function':
    case 'routine':
    case 'object':
    case 'class':
    case 'instance':
      return [wrongType(expression, value, type, place)];
    default:
      return [];
  }
};

/** Names that other parts of TensorFlow use for the same. */
const SYNONYMS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    training: 'train',
    eval: 'inference',
    infer: 'inference',
    predict: 'inference',
    avg: 'mean',
    average: 'mean',
    add: 'sum',
  }),
);

export function wrongChoice(
  expression: python.Expression,
  text: string,
  names: readonly string[],
  place: ArgumentPlace,
  severity: Mismatch['severity'],
  otherwise?: string,
): Mismatch {
  const synonym = SYNONYMS.get(text.toLowerCase());
  const meant = synonym !== undefined && names.includes(synonym) ? synonym : nearest(text, names);
  const quote = place.file.text[expression.start] === '"' ? '"' : "'";
  const fixes =
    expression.kind === 'string' && meant !== undefined
      ? [respelling(expression, text, meant, names, `${quote}${meant}${quote}`)]
      : [];
  const consequence =
    otherwise !== undefined
      ? ` Any other text counts as '${otherwise}'.`
      : severity === 'warning'
        ? ` ${takerOf(place)} notices only when ${place.reader === 'op' ? 'the step runs' : 'it is used'}.`
        : '';
  return {
    ...mismatch(
      'choice',
      expression,
      severity,
      `${place.subject} is ${shownText(expression, text, place)}, ${wanted(names, meant)}${consequence}`,
    ),
    fixes: () => fixes,
  };
}

const MANY = 8;

function wanted(names: readonly string[], meant: string | undefined): string {
  if (names.length <= MANY) return `but must be ${anyOf(names.map((name) => `'${name}'`))}.`;
  return `which is none of the known names.${meant === undefined ? '' : ` Did you mean '${meant}'?`}`;
}

const shownText = (expression: python.Expression, text: string, place: ArgumentPlace) =>
  expression.kind === 'string'
    ? `'${excerpt(text)}'`
    : shownValue(expression, { kind: 'str', value: text }, place);

export const judgeSerialized: Judge<Extract<Type, { of: 'serialized' }>> = (
  expression,
  value,
  type,
  place,
) => {
  if (value.kind === 'str' || value.kind === 'bytes') return [];
  const wrong = wrongType(expression, value, type, place);
  const missing = missingCall(expression, value);
  if (missing === undefined) return [wrong];
  return [
    {
      ...wrong,
      message: `${wrong.message} Add \`${missing}\`.`,
      fixes: () => [appending(expression, missing)],
    },
  ];
};

/** The text that is missing after a message, or after its method. */
function missingCall(expression: python.Expression, value: Inferred): string | undefined {
  if (value.kind === 'instance' && value.entry.message !== undefined) return '.SerializeToString()';
  return expression.kind === 'attribute' && expression.name === 'SerializeToString' ? '()' : undefined;
}
