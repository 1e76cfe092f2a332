import { choiceSnippet, escapeSnippet } from '../../basics/snippet';
import {
  allEntries,
  classesOf,
  type Entry,
  findEntry,
  lifetimeOf,
  type Parameter,
  simplestNumber,
  type Type,
} from '../../catalogue';
import { type Import, importsAt, shortestPath } from '../../dataflow/calls/import-paths';
import { type InScope, inScope } from '../../dataflow/calls/in-scope';
import { typeOfIn } from '../../dataflow/calls/python-file';
import { runtimeOf } from '../../dataflow/calls/runtime';
import { isAlike, isMeantFor, sourceOfType } from '../../dataflow/calls/suggested-arguments';
import type { Tree } from '../../python/tree';
import type { Completion } from '../answers';
import { isIn } from './lookup';

/** One of the few values that an argument may have. */
export interface Choice {
  /** Python source. */
  readonly label: string;
  readonly kind: Extract<Completion['kind'], 'value' | 'boolean' | 'constant' | 'class'>;
  /** The entry that the value names. */
  readonly entry?: Entry;
  /** Its purpose, in a few words. */
  readonly detail?: string;
}

/** The strings that a type names. */
export function stringChoices(type: Type): readonly string[] {
  switch (type.of) {
    case 'str':
      return type.accepts ?? type.expects ?? [];
    case 'tensor':
      return type.expectsOneOf ?? [];
    case 'union':
      return type.types.flatMap(stringChoices);
    case 'structure':
      return stringChoices(type.item);
    default:
      return [];
  }
}

/** Writes values in the manner of a text, with the names that can be used at an offset. */
export class Values {
  private imports: readonly Import[] | undefined;
  private names: readonly InScope[] | undefined;
  readonly quote: string;

  constructor(
    private readonly tree: Tree,
    private readonly offset: number,
  ) {
    this.quote = usualQuote(tree.text);
  }

  /**
   * All values of a type that has few and whose values can be written. Of an enum, the `usual` value comes first.
   */
  choices(type: Type, usual?: string): Choice[] {
    switch (type.of) {
      case 'str':
      case 'tensor':
        return stringChoices(type).map((text) => ({ label: this.quoted(text), kind: 'value' }));
      case 'bool':
        return ['True', 'False'].map((label) => ({ label, kind: 'boolean' }));
      case 'none':
        return [{ label: 'None', kind: 'boolean' }];
      case 'enum':
        return allEntries()
          .filter(({ value }) => value && 'enum' in value && value.enum === type.enum)
          .sort((a, b) => rankOf(a, usual) - rankOf(b, usual))
          .flatMap((entry) => this.named(entry, 'constant'));
      case 'dtype':
        return (type.accepts ?? []).flatMap((name) => {
          const entry = findEntry(`tensorflow.${name}`);
          return entry ? this.named(entry, 'constant') : [];
        });
      case 'instance':
        return this.made(type, classesOf(type));
      case 'message':
        return this.made(type, classOfMessage(type.message));
      case 'serialized':
      case 'list':
      case 'dict':
        return this.fitting(type);
      case 'structure':
        return withoutDoubles([...this.fitting(type), ...this.choices(type.item)]);
      case 'union':
        return type.types.flatMap((member) => this.choices(member));
      default:
        return [];
    }
  }

  /** The expressions that can be named at the offset. */
  get inScope(): readonly InScope[] {
    this.names ??= inScope(this.tree, this.offset);
    return this.names;
  }

  /** Expressions that hold an instance of one of the classes, and the classes themselves. */
  private made(type: Type, classes: readonly Entry[]): Choice[] {
    return [...this.fitting(type), ...classes.flatMap((entry) => this.named(entry, 'class'))];
  }

  /** Expressions in scope that certainly have a type. Those that need no conversion come first. */
  private fitting(type: Type): Choice[] {
    const typeOf = typeOfIn(this.tree);
    const fitting = this.inScope.flatMap((candidate) => {
      const label = sourceOfType(type, candidate, typeOf);
      return label === undefined ? [] : [{ label, isReady: label === candidate.source }];
    });
    return fitting
      .sort((a, b) => Number(b.isReady) - Number(a.isReady))
      .map(({ label }) => ({ label, kind: 'value' }));
  }

  /** A name equal to the parameter's, if its value may fit. Then it is almost certainly meant. */
  alike(parameter: Parameter): Choice[] {
    const { name, type } = parameter;
    const typeOf = typeOfIn(this.tree);
    return this.inScope.flatMap((candidate): Choice[] => {
      if (isMeantFor(parameter, candidate)) return [{ label: candidate.source, kind: 'value' }];
      const label = isAlike(candidate.name, name) ? sourceOfType(type, candidate, typeOf) : undefined;
      return label === undefined ? [] : [{ label, kind: 'value' }];
    });
  }

  private named(entry: Entry, kind: 'constant' | 'class'): Choice[] {
    const label = isIn(runtimeOf(this.tree).environment, lifetimeOf(entry.id, entry))
      ? this.path(entry)
      : undefined;
    return label === undefined ? [] : [{ label, kind, entry }];
  }

  /** The shortest expression for an entry; undefined if no import leads to it. */
  path(entry: Entry): string | undefined {
    this.imports ??= importsAt(this.tree, this.offset);
    return shortestPath(entry, this.imports);
  }

  quoted(text: string): string {
    return this.quote + text + this.quote;
  }

  /** The initial value of a new argument, as a snippet; `known` are the values that the configuration implies. */
  placeholder(parameter: Parameter, usual: string | undefined, known: readonly Choice[]): string {
    const { type, default: value } = parameter;
    const labels = withoutDoubles([...known, ...this.alike(parameter), ...this.choices(type, usual)])
      .filter(({ kind }) => kind === 'value' || kind === 'boolean' || kind === 'constant')
      .map(({ label }) => label);
    const standard = value === undefined ? undefined : this.requoted(value);
    if (labels.length > 1) {
      const ordered = standard === undefined ? labels : [standard, ...labels.filter((x) => x !== standard)];
      return choiceSnippet(1, ordered);
    }
    if (labels.length === 1 && standard === undefined) return `\${1:${escapeSnippet(labels[0]!)}}`;
    if (standard !== undefined) return `\${1:${escapeSnippet(standard)}}`;
    return this.example(type) ?? TO_BE_FILLED_IN;
  }

  /** A default in the quotes of the text. */
  private requoted(value: string): string {
    return /^'[^'"\\]*'$/.test(value) ? this.quoted(value.slice(1, -1)) : value;
  }

  private example(type: Type): string | undefined {
    switch (type.of) {
      case 'list':
      case 'shape':
        return '[$1]';
      case 'dict':
        return '{$1\\}';
      case 'str':
        return `${this.quote}$1${this.quote}`;
      case 'int':
      case 'float':
        return `\${1:${simplestNumber(type)}}`;
      case 'union':
        return this.example(type.types[0]!);
      default:
        return undefined;
    }
  }
}

/** Of choices with the same label, only the first. */
export function withoutDoubles(choices: readonly Choice[]): Choice[] {
  return [...new Map(choices.toReversed().map((choice) => [choice.label, choice])).values()].toReversed();
}

/** A placeholder that is valid Python. A name would have to be defined. */
const TO_BE_FILLED_IN = `\${1:...}`;

const classOfMessage = (name: string) => allEntries().filter(({ message }) => message === name);

/** The usual value of an enum comes first, the one that means `unspecified` last. */
const rankOf = ({ name }: Entry, usual: string | undefined) =>
  name === usual ? 0 : /(^|_)UNSPECIFIED$/.test(name) ? 2 : 1;

function usualQuote(text: string): string {
  // Triple quotes are for documentation, so they do not show the style for values.
  let single = 0;
  let double = 0;
  for (const [quotes] of text.slice(0, 20_000).matchAll(/'+|"+/g)) {
    if (quotes === "'") single++;
    else if (quotes === '"') double++;
  }
  return double > single ? '"' : "'";
}
