// Layers of Flax Linen, which have their variables only while `init` or `apply` of a module runs, and what trains them.
import { type Argument, bindArguments, type Entry, findEntry } from '../../catalogue';
import { inLibrary } from '../../catalogue/jax-tpu-embedding/words';
import { parentPath } from '../../catalogue/names';
import type { Arguments, Around, Failure, OfMethod, Value } from '../../evaluator';
import { refused, refusedValue } from '../../evaluator/refusals';
import { argumentAt, kinds } from '../../evaluator/value';
import { allOfKind, type Node } from '../../python/tree';
import { instanceOf } from '../calls/types';
import { BINDING, OPTIONS } from './flax-modules';
import { axisFailure } from './meshes';

const LINEN = inLibrary('lib.flax.linen.embed.SparseCoreEmbed');
const LAYER = /\.lib\.flax\.linen\.embed\.SparseCoreEmbed$/;
const OPTIMIZER = /^jax_tpu_embedding\..*\.(create_optimizer_for_sc_model|PartitionedOptimizer)$/;
/** The second argument of each, behind the parameters or the model. */
const DENSE: Readonly<Record<string, readonly [name: string, first: string]>> = {
  create_optimizer_for_sc_model: ['tc_optimizer', 'the parameters of the model come'],
  PartitionedOptimizer: ['dense_optimizer', 'the model comes'],
};

/** Methods that read the tables. */
const READING: ReadonlySet<string> = new Set(['__call__', 'apply_gradient']);

/** A layer that is used outside of any module, or that cannot make or get its tables. */
export const layerFailure: OfMethod<Failure> = (object, name, given, _node, ev) => {
  if (object.kind !== 'made' || !LAYER.test(findEntry(object.callee)?.id ?? '')) return undefined;
  if (BINDING.has(name)) return bindingFailure(name, given) ?? axisFailure(object);
  if (!READING.has(name)) return undefined;
  // In a function that a module of the program may run, the layer may have its variables.
  const mayBeBound = !isInModule(ev.around) && allOfKind(ev.tree, 'class').length > 0;
  return mayBeBound || isInClass(object.node)
    ? axisFailure(object)
    : refusedValue(
        'A layer of Flax has its tables only inside of `init` or `apply`. Call `layer.apply(variables, …)`',
      );
};

/** Variables or a key come first, then the preprocessed ids. */
function bindingFailure(name: string, given: Arguments): Failure | undefined {
  const [first, second] = given.positional;
  if (!first || given.hasUnknownArguments) return undefined;
  const what = name === 'apply' ? 'the variables' : 'a key of JAX';
  const method = given.keywords.get('method');
  if (method) return methodFailure(method, given, what);
  if (isOfCatalogue(first))
    return refused(`\`${name}\` gets ${what} first, then the preprocessed ids`, 'AttributeError');
  if (!second && given.keywords.size === 0)
    return refused(`\`${name}\` lacks the preprocessed ids, which follow ${what}`);
  const reason = `\`${name}\` gets ids that are not preprocessed. Give what \`preprocess_inputs\` returns`;
  return second && NO_OBJECT.has(second.kind) ? refused(reason, 'AttributeError') : undefined;
}

/** A method of the layer that runs in place of `__call__`, with arguments that it does not take. */
function methodFailure(
  method: Value,
  { positional, keywords }: Arguments,
  what: string,
): Failure | undefined {
  const entry = methodNamed(method);
  if (!entry || keywords.has('variables')) return undefined;
  const passed: Argument[] = [
    ...positional.slice(1).map((_, index) => ({ kind: 'positional' as const, index })),
    ...[...keywords.keys()].flatMap((name, index) =>
      OPTIONS.has(name) ? [] : { kind: 'keyword' as const, name, index },
    ),
  ];
  if (bindArguments(entry, passed).problems.length === 0) return undefined;
  const wanted = entry.parameters.flatMap(({ name, required }) => (required ? `\`${name}\`` : []));
  return refused(`\`${entry.name}\` takes ${wanted.join(', ')}, which follow ${what}`);
}

/** The method of the layer that a value stands for: itself, that of an object, or its name. */
function methodNamed(method: Value): Entry | undefined {
  if (method.kind === 'reference')
    return LAYER.test(parentPath(findEntry(method.name)?.id ?? '')) ? findEntry(method.name) : undefined;
  const name = method.kind === 'str' ? method.value : method.kind === 'method' ? method.name : undefined;
  return name === undefined ? undefined : findEntry(`${LINEN}.${name}`);
}

const NO_OBJECT = kinds('none', 'bool', 'int', 'float', 'str', 'list', 'dict', 'function');

/** An optimizer for the dense part that is none. */
export function optimizerFailure(name: string, given: Arguments): Failure | undefined {
  const [parameter, first] = DENSE[OPTIMIZER.exec(name)?.[1] ?? ''] ?? [];
  if (parameter === undefined || given.hasUnknownArguments) return undefined;
  const dense = argumentAt(given, 1, parameter);
  const reason = `\`${parameter}\` is no optimizer of Optax, such as \`optax.adam(1e-3)\`; ${first} first`;
  return dense && (NO_OBJECT.has(dense.kind) || isUncalled(dense) || isOfCatalogue(dense))
    ? refused(reason, 'AttributeError')
    : undefined;
}

/** Whether a value is a function of Optax that makes an optimizer. */
const isUncalled = (value: Value): boolean => value.kind === 'reference' && value.name.startsWith('optax.');

/** Whether a value is an object of a class that features know. */
function isOfCatalogue(value: Value): boolean {
  const entry = instanceOf(value)?.entry;
  return entry !== undefined && entry.foreign === undefined;
}

function isInClass(node: Node): boolean {
  for (let at: Node | undefined = node; at; at = at.parent) if (at.kind === 'class') return true;
  return false;
}

/** Whether code stands in no function and in no class. */
const isInModule = (around: Around): boolean =>
  around.kind === 'with' ? isInModule(around.outer) : around.kind === 'module';
