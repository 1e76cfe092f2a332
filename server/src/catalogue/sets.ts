import { once } from '../basics/once';
import { allEntries, catalogue } from './catalogue';
import { LIBRARIES } from './libraries';
import type { CallableType, Entry, InstanceType, Parameter, Setting, Type } from './types';

/** Whether an argument sets a setting. */
export const isFor = ({ sets }: Parameter, setting: Setting): boolean =>
  sets === setting || sets?.endsWith(`.${setting}`) === true;

/** The parameter that sets a setting of the object that a call makes. */
export function parameterFor(entry: Entry, setting: Setting): Parameter | undefined {
  const known = bySetting(entry);
  if (!known.has(setting))
    known.set(
      setting,
      entry.parameters.find((parameter) => isFor(parameter, setting)),
    );
  return known.get(setting);
}

const bySetting = once((_entry: Entry) => new Map<Setting, Parameter | undefined>());

/** Whether programs give an argument, rather than the library itself. */
export const isPublic = ({ name }: Parameter): boolean => !name.startsWith('_');

/** Whether the instances of a class are of a type. */
export function isInstance(type: InstanceType, { id, role, library }: Entry): boolean {
  if ('classes' in type) return type.classes.includes(id);
  return role === type.role && (library === type.library || LIBRARIES[library].extends === type.library);
}

/** What a type says of functions, if it allows them. */
export const callableIn = (type: Type): CallableType | undefined =>
  (type.of === 'union' ? type.types : [type]).find((each) => each.of === 'callable');

/** The classes whose instances are of a type, those of its own library first. */
export function classesOf(type: InstanceType): readonly Entry[] {
  if ('classes' in type) return type.classes.flatMap((id) => catalogue().byName.get(id)?.entry() ?? []);
  const classes = allEntries().filter((entry) => isInstance(type, entry));
  return [
    ...classes.filter(({ library }) => library === type.library),
    ...classes.filter(({ library }) => library !== type.library),
  ];
}

/** Whether objects of a class certainly have no attribute of a name. */
export const lacksAttribute = ({ attributes, lacksAttributes }: Entry, name: string): boolean =>
  attributes ? !attributes.includes(name) : lacksAttributes?.has(name) === true;
