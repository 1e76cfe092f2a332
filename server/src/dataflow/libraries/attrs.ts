import type { Arguments, Evaluator, Value } from '../../evaluator';
import { replaced } from '../../evaluator/classes';
import { isOn, passedAs } from '../../evaluator/record-styles';
import { unpacked } from '../../evaluator/records';
import { type FieldSettings, passing, type RecordStyle, truth } from '../../evaluator/value';
import type { Node } from '../../python/tree';

/** The classes of attrs, under its old and its new name. */
const DECORATOR = /^attrs?\.(s|attrs|attributes|dataclass|define|mutable|frozen)$/;
const FIELD = /^attrs?\.(?:ib|attrib|attr|field)$/;
const FACTORY = /^attrs?\.Factory$/;
const UNPACKING = /^attrs?\.as(dict|tuple)$/;

/** Arguments of a decorator that leave fields and their values as they are. */
const HARMLESS =
  /^(?:auto_(?:attribs|detect|exc)|kw_only|frozen|slots|repr|str|eq|order|cmp|(?:unsafe_)?hash|cache_hash|weakref_slot|match_args|collect_by_mro)$/;

/** Whether a function is one of attrs. */
export const isOfAttrs = (name: string): boolean => name.startsWith('attr');

/** What attrs makes of a program's classes. */
export class AttrsClasses {
  /** The functions that decorate a field: `@field.default` and `@field.validator`. */
  private readonly defaults = new Map<Arguments, Value>();
  private readonly validators = new Map<Arguments, Value[]>();

  /** How a decorator makes a class a record. */
  styleOf(decorator: Value): RecordStyle | undefined {
    const name =
      decorator.kind === 'reference'
        ? decorator.name
        : decorator.kind === 'made'
          ? decorator.callee
          : undefined;
    const [, form] = DECORATOR.exec(name ?? '') ?? [];
    if (form === undefined) return undefined;
    const given = decorator.kind === 'made' ? decorator.given : undefined;
    const settings = given?.keywords ?? new Map<string, Value>();
    const isPlain = !given || (given.positional.length === 0 && !given.hasUnknownArguments);
    if (!isPlain || [...settings.keys()].some((each) => !HARMLESS.test(each))) return undefined;
    const isNew = /^(?:define|mutable|frozen)$/.test(form);
    const auto = settings.get('auto_attribs');
    const isAnnotated = form === 'dataclass' || (auto && truth(auto));
    return {
      fields: isAnnotated ? 'annotated' : isNew && !auto ? 'declared or annotated' : 'declared',
      declaration: (value, isByName) => this.declarationOf(value, isByName, isNew),
      isByName: isOn(settings.get('kw_only'), false),
      firstOfInit: '__attrs_pre_init__',
      lastOfInit: '__attrs_post_init__',
      isAssigned: false,
      hasInit: isOn(settings.get('init'), true),
      inheritsDefaults: false,
      isRemoved: true,
      isMovedLast: true,
      isStripped: true,
    };
  }

  private declarationOf(value: Value, isByName: boolean, isNew: boolean): FieldSettings | undefined {
    if (value.kind !== 'made') return undefined;
    const isFactory = FACTORY.test(value.callee);
    if (!isFactory && !FIELD.test(value.callee)) return undefined;
    const { keywords, positional, hasUnknownArguments } = isFactory ? passing(value) : value.given;
    const own = this.defaults.get(value.given);
    const byDefault = keywords.get('default') ?? positional[0];
    const factory =
      byDefault?.kind === 'made' && FACTORY.test(byDefault.callee) ? byDefault.given : undefined;
    const takesSelf = factory?.keywords.get('takes_self') ?? factory?.positional[1];
    const hook = keywords.get('on_setattr');
    const alias = keywords.get('alias');
    const converters = listed(keywords.get('converter'));
    return {
      default: factory || hasUnknownArguments ? undefined : byDefault,
      factory: own ?? factory?.positional[0] ?? factory?.keywords.get('factory') ?? keywords.get('factory'),
      takesObject: own !== undefined || isOn(takesSelf, false),
      given: passedAs(keywords, isByName),
      argument: alias?.kind === 'str' ? alias.value : undefined,
      converters,
      validators: [...listed(keywords.get('validator')), ...(this.validators.get(value.given) ?? [])],
      assigned: hook ? 'unknown' : isNew && converters.length > 0 ? 'converted' : undefined,
    };
  }

  /** The result of a function that {@link isOfAttrs}. */
  call(name: string, given: Arguments, node: Node, ev: Evaluator): Value | undefined {
    if (DECORATOR.test(name) || FIELD.test(name) || FACTORY.test(name))
      return { kind: 'made', callee: name, given, node };
    const { positional, keywords, hasUnknownArguments } = given;
    const [object, ...more] = positional;
    if (object?.kind !== 'instance' || more.length > 0 || hasUnknownArguments) return undefined;
    if (/^attrs?\.evolve$/.test(name)) return replaced(ev, object, keywords, node);
    const [, form] = UNPACKING.exec(name) ?? [];
    return form !== undefined && keywords.size === 0
      ? unpacked(ev, object, node, form as 'dict' | 'tuple', 'list')
      : undefined;
  }

  /** `@field.default`, `@field.validator` */
  method(object: Value, name: string, { positional: [callee] }: Arguments): Value | undefined {
    if (object.kind !== 'made' || !FIELD.test(object.callee) || !callee) return undefined;
    if (name === 'default') this.defaults.set(object.given, callee);
    else if (name === 'validator')
      this.validators.set(object.given, [...(this.validators.get(object.given) ?? []), callee]);
    else return undefined;
    return callee;
  }
}

/** One function, or a list of them. */
const listed = (value: Value | undefined): readonly Value[] =>
  !value || value.kind === 'none'
    ? []
    : value.kind === 'list'
      ? (value.cell.content ?? [])
      : value.kind === 'tuple'
        ? (value.elements ?? [])
        : [value];
