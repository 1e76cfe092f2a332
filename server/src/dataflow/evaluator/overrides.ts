import { fact } from '../../python/kept';
import { attributesAssignedIn, attributesSetOutsideIn } from '../../python/names';
import type { Node, Tree } from '../../python/tree';
import { isSameSet } from '../../text/same-set';
import type { Evaluator } from './evaluator';
import { fields } from './join';
import { type ClassValue, type Frame, type InstanceValue, unknown, type Value } from './value';

/** The names of what an object may have in place of what its class gives it. */
export interface Overrides {
  /** What subclasses define. */
  readonly members: ReadonlyMap<string, 'call' | 'changed'>;
  /** What methods of subclasses set, or others from outside. */
  readonly fields: readonly string[];
}

export const NO_OVERRIDES: Overrides = { members: new Map(), fields: [] };

/** What may run code as an object's attribute is looked up or called. */
const ACTING: ReadonlySet<Value['kind']> = new Set<Value['kind']>([
  ...(['function', 'made', 'unknown', 'instance', 'oneOf'] as const),
]);

/** They are taken to call those that they override. */
const CONSTRUCTORS: ReadonlySet<string> = new Set(['__init__', '__new__', '__post_init__']);

export function overridesOf(tree: Tree, module: Frame, cls: ClassValue): Overrides {
  const subclasses = subclassesOf(cls, module);
  const members = new Map<string, 'call' | 'changed'>();
  for (const subclass of subclasses)
    for (const [name, value] of subclass.members.content.known)
      if (!CONSTRUCTORS.has(name) && members.get(name) !== 'call')
        members.set(name, ACTING.has(value.kind) ? 'call' : 'changed');
  const isInSubclass = ({ start }: Node) =>
    subclasses.some(({ definition }) => definition.start <= start && start < definition.end);
  const assigned = subclasses.length > 0 ? tree.sections.flatMap(attributesAssignedIn) : [];
  const names = assigned.filter(isInSubclass).map(({ name }) => name);
  return { members, fields: [...new Set([...attributesSetOutside(tree), ...names])] };
}

const subclassesOf = ({ members }: ClassValue, { variables }: Frame): readonly ClassValue[] =>
  [...variables.values()].flatMap(({ content }) =>
    content?.kind === 'class' &&
    content.inherited.some((each) => each.kind === 'class' && each.members === members)
      ? content
      : [],
  );

/** Names of attributes that are set of something else than `self`. */
export const attributesSetOutside = fact(
  ({ sections }): ReadonlySet<string> =>
    new Set(sections.flatMap(attributesSetOutsideIn).map(({ name }) => name)),
  isSameSet,
);

/** The class or any subclass: of what some override, no more is known than which are not called. */
export const anySubclass = (ev: Evaluator, cls: ClassValue, { members }: Overrides): ClassValue =>
  members.size === 0
    ? cls
    : {
        ...cls,
        members: fields(ev.state, {
          known: new Map([...members].map(([name, why]) => [name, unknown(cls.node, why)])),
          isOpen: false,
        }),
        bases: [cls],
        inherited: [cls, ...cls.inherited],
        form: cls.form === 'dataclass' ? 'plain' : cls.form,
      };

/** Of attributes that are set elsewhere it is not known what an object holds there, if it has them. */
export function blur(ev: Evaluator, { fields, node }: InstanceValue, { fields: names }: Overrides): void {
  if (names.length === 0) return;
  const { known, isOpen, unsure = [] } = fields.content;
  const blurred = names.map((name) => [name, unknown(node, 'changed')] as const);
  ev.state.write(fields, {
    known: new Map([...known, ...blurred]),
    isOpen,
    unsure: new Set([...unsure, ...names]),
  });
}
