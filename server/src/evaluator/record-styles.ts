import type { Node } from '../python/tree';
import type { Evaluator } from './evaluator';
import { type ClassField, type FieldSettings, passing, type RecordStyle, truth, type Value } from './value';

/** Whether a setting is on; as by default where it is left out. */
export const isOn = (setting: Value | undefined, byDefault: boolean): boolean =>
  setting ? truth(setting) !== false : byDefault;

/** How a field is passed, by its declaration. */
export const passedAs = (settings: ReadonlyMap<string, Value>, isByName: boolean): FieldSettings['given'] =>
  !isOn(settings.get('init'), true)
    ? 'never'
    : isOn(settings.get('kw_only'), isByName)
      ? 'by name'
      : undefined;

/** `@dataclass`, with or without arguments. Named tuples and typed dicts declare their fields in the same way. */
export const dataclassStyle = (decorator: Value | undefined): RecordStyle => ({
  fields: 'annotated',
  declaration(value, isByName) {
    if (value.kind !== 'made' || value.callee !== 'dataclasses.field') return undefined;
    const { keywords } = value.given;
    const given = passedAs(keywords, isByName);
    return {
      // The default of a field that is never passed stays an attribute of the class.
      default: given === 'never' ? undefined : keywords.get('default'),
      factory: keywords.get('default_factory'),
      given,
    };
  },
  isByName: isSet(decorator, 'kw_only', false),
  lastOfInit: '__post_init__',
  isAssigned: true,
  refusesShared: true,
  hasInit: isSet(decorator, 'init', true),
  inheritsDefaults: true,
  isRemoved: isSet(decorator, 'slots', false),
  isMovedLast: false,
  isStripped: false,
  losesHash: losesHash(decorator),
});

/** Whether `@dataclass` makes an `__eq__`, which takes the hash, and no `__hash__`. */
function losesHash(decorator: Value | undefined): boolean {
  if (decorator?.kind !== 'made') return decorator?.kind === 'reference';
  const { keywords, hasUnknownArguments } = decorator.given;
  const is = (setting: string, wanted: boolean, byDefault: boolean) => {
    const value = keywords.get(setting);
    return (value ? truth(value) : byDefault) === wanted;
  };
  return (
    !hasUnknownArguments &&
    is('eq', true, true) &&
    is('frozen', false, false) &&
    is('unsafe_hash', false, false)
  );
}

const isSet = (decorator: Value | undefined, setting: string, byDefault: boolean): boolean =>
  decorator?.kind === 'made' ? isOn(decorator.given.keywords.get(setting), byDefault) : byDefault;

/** The value of a field after its converters. */
export const converted = (ev: Evaluator, { converters = [] }: ClassField, value: Value, node: Node): Value =>
  converters.reduce((given, converter) => ev.call(converter, passing(given), node), value);
