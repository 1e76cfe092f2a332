import { oncePerName } from '../../basics/once';
import type { Arguments, Evaluator, Fields, Value } from '../../evaluator';
import { runCallbacks } from '../../evaluator/callbacks';
import { dictFrom, listOf, tupleOf } from '../../evaluator/containers';
import { fails, isJudged } from '../../evaluator/failures';
import { fields, NO_FIELDS, UNKNOWN_FIELDS, withField } from '../../evaluator/join';
import type { Cell } from '../../evaluator/state';
import {
  argumentsThat,
  bool,
  equal,
  float,
  int,
  itemsOf,
  none,
  passing,
  str,
  unknown,
} from '../../evaluator/value';
import { changesByDict, isOnlyRead } from '../../python/attribute-dicts';
import { textMatches } from '../../python/text-matches';
import { type Call, cachedByTree, type Node, type Tree } from '../../python/tree';
import { assignsAttribute } from './constructor-arguments';
import { isRun } from './strategies';

/**
 * Inputs of a program from outside: flags, command-line arguments and environment variables. Their types are known but not
 * their values, as defaults may be overridden; with `areDefault`, flags and arguments have their defaults.
 */
export class Options {
  private readonly flags = new Map<string, Value>();
  private readonly defined = new Set<string>();
  /** The arguments of each parser, by the call that made it. */
  private readonly parsers = new Map<Arguments, Map<string, Option>>();
  /** Parsers and results to which code that is not followed may add. */
  private readonly lost = new Set<Arguments>();
  private areFlagsLost = false;
  /** What the program assigns to attributes of a result of a parser; undefined if another has the same parser. */
  private readonly assigned = new Map<Arguments, Cell<Fields> | undefined>();

  constructor(private readonly areDefault: boolean) {}

  /** The value of a dotted name. */
  reference(name: string, node: Node, ev: Evaluator): Value | undefined {
    if (this.areDefault && name === ARGUMENTS) return listOf(ev, [str(node, undefined)], node);
    const [, flag] = this.flags.size > 0 ? (FLAG.exec(name) ?? []) : [];
    if (flag === undefined) return undefined;
    const value = this.flags.get(flag);
    if (!value && !this.defined.has(flag)) this.checkFlag(flag, node, ev);
    return value && { ...value, node };
  }

  /** A flag that nothing defines. */
  private checkFlag(name: string, node: Node, ev: Evaluator): void {
    const isOwn = OWN_FLAG.test(name) || assignsAttribute(ev.tree, name) || this.areFlagsLost;
    if (isOwn || !importsOnlyKnown(ev.tree) || !isJudged(ev)) return;
    fails(ev, node, { of: 'attribute', owner: 'FLAGS', name, names: [...this.defined], isDeclared: false });
  }

  call(name: string, given: Arguments, node: Call, ev: Evaluator): Value | undefined {
    if (!name.startsWith('argparse.') && !name.startsWith('builtins.')) this.lose(given);
    if (addsUnfollowed(name)) this.areFlagsLost = true;
    const type = typeDefined(name);
    if (type === undefined) return undefined;
    this.define(type, given, node, ev);
    // The object keeps the definition of the flag.
    return { kind: 'made', callee: name, given, facts: FLAG_HOLDER, node };
  }

  /** Other code gets a parser or a namespace. */
  private lose(given: Arguments): void {
    for (const each of argumentsThat(given, isOfParser)) this.lost.add(each.given);
  }

  /** The result of a method of a parser. */
  method(object: Value, name: string, given: Arguments, node: Node, ev: Evaluator): Value | undefined {
    if (object.kind !== 'made' || object.callee !== PARSER) return undefined;
    switch (name) {
      case 'add_argument': {
        const known = this.parsers.get(object.given) ?? new Map<string, Option>();
        this.parsers.set(object.given, known);
        const byDefault = object.given.keywords.has('argument_default') ? undefined : none(node);
        const added = argumentAdded(given, byDefault, node, ev);
        if (!added) this.lost.add(object.given);
        if (added) known.set(added.name, known.has(added.name) ? {} : added);
        // Parsing calls what converts an argument.
        runCallbacks(ev, given, node);
        return none(node);
      }
      case 'add_argument_group':
      case 'add_mutually_exclusive_group':
        return object;
      case 'parse_args':
        return this.parsed(object.given, given, node, ev);
      case 'parse_known_args':
        return tupleOf([this.parsed(object.given, given, node, ev), textsOf(ev, node)], node);
      case 'add_subparsers':
      case 'set_defaults':
        this.lost.add(object.given);
        return undefined;
      case 'error':
      case 'exit':
        ev.state.isReachable = false;
        return none(node);
      default:
        return undefined;
    }
  }

  /** The result of a parser; for arguments that the program gives itself, of one whose defaults these are. */
  private parsed(parser: Arguments, given: Arguments, node: Node, ev: Evaluator): Value {
    const all = this.parsers.get(parser) ?? new Map<string, Option>();
    const texts = textsIn(given);
    const chosen = texts && withArguments(all, texts, node, ev);
    if (chosen === REFUSED) ev.state.isReachable = false;
    const options = chosen && chosen !== REFUSED ? chosen : givesSome(given) && withoutDefaults(all);
    if (!options || this.lost.has(parser)) return this.namespace(NAMESPACE, parser, node, ev);
    const filled = { ...parser };
    this.parsers.set(filled, options);
    return this.namespace(DEFAULTS, filled, node, ev);
  }

  private namespace(callee: string, given: Arguments, node: Node, ev: Evaluator): Value {
    const cell = this.assigned.has(given) ? undefined : fields(ev.state, NO_FIELDS);
    this.assigned.set(given, cell);
    return {
      kind: 'made',
      callee,
      given,
      ...(cell && { held: () => [...cell.content.known.values()] }),
      node,
    };
  }

  /** An element of an object that contains only strings, or a flag as an object. */
  element(object: Value, index: Value, node: Node, { tree }: Evaluator): Value | undefined {
    if (object.kind !== 'reference') return undefined;
    if (FLAGS.test(object.name))
      return index.kind === 'str' && index.value !== undefined && this.defined.has(index.value)
        ? { kind: 'made', callee: FLAG_OBJECT, given: passing(index), facts: FLAG_FACTS, node }
        : undefined;
    if (TEXTS.get(object.name) !== index.kind) return undefined;
    // A program that checks the length may not reach this place.
    return object.name === 'sys.argv' && textMatches(tree, ASKS_LENGTH) ? undefined : str(node, undefined);
  }

  /** A command-line argument, or the value of a flag definition. */
  attribute(object: Value, name: string, node: Node, ev: Evaluator): Value | undefined {
    const { tree } = ev;
    if (isNamespace(object)) {
      const set = assignsAttribute(tree, name) ? this.assignedTo(object.given, name, ev) : null;
      if (set) return set;
      const option = set === null ? this.parsers.get(object.given)?.get(name) : undefined;
      if (!option) this.checkArgument(object.given, name, node, ev);
      const isDefault = this.areDefault || object.callee === DEFAULTS;
      if (isDefault && option?.default && !mayChange(tree)) return option.default;
      return option?.kind && ofType(option.kind, node, ev);
    }
    if (object.kind !== 'made') return undefined;
    if (object.callee === FLAG_OBJECT)
      return name === 'value' ? this.valueOfFlag(object.given, node) : undefined;
    const [, type] = DEFINITION.exec(object.callee) ?? [];
    return type !== undefined && name === 'value' ? this.flagValue(type, object.given, node, ev) : undefined;
  }

  /** What the program sets on the result of a parser is beside the arguments there; returns whether it is followed. */
  setAttribute(object: Value, name: string, value: Value, { state }: Evaluator): boolean {
    if (!isNamespace(object)) return false;
    const options = this.parsers.get(object.given);
    if (!options?.has(name)) options?.set(name, {});
    const cell = this.assigned.get(object.given);
    if (cell) state.write(cell, withField(cell.content, name, value));
    return cell !== undefined;
  }

  /** What an attribute of the result of a parser was set to last: null if nothing has set it, undefined if that is not known. */
  private assignedTo(given: Arguments, name: string, ev: Evaluator): Value | null | undefined {
    const { state, activations, around } = ev;
    const cell = this.assigned.get(given);
    const { known, hasUnknownFields, unsure } = cell?.content ?? UNKNOWN_FIELDS;
    // Unseen code may have called what sets it, unless the object is made in the call of that code.
    const isFollowed = isRun(around) || (cell?.born ?? 0) > (activations[1]?.mark.clock ?? Infinity);
    const mayDiffer = hasUnknownFields || unsure?.has(name) || state.escapedObjects.has(given);
    return mayDiffer || !isFollowed || mayChange(ev.tree) ? undefined : (known.get(name) ?? null);
  }

  /** `FLAGS['dim'].value`, which is what `FLAGS.dim` is. */
  private valueOfFlag({ positional: [flag] }: Arguments, node: Node): Value | undefined {
    const value = flag?.kind === 'str' ? this.flags.get(flag.value ?? '') : undefined;
    return value && { ...value, node };
  }

  /** An argument that a parser does not have. */
  private checkArgument(parser: Arguments, name: string, node: Node, ev: Evaluator): void {
    const options = this.parsers.get(parser);
    const isOpen = this.mayHaveMore(parser, ev) || assignsAttribute(ev.tree, name);
    if (!options || options.size === 0 || isOpen || name.startsWith('_') || !isJudged(ev)) return;
    fails(ev, node, {
      of: 'attribute',
      owner: 'Namespace',
      name,
      names: [...options.keys()],
      isDeclared: false,
    });
  }

  /** Whether what a parser gives may have other arguments than those that are known. */
  private mayHaveMore(parser: Arguments, { tree }: Evaluator): boolean {
    return (
      this.lost.has(parser) ||
      parser.hasUnknownArguments ||
      parser.keywords.has('parents') ||
      parser.keywords.has('argument_default') ||
      mayChange(tree) ||
      textMatches(tree, SUPPRESSES)
    );
  }

  /** `vars(args)`, if nothing can change it, or nothing else has the object. */
  asDict(object: Value, node: Node, ev: Evaluator): Value | undefined {
    if (!isNamespace(object)) return undefined;
    const options = this.parsers.get(object.given);
    const isAlone = node.kind === 'call' && node.arguments[0]?.value.kind === 'call';
    if (!options || !(isAlone || isOnlyRead(node))) return undefined;
    const known = [...options.keys()].map((name) => {
      const value = this.attribute(object, name, node, ev) ?? unknown(node, 'call');
      return [`s${name}`, { key: str(node, name), value }] as const;
    });
    return dictFrom(ev, new Map(known), node, this.mayHaveMore(object.given, ev));
  }

  private define(type: string, given: Arguments, node: Call, ev: Evaluator): void {
    const [name] = given.positional;
    const value = this.flagValue(type, given, node, ev);
    if (name?.kind !== 'str' || name.value === undefined) {
      this.areFlagsLost = true;
      return;
    }
    this.defined.add(name.value);
    if (value) this.flags.set(name.value, value);
  }

  /** A flag whose default is None may remain None. */
  private flagValue(
    type: string,
    { positional, keywords, hasUnknownArguments }: Arguments,
    node: Node,
    ev: Evaluator,
  ): Value | undefined {
    const [name, value = keywords.get('default')] = positional;
    if (!value || value.kind === 'unknown' || hasUnknownArguments) return undefined;
    const flag = name?.kind === 'str' ? (name.value ?? '') : '';
    if (this.areDefault && !keywords.has('required') && isLeft(ev.tree, flag)) {
      const byDefault = defaultOfType(type, value);
      if (byDefault) return byDefault;
    }
    return value.kind === 'none' ? undefined : ofType(type, node, ev);
  }
}

const ARGUMENTS = 'sys.argv';

/** Whether a name is one of the arguments or flags of the program. */
export const isOption = (name: string): boolean => name === ARGUMENTS || FLAG.test(name);

const FLAG = /^(?:absl\.flags|tensorflow[\w.]*\.flags)\.FLAGS\.(\w+)$/;
const FLAGS = /^(?:absl\.flags|tensorflow[\w.]*\.flags)\.FLAGS$/;
/** Flags that absl has itself, and what else its object has. */
const OWN_FLAG =
  /^(?:_|help|logtostderr|alsologtostderr|log_dir|v$|verbosity|logger_levels|stderrthreshold|showprefixforinfo|run_with|pdb|use_cprofile|only_check_args|profile_file|undefok|flagfile|test_|xml_output|op_conversion|tt_|hbm|mark_as|is_parsed|is_gnu|set_|get_|find_|append_|flag_values|flags_|flags_into|key_flags|module|main_module|read_|register_|remove_|unparse|validate|write_)/;

/** Modules that define no flags. */
const FLAGLESS =
  /^(?:__future__|abc|absl|argparse|ast|collections|contextlib|copy|csv|dataclasses|datetime|enum|functools|glob|inspect|io|itertools|json|logging|math|numpy|operator|os|pathlib|pprint|random|re|shutil|string|sys|tempfile|textwrap|time|types|typing|typing_extensions|warnings|yaml|google|keras|tensorflow)$/;

const importsOnlyKnown = cachedByTree(({ text }) =>
  [...text.matchAll(/^[ \t]*(?:from|import)[ \t]+([\w.]+)((?:[ \t]*,[ \t]*[\w.]+)*)/gm)].every(
    ([, first, more]) =>
      `${first}${more}`.split(',').every((each) => FLAGLESS.test(each.trim().split('.')[0]!)),
  ),
);

const DEFINITION =
  /^(?:absl\.flags|tensorflow[\w.]*\.flags)\.DEFINE_(bool|boolean|enum|float|integer|string|list|spaceseplist|multi_\w+)$/;
const typeDefined = oncePerName((name) => DEFINITION.exec(name)?.[1]);

/** Functions that add flags which are not followed. */
const UNFOLLOWED =
  /(?:\.DEFINE(?!_(?:bool|boolean|enum|float|integer|string|list|spaceseplist|multi_\w+)$)|adopt_module_key_flags$)/;
const addsUnfollowed = oncePerName((name) => UNFOLLOWED.test(name));

const FLAG_HOLDER = {
  kind: 'object',
  name: 'FlagHolder',
  content: 'value',
  lacksOperators: 'FlagHolder',
} as const;

/** `FLAGS['dim']` */
const FLAG_OBJECT = 'absl.flags.Flag';
const FLAG_FACTS = { kind: 'object', name: 'Flag', content: 'value' } as const;

/** Code that requires flags, checks them or gives them values. */
const SETTING_FLAGS = /\b(?:mark_flags?_as_|register_\w*validator|validator\(|set_default|flagsaver|FLAGS\[)/;

/** Whether a program leaves a flag as the command line has it. */
const isLeft = (tree: Tree, flag: string) =>
  !textMatches(tree, SETTING_FLAGS) && !assignsAttribute(tree, flag);

/** The default of a flag, if the flag has it unchanged. */
function defaultOfType(type: string, value: Value): Value | undefined {
  const { kind } = value;
  switch (type) {
    case 'integer':
      return kind === 'int' || kind === 'none' ? value : undefined;
    case 'float':
      return kind === 'float' || kind === 'none' ? value : undefined;
    case 'string':
    case 'enum':
      return kind === 'str' || kind === 'none' ? value : undefined;
    case 'bool':
    case 'boolean':
      return kind === 'bool' || kind === 'none' ? value : undefined;
    default:
      return undefined;
  }
}

const PARSER = 'argparse.ArgumentParser';
const NAMESPACE = 'argparse.Namespace';

const isOfParser = (value: Value): value is Extract<Value, { kind: 'made' }> =>
  value.kind === 'made' && (value.callee === PARSER || value.callee === NAMESPACE);
/** The result of `parse_args([…])`. */
const DEFAULTS = 'argparse.Namespace of defaults';
interface Namespace extends Made {
  readonly callee: typeof NAMESPACE | typeof DEFAULTS;
}
type Made = Extract<Value, { kind: 'made' }>;
/** Whether `parse_args` has made an object itself, and not filled one of the program, of whatever class. */
export const isOwnNamespace = ({ node }: Namespace): boolean =>
  node.kind === 'call' &&
  node.arguments.every(({ name }, i) => (name === undefined ? i === 0 : name === 'args'));

/** Whether an object is what `parse_args` gives. */
export const isNamespace = (value: Value): value is Namespace =>
  value.kind === 'made' && (value.callee === NAMESPACE || value.callee === DEFAULTS);
const ASKS_LENGTH = /\blen\(/;
const SUPPRESSES = /\bSUPPRESS\b/;
/** Code that can change a default or an argument without naming it. */
const CHANGING = /\b(?:set_defaults|setattr|namespace)\b/;
const mayChange = (tree: Tree) => textMatches(tree, CHANGING) || textMatches(tree, changesByDict);

/** What a program gives a parser in place of the command line, if that is all it gives. */
const givenTexts = ({ positional, keywords }: Arguments): readonly Value[] | undefined => {
  const [given] = [...positional, keywords.get('args')];
  const isList = given?.kind === 'list' || given?.kind === 'tuple';
  return isList && positional.length + keywords.size === 1 ? itemsOf(given) : undefined;
};

/** The texts that a program gives a parser, if all are known. */
function textsIn(given: Arguments): readonly string[] | undefined {
  const all = givenTexts(given);
  const texts = all?.flatMap((each) => (each.kind === 'str' && each.value !== undefined ? each.value : []));
  return texts?.length === all?.length ? texts : undefined;
}

/** Whether a program gives a parser arguments by itself, be they known or not. */
const givesSome = (given: Arguments): boolean => (givenTexts(given)?.length ?? 0) > 0;

const withoutDefaults = (options: ReadonlyMap<string, Option>): Map<string, Option> =>
  new Map([...options].map(([name, option]) => [name, { ...option, default: undefined }]));

/** In place of options, where one does not have the value that it gets among its choices. */
const REFUSED = Symbol('refused');

/** Options with the values that `texts` gives them, if it consists of these alone. */
function withArguments(
  options: ReadonlyMap<string, Option>,
  texts: readonly string[],
  node: Node,
  ev: Evaluator,
): Map<string, Option> | typeof REFUSED | undefined {
  const filled = new Map(options);
  const rest = texts.flatMap((text) => /^(--[\w-]+)=(.*)$/s.exec(text)?.slice(1) ?? text);
  const flags = [...options.values()].flatMap((option) => option.flags ?? []);
  // Without flags like `-1`, such a text is a number.
  const takesNegative = !flags.some((flag) => NEGATIVE.test(flag));
  const isValue = (text: string) => !text.startsWith('-') || (takesNegative && NEGATIVE.test(text));
  for (let flag = rest.shift(); flag !== undefined; flag = rest.shift()) {
    const [name, option] = [...options].find(([, { flags }]) => flags?.includes(flag!)) ?? [];
    const chosen = option && filledWith(option, rest, isValue, node, ev);
    if (chosen === REFUSED) return REFUSED;
    if (name === undefined || !chosen) return undefined;
    filled.set(name, chosen);
  }
  return filled;
}

/** An option with what it gets of the texts behind its flag, which are taken away; undefined if these do not fit. */
function filledWith(
  option: Option,
  rest: string[],
  isValue: (text: string) => boolean,
  node: Node,
  ev: Evaluator,
): Option | typeof REFUSED | undefined {
  if (option.constant !== undefined) return { ...option, default: bool(node, option.constant) };
  const { converter } = option;
  if (!converter) return undefined;
  const taken: string[] = [];
  while (rest.length > 0 && isValue(rest[0]!) && (option.takesMany || taken.length === 0))
    taken.push(rest.shift()!);
  if (taken.length === 0) return undefined;
  const values = taken.map((text) => converted(text, converter, node));
  const isOther = (value: Value | undefined) =>
    value && option.choices?.every((choice) => equal(choice, value) === false);
  if (values.some(isOther)) return REFUSED;
  if (!option.takesMany) return { ...option, default: values[0] };
  const areKnown = values.every((value) => value !== undefined);
  return { ...option, default: areKnown ? listOf(ev, values, node) : undefined };
}

/** What a converter makes of a text; undefined if that is unknown, or nothing. */
function converted(text: string, converter: Kind | 'own', node: Node): Value | undefined {
  if (converter === 'string') return str(node, text);
  if (converter === 'integer') return /^-?\d{1,15}$/.test(text) ? int(node, BigInt(text)) : undefined;
  return converter === 'float' && /^-?\d+(?:\.\d+)?$/.test(text) ? float(node, Number(text)) : undefined;
}

const NEGATIVE = /^-(?:\d+|\d*\.\d+)$/;

/** The type that a command-line argument always has. */
type Kind = 'integer' | 'float' | 'string' | 'boolean' | undefined;

const CONVERTERS: ReadonlyMap<string, Kind> = new Map<string, Kind>([
  ['builtins.int', 'integer'],
  ['builtins.float', 'float'],
  ['builtins.str', 'string'],
]);

interface Option {
  readonly kind?: Kind;
  readonly flags?: readonly string[];
  /** What a text behind a flag is converted to; undefined if not one text stands there. */
  readonly converter?: Kind | 'own';
  /** Whether it takes one text or more, and gives a list. */
  readonly takesMany?: boolean;
  /** What the flag alone means. */
  readonly constant?: boolean | undefined;
  /** With any other value, the parser ends the program. */
  readonly choices?: readonly Value[] | undefined;
  /** The value when the argument is left out. */
  readonly default?: Value | undefined;
}

/** An argument, under its final name. */
function argumentAdded(
  { positional, keywords, hasUnknownArguments }: Arguments,
  byDefault: Value | undefined,
  node: Node,
  ev: Evaluator,
): (Option & { name: string }) | undefined {
  const names = positional.flatMap((each) =>
    each.kind === 'str' && each.value !== undefined ? [each.value] : [],
  );
  const dest = keywords.get('dest');
  const first = names.find((each) => each.startsWith('--')) ?? names[0];
  const name = dest?.kind === 'str' ? dest.value : first?.replace(/^-+/, '').replaceAll('-', '_');
  if (name === undefined) return undefined;
  if (hasUnknownArguments) return { name };
  const isOptional = first?.startsWith('-') ?? true;
  const count = keywords.get('nargs');
  const takesMany = count?.kind === 'str' && /^[+*]$/.test(count.value ?? '');
  const value = keywords.get('default');
  const action = keywords.get('action');
  const constant = constantOf(action);
  const isKept = isOptional && !keywords.has('required') && (!action || keepsDefault(action));
  return {
    name,
    kind: kindOf(isOptional, keywords),
    flags: names.filter((each) => each.startsWith('-')),
    converter:
      (keywords.has('nargs') && !takesMany) || keywords.has('action') ? undefined : converterOf(keywords),
    takesMany,
    constant,
    choices: itemsOf(keywords.get('choices')),
    default: isKept
      ? value
        ? defaultAfter(value, keywords, node, ev)
        : constant === undefined
          ? byDefault
          : byDefault && bool(byDefault.node, !constant)
      : undefined,
  };
}

/** A default as argparse leaves it, which converts a string like a given argument. */
function defaultAfter(
  value: Value,
  keywords: Arguments['keywords'],
  node: Node,
  ev: Evaluator,
): Value | undefined {
  const type = keywords.get('type');
  if (value.kind !== 'str' || !type) return value;
  const converter = converterOf(keywords);
  if (value.value === undefined) return undefined;
  if (converter !== 'own') return converted(value.value, converter, value.node);
  return ev.try(() => ev.call(type, passing(value), node));
}

/** What `action='store_true'` and its opposite store. */
const constantOf = (action: Value | undefined): boolean | undefined =>
  action?.kind === 'str' && /^store_(?:true|false)$/.test(action.value ?? '')
    ? action.value === 'store_true'
    : undefined;

/** Whether an argument with this action has its default unless it is given. */
const keepsDefault = (action: Value): boolean =>
  action.kind === 'str'
    ? /^(?:store|store_true|store_false|append|extend|count)$/.test(action.value ?? '')
    : action.kind === 'reference' && action.name === SWITCH;

/** `--name` and `--no-name` */
const SWITCH = 'argparse.BooleanOptionalAction';

function converterOf(keywords: Arguments['keywords']): Kind | 'own' {
  const type = keywords.get('type');
  return type ? ((type.kind === 'reference' ? CONVERTERS.get(type.name) : undefined) ?? 'own') : 'string';
}

function kindOf(isOptional: boolean, keywords: Arguments['keywords']): Kind {
  if (keywords.has('nargs')) return undefined;
  const action = keywords.get('action');
  if (action)
    return action.kind === 'str' &&
      /^store_(?:true|false)$/.test(action.value ?? '') &&
      !keywords.has('default')
      ? 'boolean'
      : undefined;
  const type = keywords.get('type');
  const kind = type ? (type.kind === 'reference' ? CONVERTERS.get(type.name) : undefined) : 'string';
  const required = keywords.get('required');
  if (!isOptional || (required?.kind === 'bool' && required.value)) return kind;
  // argparse converts a string default like a given argument, but no other default.
  const value = keywords.get('default');
  const isSame = value?.kind === 'str' || (value?.kind === 'int' && kind === 'integer');
  return isSame || (value?.kind === 'float' && kind === 'float') ? kind : undefined;
}

/** A list of unknown length whose elements have a type. */
const listOfType = (type: string, node: Node, ev: Evaluator): Value => ({
  ...listOf(ev, undefined, node),
  each: () => ofType(type, node, ev),
});

const textsOf = (ev: Evaluator, node: Node): Value => listOfType('string', node, ev);

function ofType(type: string, node: Node, ev: Evaluator): Value {
  switch (type) {
    case 'list':
    case 'spaceseplist':
    case 'multi_string':
    case 'multi_enum':
      return textsOf(ev, node);
    case 'multi_integer':
    case 'multi_float':
      return listOfType(type.slice('multi_'.length), node, ev);
    case 'integer':
      return int(node, undefined);
    case 'float':
      return float(node, undefined);
    case 'enum':
    case 'string':
      return str(node, undefined);
    case 'bool':
    case 'boolean':
      return bool(node, undefined);
    default:
      return unknown(node, 'call');
  }
}

/** Containers of strings, with the kind of their indices. */
const TEXTS: ReadonlyMap<string, Value['kind']> = new Map([
  ['sys.argv', 'int'],
  ['os.environ', 'str'],
]);
