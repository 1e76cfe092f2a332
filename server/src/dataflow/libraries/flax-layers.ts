// Layers of Flax Linen, which have their variables only while `init` or `apply` of a module runs, and what trains them.
import { findEntry } from '../../catalogue';
import type { Arguments, Around, Evaluator, Value } from '../../evaluator';
import { fails, isJudged } from '../../evaluator/failures';
import { refused } from '../../evaluator/refusals';
import { kinds } from '../../evaluator/value';
import { allOfKind, type Node } from '../../python/tree';
import { instanceOf } from '../calls/types';
import { checkAxisOfLayer } from './meshes';

const LAYER = /\.lib\.flax\.linen\.embed\.SparseCoreEmbed$/;
const OPTIMIZER = /^jax_tpu_embedding\..*\.create_optimizer_for_sc_model$/;

/** Methods that read the tables. */
const READING: ReadonlySet<string> = new Set(['__call__', 'apply_gradient']);
/** Methods that run others with variables, or to make these. */
const BINDING: ReadonlySet<string> = new Set(['init', 'init_with_output', 'apply']);

/** Notices a layer that is used outside of any module, or that cannot make or get its tables. */
export function checkLayer(object: Value, name: string, given: Arguments, node: Node, ev: Evaluator): void {
  if (object.kind !== 'made' || !LAYER.test(findEntry(object.callee)?.id ?? '')) return;
  if (BINDING.has(name)) {
    checkAxisOfLayer(object, node, ev);
    checkBinding(name, given, node, ev);
  }
  if (READING.has(name)) checkAxisOfLayer(object, node, ev);
  // In a function that a module of the program may run, the layer may have its variables.
  const mayBeBound = !isInModule(ev.around) && allOfKind(ev.tree, 'class').length > 0;
  if (READING.has(name) && !mayBeBound && !isInClass(object.node))
    refuse(
      'A layer of Flax has its tables only inside of `init` or `apply`. Call `layer.apply(variables, …)`',
      'ValueError',
      node,
      ev,
    );
}

/** Variables or a key come first, then the preprocessed ids. */
function checkBinding(name: string, given: Arguments, node: Node, ev: Evaluator): void {
  const [first, second] = given.positional;
  if (!first || given.hasUnknownArguments || given.keywords.has('method')) return;
  const what = name === 'apply' ? 'the variables' : 'a key of JAX';
  if (isOfCatalogue(first))
    refuse(`\`${name}\` gets ${what} first, then the preprocessed ids`, 'AttributeError', node, ev);
  else if (!second && given.keywords.size === 0)
    refuse(`\`${name}\` lacks the preprocessed ids, which follow ${what}`, 'TypeError', node, ev);
  else if (second && NO_OBJECT.has(second.kind))
    refuse(
      `\`${name}\` gets ids that are not preprocessed. Give what \`preprocess_inputs\` returns`,
      'AttributeError',
      node,
      ev,
    );
}

const NO_OBJECT = kinds('none', 'bool', 'int', 'float', 'str', 'list', 'dict', 'function');

/** Notices an optimizer for the dense part that is none. */
export function checkOptimizer(name: string, given: Arguments, node: Node, ev: Evaluator): void {
  if (!OPTIMIZER.test(name) || given.hasUnknownArguments) return;
  const dense = given.positional[1] ?? given.keywords.get('tc_optimizer');
  if (!dense || !(NO_OBJECT.has(dense.kind) || isUncalled(dense) || isOfCatalogue(dense))) return;
  const reason =
    '`tc_optimizer` is no optimizer of Optax, such as `optax.adam(1e-3)`; the parameters of the model come first';
  refuse(reason, 'AttributeError', node, ev);
}

/** Whether a value is a function of Optax that makes an optimizer. */
const isUncalled = (value: Value): boolean => value.kind === 'reference' && value.name.startsWith('optax.');

/** Whether a value is an object of a class that features know. */
function isOfCatalogue(value: Value): boolean {
  const entry = instanceOf(value)?.entry;
  return entry !== undefined && entry.foreign === undefined;
}

function refuse(reason: string, raises: string, node: Node, ev: Evaluator): void {
  if (isJudged(ev)) fails(ev, node, refused(reason, raises));
}

function isInClass(node: Node): boolean {
  for (let at: Node | undefined = node; at; at = at.parent) if (at.kind === 'class') return true;
  return false;
}

/** Whether code stands in no function and in no class. */
const isInModule = (around: Around): boolean =>
  around.kind === 'with' ? isInModule(around.outer) : around.kind === 'module';
