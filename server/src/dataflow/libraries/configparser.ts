import { excerpt } from '../../basics/excerpt';
import type { Arguments, Evaluator, ExternalValue, OfMethod, Value } from '../../evaluator';
import { listOf, tupleOf } from '../../evaluator/containers';
import { fails, isCertain } from '../../evaluator/failures';
import { refused, refusedValue } from '../../evaluator/refusals';
import type { Cell, CellKind } from '../../evaluator/state';
import { bool, entriesOf, float, int, NO_ARGUMENTS, none, str } from '../../evaluator/value';
import { textMatches } from '../../python/text-matches';
import type { Node } from '../../python/tree';
import { type Ini, iniOf } from './ini';

// The parsers of `configparser`: their options are texts, which a program reads from a file or holds itself.

const PARSER = /^configparser\.(?:Raw|Safe)?ConfigParser$/;
/** A section of a parser whose contents are not followed. */
const SECTION = 'configparser.SectionProxy';

/** A parser, or one of its sections. */
interface ParserValue extends ExternalValue {
  readonly form: 'ini';
  readonly cell: Cell<Ini | undefined>;
  readonly section?: string;
}

const CONTENT: CellKind<Ini | undefined> = {
  join: (a, b) => (a === b ? a : undefined),
  widen: (before, after) => (before === after ? before : undefined),
  nothing: undefined,
  letEscape() {},
};

const isFollowed = (object: Value): object is ParserValue =>
  object.kind === 'external' && object.form === 'ini';

/** An empty parser, if it reads options as they are. */
export function parserMade(name: string, given: Arguments, node: Node, ev: Evaluator): Value | undefined {
  const isPlain =
    given.positional.length === 0 && [...given.keywords.keys()].every((key) => key === 'interpolation');
  if (!PARSER.test(name) || given.hasUnknownArguments || !isPlain || textMatches(ev.tree, OTHER_KEYS))
    return undefined;
  return parserOf(
    ev.state.cell<Ini | undefined>({ defaults: new Map(), sections: new Map() }, CONTENT),
    node,
  );
}

/** What makes other keys of the names of options. */
const OTHER_KEYS = /\boptionxform\b/;

const parserOf = (cell: ParserValue['cell'], node: Node, section?: string): ParserValue => ({
  kind: 'external',
  form: 'ini',
  cell,
  held: () => [],
  ...(section !== undefined && { section }),
  node,
});

type Options = ReadonlyMap<string, string | undefined>;

/** All options of a section, with those that it has by default. */
function optionsOf(ini: Ini, section: string): Options | undefined {
  const own = section === 'DEFAULT' ? ini.defaults : ini.sections.get(section);
  return own && new Map([...ini.defaults, ...own]);
}

/** What makes a value of the text of an option, or says why that fails. */
type Reader = (text: string | undefined, node: Node) => Value | string;

const BOOLEAN = /^(?:(yes|true|on|1)|no|false|off|0)$/i;

/** Readers of an option, by what they make of its text. */
const READERS: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ['get', (text, node) => str(node, text)],
  [
    'getint',
    (text, node) => {
      if (text === undefined) return int(node, undefined);
      return INTEGER.test(text) ? int(node, BigInt(text.replaceAll(/[_+]/g, ''))) : 'no int';
    },
  ],
  ['getfloat', (text = '', node) => float(node, NUMBER.test(text) ? Number(text) : undefined)],
  [
    'getboolean',
    (text, node) => {
      const [whole, isTrue] = BOOLEAN.exec(text ?? '') ?? [];
      if (text === undefined) return bool(node, undefined);
      return whole === undefined ? 'no truth value' : bool(node, isTrue !== undefined);
    },
  ],
]);

const INTEGER = /^[-+]?\d+(?:_\d+)*$/;
const NUMBER = /^[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?$/i;

const isParser = (object: Value): boolean =>
  (isFollowed(object) && object.section === undefined) ||
  (object.kind === 'made' &&
    PARSER.test(object.callee) &&
    // A converter may make anything of a text.
    object.given.keywords.size === 0 &&
    !object.given.hasUnknownArguments);
const isSection = (object: Value): boolean =>
  (isFollowed(object) && object.section !== undefined) ||
  (object.kind === 'made' && object.callee === SECTION);

const textIn = (value: Value | undefined): string | undefined =>
  value?.kind === 'str' ? value.value : undefined;

/** `parser[section]`, and `section[option]`, which is a text. */
export function configuredElement(object: Value, index: Value, node: Node, ev: Evaluator): Value | undefined {
  const name = textIn(index);
  const ini = isFollowed(object) ? object.cell.content : undefined;
  const lacks = (keys: Iterable<string>) => {
    if (isCertain(ev, object))
      fails(ev, node, { of: 'key', key: index, keys: [...keys].map((key) => str(node, key)) });
  };
  if (isParser(object)) {
    if (ini && name !== undefined && !optionsOf(ini, name)) lacks(ini.sections.keys());
    else if (isFollowed(object) && ini && name !== undefined) return parserOf(object.cell, node, name);
    return { kind: 'made', callee: SECTION, given: NO_ARGUMENTS, node };
  }
  if (!isSection(object)) return undefined;
  const options = isFollowed(object) && ini ? optionsOf(ini, object.section!) : undefined;
  if (!options || name === undefined) return str(node, undefined);
  if (!options.has(name.toLowerCase())) lacks(options.keys());
  return str(node, options.get(name.toLowerCase()));
}

/** `parser[section] = …` and `section[option] = …` */
export function setConfigured(object: Value, ev: Evaluator): boolean {
  if (!isFollowed(object)) return false;
  ev.state.write(object.cell, undefined);
  return true;
}

/** The result of a method of a parser, or of one of its sections. */
export const configuredValue: OfMethod<Value> = (object, name, given, node, ev) => {
  return READERS.has(name)
    ? read(object, name, given, node, ev)
    : isFollowed(object)
      ? methodOfParser(object, name, given, node, ev)
      : undefined;
};

/** `parser.getint(section, option)` and its like. */
const read: OfMethod<Value> = (object, name, { positional, keywords, hasUnknownArguments }, node, ev) => {
  const isOfParser = isParser(object);
  if (hasUnknownArguments || !(isOfParser || isSection(object))) return undefined;
  if (positional.length > 2 || [...keywords.keys()].some((each) => each !== 'fallback')) return undefined;
  const [section, option] = isOfParser ? positional : [undefined, positional[0]];
  const missing = keywords.get('fallback') ?? (isOfParser ? undefined : positional[1]);
  const made = (text: string | undefined): Value => {
    const value = READERS.get(name)!(text, node);
    if (typeof value !== 'string') return value;
    if (isCertain(ev, object))
      fails(ev, node, refusedValue(`\`${name}\` reads a text here that is ${value}`));
    return READERS.get(name)!(undefined, node) as Value;
  };
  const of = isFollowed(object) ? (object.section ?? textIn(section)) : undefined;
  const key = textIn(option)?.toLowerCase();
  const ini = isFollowed(object) ? object.cell.content : undefined;
  if (ini && of !== undefined && key !== undefined) {
    const options = optionsOf(ini, of);
    if (options?.has(key)) return made(options.get(key));
    // A section gives None where it lacks an option.
    if (missing || !isOfParser) return missing ?? none(node);
    const what = options
      ? `option \`${excerpt(key)}\` in the section \`${excerpt(of)}\``
      : `section \`${excerpt(of)}\``;
    if (isCertain(ev, object))
      fails(ev, node, refused(`There is no ${what}`, options ? 'NoOptionError' : 'NoSectionError'));
  }
  if (!isOfParser && !missing) return ev.join(made(undefined), none(node));
  return missing ? ev.join(made(undefined), missing) : made(undefined);
};

function methodOfParser(
  object: ParserValue,
  name: string,
  given: Arguments,
  node: Node,
  ev: Evaluator,
): Value | undefined {
  const { content } = object.cell;
  const [first] = given.positional;
  const isPlain = given.positional.length + given.keywords.size === 0 && !given.hasUnknownArguments;
  const list = (all: readonly Value[]) => listOf(ev, all, node);
  const texts = (all: Iterable<string>) => list([...all].map((each) => str(node, each)));
  const options = object.section === undefined || !content ? undefined : optionsOf(content, object.section);
  switch (name) {
    case 'sections':
      return isPlain && content && object.section === undefined ? texts(content.sections.keys()) : undefined;
    case 'keys':
      return isPlain && options ? texts(options.keys()) : undefined;
    case 'items':
      return isPlain && options
        ? list([...options].map(([key, text]) => tupleOf([str(node, key), str(node, text)], node)))
        : undefined;
    case 'has_section':
    case 'has_option': {
      const [section, option] = given.positional.map(textIn);
      const isKnown = content && section !== undefined && (name === 'has_section' || option !== undefined);
      if (!isKnown) return bool(node, undefined);
      const has = content.sections.has(section);
      return bool(
        node,
        has && (name === 'has_section' || optionsOf(content, section)!.has(option!.toLowerCase())),
      );
    }
    case 'read_string': {
      const text = given.keywords.size === 0 ? textIn(first) : undefined;
      ev.state.write(object.cell, content && text !== undefined ? iniOf(text, content) : undefined);
      return none(node);
    }
    case 'read_dict': {
      const read = given.keywords.size === 0 && first && content ? withDict(first, content) : undefined;
      ev.state.write(object.cell, read);
      return none(node);
    }
    default:
      ev.state.write(object.cell, undefined);
      return undefined;
  }
}

/** A configuration with the sections of a dict. */
function withDict(value: Value, ini: Ini): Ini | undefined {
  const sections = new Map(ini.sections);
  for (const { key, value: held } of (value.kind === 'dict' ? entriesOf(value) : undefined) ?? [NOTHING]) {
    const [name, options] = [textIn(key), held?.kind === 'dict' ? entriesOf(held) : undefined];
    if (name === undefined || !options || name === 'DEFAULT') return undefined;
    const read = new Map(sections.get(name));
    for (const each of options) {
      const option = textIn(each.key);
      if (option === undefined) return undefined;
      read.set(option.toLowerCase(), textOf(each.value));
    }
    sections.set(name, read);
  }
  return { ...ini, sections };
}

const NOTHING = { key: undefined, value: undefined };

const textOf = (value: Value): string | undefined =>
  value.kind === 'str' ? value.value : value.kind === 'int' ? value.value?.toString() : undefined;

/** The elements of a loop over a section. */
export function configuredElements(object: Value): readonly Value[] | undefined {
  const ini = isFollowed(object) ? object.cell.content : undefined;
  if (!isFollowed(object) || !ini) return undefined;
  const names =
    object.section === undefined
      ? ['DEFAULT', ...ini.sections.keys()]
      : optionsOf(ini, object.section)?.keys();
  return names && [...names].map((each) => str(object.node, each));
}
