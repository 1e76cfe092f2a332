import { rangeOf } from '../../basics/range';
import { onceForEachPart } from '../../basics/shared-parts';
import { findEntry } from '../../catalogue';
import { caughtFrom } from '../../dataflow/calls/evaluation';
import { argumentOf, type PythonFile } from '../../dataflow/calls/python-file';
import { callThatMakes } from '../../dataflow/calls/tables';
import type { Inferred } from '../../dataflow/calls/types';
import { TYPE_ERROR, VALUE_ERROR } from '../../python/exceptions';
import { bindingOf, resolve, writtenFor } from '../../python/names';
import { isExpectedToFail } from '../../python/surroundings';
import type { Argument, Call, Expression, FunctionDefinition } from '../../python/tree';
import type { CallRule } from './call-rule';
import { describe } from './mismatches/mismatch';
import { maySetLater } from './support/set-later';

const look = (specs: string): string => `import jax
from jax_tpu_embedding.sparsecore.lib.nn import embedding, embedding_spec

table = embedding_spec.TableSpec(
    name='t', vocabulary_size=1000, embedding_dim=16, combiner='sum',
    initializer=jax.nn.initializers.zeros, optimizer=embedding_spec.SGDOptimizerSpec(0.1))
feature = embedding_spec.FeatureSpec(name='f', table_spec=table, input_shape=(16, 4), output_shape=(16, 16))
embedding.prepare_feature_specs_for_training(${specs}, 1, num_sc_per_device=4)

def step(inputs, variables, specs):
  return embedding.tpu_sparse_dense_matmul(inputs, variables, specs, global_device_count=1, num_sc_per_device=4)

look_up = jax.jit(step, static_argnames=('specs',))
look_up(inputs, variables, specs=${specs})`;

export const staticArgument: CallRule = {
  code: 'static-argument',
  severity: 'error',
  summary: 'A compiled function gets features in a way that `jax.jit` does not take.',
  details:
    '`jax.jit` compiles a function anew for each value of its static arguments, by whose hash it finds what is compiled: a list, ' +
    'a dict or an array has none (`ValueError`); give a tuple, or let the function read the features from the outside. All other ' +
    'arguments must be arrays, or dicts, lists and tuples of them: features and tables are none (`TypeError`).',
  messages: {
    'Non-hashable static arguments are not supported':
      'A static argument of a compiled function is a list, a dict or an array, which has no hash. Give a tuple.',
  },
  bad: look('[feature]'),
  good: look('(feature,)'),
  checkFile(file, report) {
    for (const { call, isStatic: judge } of usesOf(file)) {
      if (isExpectedToFail(file.tree, call) || caughtFrom(file.tree, call) & (VALUE_ERROR | TYPE_ERROR))
        continue;
      if (call.arguments.some(({ kind }) => kind === 'star' || kind === 'doubleStar')) continue;
      const count = call.arguments.filter(({ name }) => name === undefined).length;
      for (const [i, argument] of call.arguments.entries()) {
        const isStatic = judge(argument, i, count);
        const message = isStatic === undefined ? undefined : problemOf(argument, isStatic, file);
        if (message !== undefined) report({ ...rangeOf(argument.value), message });
      }
    }
  },
};

const HASHLESS: ReadonlySet<Inferred['kind']> = new Set(['list', 'dict', 'set', 'array']);

function problemOf({ value }: Argument, isStatic: boolean, file: PythonFile): string | undefined {
  if (isStatic) {
    const found = hashlessIn(value, file.typeOf, file);
    return found
      ? `A static argument of \`jax.jit\` needs a hash, which ${found} does not have. Give a tuple, or let the function read it from the outside.`
      : undefined;
  }
  return holdsSpec(value, file)
    ? 'Features and tables are no arrays, so they cannot be arguments of a compiled function. Let the function read them from the outside, or name the argument in `static_argnames` and give a tuple.'
    : undefined;
}

/** What keeps a value from having a hash, in words. */
function hashlessIn(value: Expression, typeOf: PythonFile['typeOf'], file: PythonFile): string | undefined {
  const within = (part: Expression, typeIn: PythonFile['typeOf'], depth: number): string | undefined => {
    const type = typeOfWhole(part, typeIn, file);
    if (HASHLESS.has(type.kind))
      return 'isHashed' in type || (type.kind === 'array' && type.scalar) ? undefined : describe(type);
    if (depth > MAX_DEPTH) return undefined;
    if (type.kind === 'tuple' && !type.fields) {
      const held = first(type.elements, (each) => within(each, typeIn, depth + 1));
      return held && `a tuple with ${held}`;
    }
    const made = type.kind === 'instance' ? callThatMakes(type, file) : undefined;
    return first(made?.entry.parameters, ({ name, isHashed }) => {
      const given = isHashed && !maySetLater(made!, name, file) ? argumentOf(made!, name) : undefined;
      const held = given && within(given, made!.typeOf, depth + 1);
      return held && `a \`${made!.entry.name}\` whose \`${name}\` is ${held}`;
    });
  };
  return within(value, typeOf, 0);
}

/** The type of an expression, with what it holds where its name is given it. */
function typeOfWhole(part: Expression, typeOf: PythonFile['typeOf'], { tree }: PythonFile): Inferred {
  const type = typeOf(part);
  const isOpen =
    type.kind === 'dict' ? !type.entries : (type.kind === 'list' || type.kind === 'tuple') && !type.elements;
  const written = isOpen ? typeOf(writtenFor(tree, part)) : type;
  return written.kind === type.kind ? written : type;
}

const MAX_DEPTH = 8;

function first<T, R>(items: readonly T[] | undefined, find: (item: T) => R | undefined): R | undefined {
  for (const item of items ?? []) {
    const found = find(item);
    if (found) return found;
  }
  return undefined;
}

const holdsSpec = (value: Expression, file: PythonFile): boolean =>
  onceForEachPart<Expression, boolean>((part, inner) => {
    const written = writtenFor(file.tree, part);
    if (written.kind === 'comprehension')
      return inner(written.element.kind === 'entry' ? written.element.value : written.element);
    const type = typeOfWhole(part, file.typeOf, file);
    if (type.kind === 'instance')
      return (
        type.entry.library === 'jax-tpu-embedding' && ['table', 'feature'].includes(type.entry.role ?? '')
      );
    const held =
      type.kind === 'list' || type.kind === 'tuple'
        ? type.elements
        : type.kind === 'dict'
          ? type.entries?.map((entry) => entry.value)
          : undefined;
    return held?.some(inner) ?? false;
  }, false)(value);

/** Whether an argument of a call is static for a compiled function; undefined where that is not known. */
type IsStatic = (argument: Argument, position: number, count: number) => boolean | undefined;

/** Programs that may run their functions as they are, or teach JAX to take other objects for arrays. */
const UNUSUAL = /disable_jit|register_(?:pytree|static|dataclass)|tree_util\.register_/;

/** The calls of compiled functions, of a name only where nothing else can be meant by it. */
function usesOf(file: PythonFile): { readonly call: Call; readonly isStatic: IsStatic }[] {
  const { tree } = file;
  if (!/\bjit\b/.test(tree.text) || UNUSUAL.test(tree.text)) return [];
  return tree.calls.flatMap((call) => {
    const { callee } = call;
    const isStatic = compiledBehind(
      callee.kind === 'attribute' && callee.name === 'lower' ? callee.object : callee,
      file,
    );
    return isStatic ? [{ call, isStatic }] : [];
  });
}

function compiledBehind(callee: Expression, file: PythonFile): IsStatic | undefined {
  const made = writtenFor(file.tree, callee);
  if (made.kind === 'call') return compiledBy(made, wrappedBy(made, file), file);
  const definition = definitionOf(made, file);
  const [decorator, ...others] = definition?.decorators ?? [];
  return decorator && others.length === 0 ? compiledBy(decorator, definition, file) : undefined;
}

function definitionOf(name: Expression, { tree }: PythonFile): FunctionDefinition | undefined {
  const binding = name.kind === 'name' ? bindingOf(tree, name) : undefined;
  return binding?.kind === 'function' ? (binding.node as FunctionDefinition) : undefined;
}

/** What `jax.jit(…)` compiles, whose parameters are known. */
function wrappedBy({ arguments: [first] }: Call, file: PythonFile) {
  const written = first && writtenFor(file.tree, first.value);
  if (written?.kind === 'lambda') return written;
  const definition = written && definitionOf(written, file);
  return definition?.decorators.length === 0 ? definition : undefined;
}

/** What `jax.jit(…)`, `functools.partial(jax.jit, …)` or a mere `jax.jit` makes of a function. */
function compiledBy(
  by: Expression,
  wrapped: Pick<FunctionDefinition, 'parameters'> | undefined,
  { tree, typeOf }: PythonFile,
): IsStatic | undefined {
  const isJit = (node: Expression) => resolve(tree, node) === 'jax.jit';
  const call = by.kind === 'call' ? by : undefined;
  const isPartial = call && resolve(tree, call.callee) === 'functools.partial';
  const jit = !call ? by : isPartial ? call.arguments[0]?.value : call.callee;
  if (!jit || !isJit(jit)) return undefined;
  const options = (call?.arguments ?? []).filter(({ kind }) => kind === 'keyword');
  if (call?.arguments.some(({ kind }) => kind === 'star' || kind === 'doubleStar')) return undefined;
  const given = (name: string) => options.find((each) => each.name === name)?.value;
  const names = given('static_argnames');
  const numbers = given('static_argnums');
  const texts = names ? itemsIn(typeOf(names), typeOf, 'str') : [];
  const positions = numbers ? itemsIn(typeOf(numbers), typeOf, 'int') : [];
  if (!texts || !positions) return undefined;
  const own =
    wrapped?.parameters.map(({ name }) => name) ?? parametersOf(call && !isPartial ? call : undefined, tree);
  return ({ name }, position, count) => {
    const at = name === undefined ? position : own?.indexOf(name);
    // Negative positions count from the last argument of a call that has no name.
    const isLast = name === undefined && positions.includes(position - count);
    if (texts.includes(name ?? own?.[position] ?? '') || isLast) return true;
    if (at !== undefined && at >= 0 && positions.includes(at)) return true;
    return own ? false : undefined;
  };
}

/** The parameters of a function of the catalogue that a call compiles. */
function parametersOf(call: Call | undefined, tree: PythonFile['tree']): readonly string[] | undefined {
  const [first] = call?.arguments ?? [];
  const path = first && resolve(tree, first.value);
  return path === undefined ? undefined : findEntry(path)?.parameters.map(({ name }) => name);
}

/** One text or number, or several in a list or tuple; undefined if one is not known. */
function itemsIn(
  type: Inferred,
  typeOf: PythonFile['typeOf'],
  kind: 'str' | 'int',
): readonly (string | number)[] | undefined {
  const one = (each: Inferred) =>
    each.kind === kind && each.value !== undefined
      ? kind === 'int'
        ? Number(each.value)
        : String(each.value)
      : undefined;
  const all =
    type.kind === 'list' || type.kind === 'tuple'
      ? type.elements?.map((each) => one(typeOf(each)))
      : [one(type)];
  return all?.includes(undefined) ? undefined : (all as (string | number)[] | undefined);
}
