import { nearest } from '../basics/nearest';
import { lazy } from '../basics/once';
import type { Entry, Parameter } from './types';

/** `name(a, b=1)` for display, with the range of each parameter in the label. */
export interface SignatureLabel {
  readonly label: string;
  /** In the order of the entry's parameters: start, and end (exclusive). */
  readonly parameters: readonly (readonly [start: number, end: number])[];
}

/** An argument of a call, independent of the source. */
export interface Argument {
  readonly kind: 'positional' | 'keyword' | 'star' | 'double-star';
  /** The keyword, if there is one. */
  readonly name?: string;
  /** The caller's index for it. */
  readonly index: number;
}

export type ArgumentProblem =
  /** A positional argument of a keyword-only callable; `parameter` is the parameter at its position. */
  | { readonly kind: 'keyword-only'; readonly argument: Argument; readonly parameter?: Parameter }
  | { readonly kind: 'too-many'; readonly argument: Argument; readonly accepted: number }
  | {
      readonly kind: 'unknown';
      readonly argument: Argument;
      readonly name: string;
      readonly nearest?: string;
    }
  | {
      readonly kind: 'duplicate';
      readonly argument: Argument;
      readonly parameter: Parameter;
      readonly first: Argument;
    }
  | { readonly kind: 'missing'; readonly parameters: readonly Parameter[] };

export interface Binding {
  /** The arguments by parameter name. */
  readonly arguments: ReadonlyMap<string, Argument>;
  /** The parameter of each argument, in the order of the call; undefined for stars and for arguments without a parameter. */
  readonly parameters: readonly (Parameter | undefined)[];
  readonly problems: readonly ArgumentProblem[];
  /** A `*` or `**` argument may set the parameters that have no argument. */
  readonly open: boolean;
}

export function signatureLabel(entry: Entry): SignatureLabel {
  const offsets: [number, number][] = [];
  let label = `${entry.name}(`;
  for (const [i, part] of signatureParts(entry).entries()) {
    if (i > 0) label += ', ';
    const start = label.length;
    label += part;
    if (part !== KEYWORDS_FOLLOW) offsets.push([start, label.length]);
  }
  return { label: `${label})`, parameters: offsets };
}

const KEYWORDS_FOLLOW = '*';

/** The parameters of a signature, with the star before keyword-only parameters. */
export function signatureParts(entry: Entry): string[] {
  if (entry.anyArguments) return ['…'];
  const labels = entry.parameters.map(parameterLabel);
  const first = entry.parameters.findIndex((parameter) => takesKeywordOnly(entry, parameter));
  return first < 0 ? labels : labels.toSpliced(first, 0, KEYWORDS_FOLLOW);
}

function parameterLabel({ kind, name, default: value }: Parameter): string {
  const stars = kind === 'var-positional' ? '*' : kind === 'var-keyword' ? '**' : '';
  return value === undefined ? stars + name : `${name}=${value}`;
}

const takesKeywordOnly = (entry: Entry, { kind }: Parameter) =>
  kind === 'keyword-only' || (entry.keywordOnly === true && kind === 'positional-or-keyword');

/** Binds the arguments of a call to the parameters, as Python does. */
export function bindArguments(entry: Entry, args: readonly Argument[]): Binding {
  const open = args.some(({ kind }) => kind === 'star' || kind === 'double-star');
  if (entry.anyArguments)
    return { arguments: new Map(), parameters: args.map(() => undefined), problems: [], open };

  const bound = new Map<string, Argument>();
  const problems: ArgumentProblem[] = [];
  const firstStar = args.findIndex(({ kind }) => kind === 'star');
  const free = lazy(() => {
    const given = new Set(args.map(({ name }) => name));
    return entry.parameters.filter((each) => isNamed(each) && !given.has(each.name)).map(({ name }) => name);
  });
  const parameters = args.map((argument, i) => {
    const positionKnown = firstStar < 0 || i <= firstStar;
    if (argument.kind === 'keyword') return bindKeyword(entry, argument, free, bound, problems);
    if (argument.kind === 'positional' && positionKnown)
      return bindPosition(entry, argument, i, bound, problems);
    return undefined;
  });

  const missing = entry.parameters.filter(({ name, required }) => required && !bound.has(name));
  if (missing.length > 0 && !open) problems.push({ kind: 'missing', parameters: missing });
  return { arguments: bound, parameters, problems, open };
}

/** The position of the argument that one parameter takes, -1 if that is given by name alone; undefined if it takes none. */
export function positionFor({ parameters, anyArguments }: Entry, parameter: string): number | undefined {
  const position = parameters.findIndex(({ name }) => name === parameter);
  const kind = anyArguments ? undefined : parameters[position]?.kind;
  return kind === 'positional-or-keyword' ? position : kind === 'keyword-only' ? -1 : undefined;
}

/** The index of the argument that `bindArguments` gives to one parameter; -1 if it has none. */
export function indexFor(
  entry: Entry,
  parameter: string,
  args: readonly { readonly kind: string; readonly name: string | undefined }[],
): number {
  const position = positionFor(entry, parameter);
  if (position === undefined) return -1;
  const firstStar = args.findIndex((argument) => argument.kind === 'star');
  const isAt = (i: number) => i === position && (firstStar < 0 || i < firstStar);
  return args.findIndex((argument, i) =>
    argument.kind === 'keyword' ? argument.name === parameter : argument.kind === 'positional' && isAt(i),
  );
}

function bindKeyword(
  entry: Entry,
  argument: Argument,
  free: () => readonly string[],
  bound: Map<string, Argument>,
  problems: ArgumentProblem[],
): Parameter | undefined {
  const name = argument.name ?? '';
  const parameter = entry.parameters.find((candidate) => candidate.name === name && isNamed(candidate));
  if (!parameter) {
    const rest = entry.parameters.find(({ kind }) => kind === 'var-keyword');
    if (!rest) {
      const suggestion = nearest(name, free());
      problems.push({ kind: 'unknown', argument, name, ...(suggestion && { nearest: suggestion }) });
    }
    return rest;
  }
  const first = bound.get(name);
  if (first) problems.push({ kind: 'duplicate', argument, parameter, first });
  else bound.set(name, argument);
  return parameter;
}

function bindPosition(
  entry: Entry,
  argument: Argument,
  position: number,
  bound: Map<string, Argument>,
  problems: ArgumentProblem[],
): Parameter | undefined {
  const { parameters } = entry;
  const isPositional = ({ kind }: Parameter) => kind === 'positional-or-keyword';
  const own = parameters[position];
  const parameter = own && isPositional(own) ? own : parameters.find(({ kind }) => kind === 'var-positional');
  if (entry.keywordOnly) problems.push({ kind: 'keyword-only', argument, ...(parameter && { parameter }) });
  else if (!parameter)
    problems.push({ kind: 'too-many', argument, accepted: parameters.filter(isPositional).length });
  // The first of two arguments keeps the parameter, even if the second one is a keyword.
  if (parameter && isNamed(parameter)) bound.set(parameter.name, argument);
  return parameter;
}

const isNamed = ({ kind }: Parameter) => kind === 'positional-or-keyword' || kind === 'keyword-only';

/**
 * The index of the parameter for the argument that is being typed, by the argument's position in the call; a position after
 * the last one is an empty argument. Where neither name nor position decides, it is the first parameter without an
 * argument; undefined if all have one.
 */
export function activeParameter(entry: Entry, args: readonly Argument[], place: number): number | undefined {
  const { arguments: bound, parameters } = bindArguments(entry, args);
  const argument = args[place];
  const byPlace = !entry.keywordOnly && args.every(({ kind }) => kind === 'positional');
  const parameter =
    argument === undefined
      ? byPlace && entry.parameters[place]
      : (argument.kind === 'keyword' || !entry.keywordOnly) && parameters[place];
  const index = parameter
    ? entry.parameters.indexOf(parameter)
    : entry.parameters.findIndex(({ name }) => !bound.has(name) || bound.get(name) === argument);
  return index < 0 ? undefined : index;
}
