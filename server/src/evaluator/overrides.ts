import { addTo, addToSet } from '../basics/groups';
import { isSameSet } from '../basics/same-set';
import { cachedFact } from '../python/cache';
import { attributesAssignedIn, attributesPatchedIn, attributesSetOutsideIn } from '../python/names';
import { cachedByTree, type Node, type Tree } from '../python/tree';
import type { Evaluator } from './evaluator';
import { fields } from './join';
import { type ClassValue, type Frame, type InstanceValue, kinds, unknown } from './value';

/** The names of members that an object may have in place of those of its class. */
export interface Overrides {
  /** Members that subclasses define. */
  readonly members: ReadonlyMap<string, 'call' | 'changed'>;
  /** Attributes that methods of subclasses set. */
  readonly fields: readonly string[];
}

export const NO_OVERRIDES: Overrides = { members: new Map(), fields: [] };

/** If more attributes than these may be set elsewhere, an object may have any attribute. */
const MAX_FIELDS = 100;

/** Kinds of values that may run code when they are looked up or called. */
const MAY_RUN_CODE = kinds('function', 'made', 'unknown', 'instance', 'oneOf');

/** Overrides of these are assumed to call the overridden method. */
const CONSTRUCTORS: ReadonlySet<string> = new Set(['__init__', '__new__', '__post_init__']);

export function overridesOf(tree: Tree, subclasses: readonly ClassValue[] = []): Overrides {
  if (subclasses.length === 0) return NO_OVERRIDES;
  const members = new Map<string, 'call' | 'changed'>();
  for (const subclass of subclasses)
    for (const [name, value] of subclass.members.content.known)
      if (!CONSTRUCTORS.has(name) && members.get(name) !== 'call')
        members.set(name, MAY_RUN_CODE.has(value.kind) ? 'call' : 'changed');
  const names = subclasses.flatMap(({ definition }) => [...(assignedWithin(tree).get(definition) ?? [])]);
  return { members, fields: [...new Set(names)] };
}

/** The names of the attributes that are assigned within each class. */
const assignedWithin = cachedByTree((tree): ReadonlyMap<Node, ReadonlySet<string>> => {
  const names = new Map<Node, Set<string>>();
  for (const attribute of tree.sections.flatMap(attributesAssignedIn))
    for (let at: Node | undefined = attribute; at; at = at.parent)
      if (at.kind === 'class') addToSet(names, at, attribute.name);
  return names;
});

/** The subclasses of each class, by the cell of its members. */
export function subclassesIn({
  variables,
}: Frame): ReadonlyMap<ClassValue['members'], readonly ClassValue[]> {
  const found = new Map<ClassValue['members'], ClassValue[]>();
  for (const { content } of variables.values())
    if (content?.kind === 'class')
      for (const base of content.inherited) {
        if (base.kind !== 'class') continue;
        addTo(found, base.members, content);
      }
  return found;
}

/** Names of attributes that are assigned on anything, also on `self`. */
export const attributesSet = cachedFact(
  (tree): ReadonlySet<string> => new Set(tree.sections.flatMap(attributesAssignedIn).map(({ name }) => name)),
  isSameSet,
);

/** Names of attributes that are assigned on anything other than `self`. */
export const attributesSetOutside = cachedFact((tree): ReadonlySet<string> => {
  const names = new Set<string>();
  for (const section of tree.sections) {
    for (const { name } of attributesSetOutsideIn(section)) names.add(name);
    for (const name of attributesPatchedIn(tree, section)) names.add(name);
  }
  return names;
}, isSameSet);

/** The class or any of its subclasses: of overridden members it is only known which of them run no code. */
export const anySubclass = (ev: Evaluator, cls: ClassValue, { members }: Overrides): ClassValue =>
  members.size === 0
    ? cls
    : {
        ...cls,
        members: fields(ev.state, {
          known: new Map([...members].map(([name, why]) => [name, unknown(cls.node, why)])),
          hasUnknownFields: false,
        }),
        bases: [cls],
        inherited: [cls, ...cls.inherited],
        form: cls.form === 'dataclass' ? 'plain' : cls.form,
      };

/** Makes the attributes that are set elsewhere unknown: their values, and whether they exist. */
export function forgetOverridden(ev: Evaluator, { fields, node }: InstanceValue, overrides: Overrides): void {
  const outside = attributesSetOutside(ev.tree);
  const { known, hasUnknownFields, unsure = [] } = fields.content;
  if (outside.size + overrides.fields.length > MAX_FIELDS) {
    const others = [...known].filter(([name]) => !outside.has(name) && !overrides.fields.includes(name));
    ev.state.write(fields, { known: new Map(others), hasUnknownFields: true });
    return;
  }
  const names = [...outside, ...overrides.fields];
  if (names.length === 0) return;
  const blurred = names.map((name) => [name, unknown(node, 'changed')] as const);
  ev.state.write(fields, {
    known: new Map([...known, ...blurred]),
    hasUnknownFields,
    unsure: new Set([...unsure, ...names]),
  });
}
