// Objects of the catalogue's classes that are no containers: they are not read by `[…]`, and belong to no class of what is.
import type { Entry } from '../../catalogue';
import type { Evaluator, Value } from '../../evaluator';
import { isCertain } from '../../evaluator/failures';
import { NO_EXCEPTION } from '../../python/exceptions';
import { structureOf } from '../calls/structure';
import { instanceOf } from '../calls/types';
import { isBranch, type WrongKey } from './nested-results';

/** The methods by which an object is a container, which a program may give a class itself. */
const OF_CONTAINERS = ['__getitem__', '__iter__', '__len__'];

/** Whether the program gives some class the methods of containers. */
export const givesElements = (setOutside: ReadonlySet<string>): boolean =>
  OF_CONTAINERS.some((name) => setOutside.has(name));

/** The class of an object without elements, unless the program gives some class the methods of containers. */
export function itemlessClass(object: Value, setOutside: ReadonlySet<string>): Entry | undefined {
  const entry = object.kind === 'made' ? instanceOf(object)?.entry : undefined;
  return entry?.lacksItems && !givesElements(setOutside) ? entry : undefined;
}

/** A key of an object that has none, or of a named tuple that has only numbers, where no test may have excluded the object. */
export function keyOfItemless(
  object: Value,
  key: Value,
  ev: Evaluator,
  setOutside: ReadonlySet<string>,
): WrongKey | undefined {
  const entry = itemlessClass(object, setOutside) ?? (key.kind === 'str' ? namedTuple(object) : undefined);
  return entry && ev.caught === NO_EXCEPTION && isCertain(ev, object)
    ? { entry, structure: structureOf(object), key, isDeclared: false }
    : undefined;
}

function namedTuple(object: Value): Entry | undefined {
  const entry = object.kind === 'made' ? instanceOf(object)?.entry : undefined;
  return isBranch(entry) ? entry : undefined;
}

const MAPPING =
  /^(?:(?:collections\.abc|typing)\.(?:Mutable)?Mapping|builtins\.dict|collections\.(?:ChainMap|Counter|OrderedDict|UserDict|defaultdict))$/;
const CONTAINER =
  /^(?:(?:collections\.abc|typing)\.(?:Collection|Container|Iterable|Iterator|(?:Mutable)?Se(?:quence|t)|Reversible|Sized)|builtins\.(?:list|tuple|set|frozenset|str)|collections\.(?:UserList|deque)|numpy\.ndarray|tensorflow\.(?:\w+\.)*(?:Tensor|Variable|RaggedTensor|SparseTensor|Dataset))$/;

/** False of an object whose class is certain and cannot be among those of containers. */
export function isOfContainers(
  value: Value,
  cls: string,
  setOutside: ReadonlySet<string>,
): false | undefined {
  if (value.kind !== 'made' || !instanceOf(value)?.call) return undefined;
  const isItemless = itemlessClass(value, setOutside)?.lacksItems === true;
  return (isItemless && CONTAINER.test(cls)) || ((isItemless || namedTuple(value)) && MAPPING.test(cls))
    ? false
    : undefined;
}
