import { once } from '../../basics/once';
import type { Entry, Parameter } from '../../catalogue';
import { PERHAPS } from '../../python/exceptions';
import { cachedByTree, type Section, type Tree } from '../../python/tree';
import { classBehind } from '../libraries/annotations';
import { isRun, strategyAround } from '../libraries/strategies';
import { type CallEvent, cachedWhileObserved, dependOnAll, evaluationOf } from './evaluation';
import { eventWithArguments } from './observations';
import { type ApiCall, callOf, callOfEvent, callWith, type PythonFile } from './python-file';
import { instanceOf } from './types';

/** A method call on an object that is made in the same text, or whose class is declared there. */
export interface MethodCall extends ApiCall {
  /** The call that made the object; undefined if only the class of the object is known. */
  readonly owner: ApiCall['node'] | undefined;
  /** The event that made it; undefined if the object is one of several. */
  readonly maker: CallEvent | undefined;
  /** The object may be of another class, or a test may keep it from getting here: another method is called then, or none. */
  readonly isDeclared: boolean;
}

const WITH_METHODS: ReadonlySet<string> = new Set(['embedding', 'optimizer', 'sparsecore-input']);

/** The calls of methods of embedding objects, optimizers and what preprocessing gives. */
export function methodCalls({ tree }: PythonFile): readonly MethodCall[] {
  dependOnAll(tree);
  return inTree(tree);
}

const inTree = cachedByTree((tree) => tree.sections.flatMap((section) => methodCallsIn(tree, section) ?? []));

const methodCallsIn = cachedWhileObserved((tree, { nodes }: Section) =>
  nodes.call.flatMap((node) => {
    const found = (evaluationOf(tree).callsAt(node) ?? []).flatMap((event) => {
      const owner = ownerOf(event);
      const maker = owner && makerOf(tree, event);
      return owner
        ? [Object.assign(Object.create(callOfEvent(event)), { ...owner, maker }) as MethodCall]
        : [];
    });
    const certain = found.filter(({ isDeclared }) => !isDeclared);
    return certain.length > 0 ? certain : found;
  }),
);

/** The object of a method, where that is called on the class. */
export const SELF: Parameter = {
  name: 'self',
  kind: 'positional-or-keyword',
  required: true,
  doc: 'The object.',
  type: { of: 'other', name: 'Any' },
};

const withSelf = once((entry: Entry): Entry => ({ ...entry, parameters: [SELF, ...entry.parameters] }));

const OWN: ReadonlySet<string> = new Set(['keras-rs', 'jax-tpu-embedding']);

/** The calls of methods on their class, which get the object as an argument. */
export const unboundCalls = (file: PythonFile): readonly ApiCall[] =>
  file.tree.calls.flatMap((node) => {
    const entry = node.callee.kind === 'attribute' ? callOf(file, node)?.entry : undefined;
    return entry?.kind === 'method' && OWN.has(entry.library) ? [callWith(node, withSelf(entry))] : [];
  });

function ownerOf({ object, place }: CallEvent): Pick<MethodCall, 'owner' | 'isDeclared'> | undefined {
  const owner = classBehind(object);
  if (!owner || !WITH_METHODS.has(owner.entry.group)) return undefined;
  const isTested = object !== undefined && place?.tested.has(object) === true;
  return { owner: instanceOf(object)?.call, isDeclared: owner.isDeclared || isTested };
}

function makerOf(tree: Tree, event: CallEvent): CallEvent | undefined {
  const { caught, node, object, place } = event;
  const { callee } = node;
  // An object that is called itself may be an attribute, too.
  for (const written of callee.kind === 'attribute' ? [callee.object, callee] : [callee]) {
    const type = evaluationOf(tree).typeOf(written);
    if (type?.kind === 'instance' && type.given && type.given === object?.given)
      return eventWithArguments(type.given);
  }
  // What the program itself certainly does is told of its own object, whichever one other code may give.
  const isCertain = place !== undefined && isRun(place.around) && (caught & PERHAPS) === 0;
  return object && isCertain ? eventWithArguments(object.given) : undefined;
}

/** Whether the object of a method is made in the scope of a TPU's strategy; undefined if that is not known. */
export function isOnTpu({ event }: ApiCall): boolean | undefined {
  const maker = event?.object && eventWithArguments(event.object.given);
  const strategy = maker?.place && strategyAround(maker.place.around);
  return strategy && strategy === 'tpu';
}
