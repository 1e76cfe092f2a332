import { classesOf } from './sets';
import type { ListType, Range, TensorType, Type } from './types';

/** A type for users, short and in Python style: `int ≥ 1`, `list of float32 tensors (scalar)`. */
export function typeText(type: Type): string {
  switch (type.of) {
    case 'tensor':
      return tensorText(type);
    case 'list':
      // What is only indexed may be either.
      if (type.item.of === 'other' && type.item.name === 'Any') return 'list | tuple';
      return `list of ${plural(typeText(type.item))}${lengthText(type)}`;
    case 'tuple':
      return `(${type.items.map(typeText).join(', ')})`;
    case 'int':
    case 'float':
      return `${type.of}${isListed(type.accepts ?? type.expects) ? ' that is' : ''}${rangeText(type.accepts ?? type.expects)}`;
    case 'str':
      return strText(type.accepts ?? type.expects ?? []);
    case 'serialized':
      return `bytes (serialized ${simpleName(type.message)})`;
    case 'message':
      return simpleName(type.message);
    case 'enum':
      return simpleName(type.enum);
    case 'callable':
      return type.arguments ? `function(${type.arguments.join(', ')})` : 'callable';
    case 'object':
      return type.classes.join(' | ');
    case 'instance':
      return 'classes' in type
        ? type.classes.map(simpleName).join(' | ')
        : classesOf(type)
            .filter(({ library }) => library === type.library)
            .map(({ name }) => name)
            .join(' | ');
    case 'structure':
      return `${typeText(type.item)}, or a structure of them`;
    case 'dict':
      return `dict of ${typeText(type.key)} to ${typeText(type.value)}`;
    case 'shape':
      return 'shape';
    case 'dtype':
      return type.accepts?.join(' | ') ?? 'dtype';
    case 'union':
      // Libraries may have classes of one name.
      return [...new Set(type.types.flatMap(textsOf))].join(' | ');
    case 'bool':
      return type.accepts === undefined ? 'bool' : type.accepts ? 'True' : 'False';
    case 'none':
      return 'None';
    case 'sharding':
      return 'NamedSharding';
    case 'attribute':
    case 'other':
      return type.name;
    default:
      return type.of;
  }
}

const MANY = 8;

/** The strings themselves, unless they are many. */
const strText = (values: readonly string[]) =>
  values.length === 0 || values.length > MANY ? 'str' : values.map((value) => `'${value}'`).join(' | ');

const textsOf = (type: Type): string[] =>
  type.of === 'str' || type.of === 'instance' ? typeText(type).split(' | ') : [typeText(type)];

const plural = (text: string) => text.replace(/\btensor\b/, 'tensors');

const simpleName = (name: string) => name.slice(name.lastIndexOf('.') + 1);

const RANKS = ['scalar', 'vector', 'matrix'];

function tensorText({ dtypes, rank, minRank, expectsRanks, expectsOneOf }: TensorType): string {
  const values = expectsOneOf?.map((value) => `'${value}'`).join(' | ');
  const ranks = (rank === undefined ? expectsRanks : [rank])
    ?.map((n) => RANKS[n] ?? `rank ${n}`)
    .join(' or ');
  return [
    ...(dtypes ? [dtypes.join(' or ')] : []),
    'tensor',
    ...(ranks ? [`(${ranks})`] : []),
    ...(minRank ? [`of rank ${minRank} or more`] : []),
    ...(values ? [`of ${values}`] : []),
  ].join(' ');
}

function lengthText({ minLength = 0, maxLength }: ListType): string {
  if (maxLength !== undefined)
    return minLength === maxLength ? `, exactly ${minLength}` : `, at most ${maxLength}`;
  return minLength > 0 ? `, ${minLength} or more` : '';
}

/** Whether a number is in a range. NaN is in every range, as no comparison refuses it. */
export function inRange(number: number, { min, above, max, below, powerOfTwo, nonZero }: Range): boolean {
  return !(
    (min !== undefined && number < min) ||
    (above !== undefined && number <= above) ||
    (max !== undefined && number > max) ||
    (below !== undefined && number >= below) ||
    (nonZero && number === 0) ||
    (powerOfTwo && (number < 1 || !Number.isInteger(Math.log2(number))))
  );
}

/** ` ≥ 1`, ` in [0, 1)`, ` 0`; empty without bounds. */
export function rangeText({ min, above, max, below, powerOfTwo, nonZero }: Range = {}): string {
  const low = min ?? above;
  const high = max ?? below;
  if (powerOfTwo) return low === undefined || high === undefined ? ' a power of two' : powersText(low, high);
  if (nonZero) return ' other than 0';
  if (min !== undefined && min === max) return ` ${min}`;
  if (low !== undefined && high !== undefined)
    return ` in ${above === undefined ? '[' : '('}${low}, ${high}${below === undefined ? ']' : ')'}`;
  if (low !== undefined) return ` ${above === undefined ? '≥' : '>'} ${low}`;
  return high === undefined ? '' : ` ${below === undefined ? '≤' : '<'} ${high}`;
}

const isListed = (range: Range | undefined) => range?.powerOfTwo || range?.nonZero;

/** ` 2 or 4` */
function powersText(low: number, high: number): string {
  const powers = [];
  for (let power = 1; power <= high; power *= 2) if (power >= low) powers.push(power);
  return ` ${powers.join(' or ')}`;
}
