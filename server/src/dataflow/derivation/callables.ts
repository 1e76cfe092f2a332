import { type ClassValue, identical, kinds, type Value } from '../../evaluator/value';
import { instanceOf } from '../calls/types';

/** Whether a value can be called. */
export function isCallable(value: Value | undefined): boolean | undefined {
  switch (value?.kind) {
    case 'function':
    case 'partial':
    case 'class':
      return true;
    case 'reference':
      return isBuiltin(value) || undefined;
    case 'made':
      return (
        instanceOf(value)?.entry.group === 'keras-schedule' ||
        (value.callee === 'functools.partial' ? true : undefined)
      );
    case 'instance':
      return isKnownInFull(value.cls) ? hasMember(value.cls, '__call__') : undefined;
    default:
      return undefined;
  }
}

const isBuiltin = (value: Value): boolean =>
  value.kind === 'reference' && /^builtins\.(?!NotImplemented$|Ellipsis$)/.test(value.name);

/** Whether a value is an object of a class in the file, all of whose bases are in the file, too. */
export const isOfFile = (value: Value | undefined): boolean =>
  value?.kind === 'instance' && isKnownInFull(value.cls);

const isKnownInFull = ({ members, inherited, form }: ClassValue): boolean =>
  form === 'plain' &&
  !members.content.hasUnknownFields &&
  inherited.every((base) => base.kind === 'class' && !base.members.content.hasUnknownFields);

const hasMember = ({ members, inherited }: ClassValue, name: string): boolean =>
  members.content.known.has(name) ||
  inherited.some((base) => base.kind === 'class' && base.members.content.known.has(name));

/** Whether two functions are equal in Python's sense and so share a tag. */
export function sameCallable(a: Value | undefined, b: Value | undefined): boolean | undefined {
  if (!a || !b) return undefined;
  if (a.kind !== b.kind) return equalsOnlyItself(a) && equalsOnlyItself(b) ? false : undefined;
  // Each evaluation of a definition makes new defaults.
  if (a.kind === 'function' && b.kind === 'function') return a.defaults === b.defaults;
  if (a.kind === 'made' && b.kind === 'made') return a.given === b.given;
  if (a.kind === 'reference' && b.kind === 'reference') return a.name === b.name || undefined;
  if (a.kind === 'partial' && b.kind === 'partial') {
    if (a.given === b.given) return true;
    return isMethod(a) && isMethod(b) ? sameMethod(a, b) : isMethod(a) === isMethod(b) ? undefined : false;
  }
  return equalsOnlyItself(a) && equalsOnlyItself(b) ? identical(a, b) : undefined;
}

/** Whether a value equals only itself. */
function equalsOnlyItself(value: Value): boolean {
  if (value.kind === 'instance') return isKnownInFull(value.cls) && !hasMember(value.cls, '__eq__');
  return EQUAL_ONLY_TO_THEMSELVES.has(value.kind) || isBuiltin(value);
}

const EQUAL_ONLY_TO_THEMSELVES = kinds('function', 'made', 'partial', 'class');

type Partial = Extract<Value, { kind: 'partial' }>;

const isMethod = ({ callee, given }: Partial): boolean =>
  callee.kind === 'function' &&
  callee.owner !== undefined &&
  given.positional.length === 1 &&
  given.keywords.size === 0;

/** A method of one object equals itself at each lookup. */
function sameMethod(a: Partial, b: Partial): boolean | undefined {
  const isOne = sameCallable(a.callee, b.callee);
  return isOne === true ? identical(a.given.positional[0]!, b.given.positional[0]!) : isOne;
}
