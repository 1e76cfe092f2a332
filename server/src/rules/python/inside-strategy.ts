import { lazy } from '../../basics/once';
import { rangeOf } from '../../basics/range';
import { allEntries, findEntry } from '../../catalogue';
import { argumentFor } from '../../dataflow/calls/argument-values';
import { isCertainlyBefore } from '../../dataflow/calls/certain-order';
import { type CallEvent, caughtFrom, evaluationOf } from '../../dataflow/calls/evaluation';
import { methodCalls } from '../../dataflow/calls/methods';
import { eventWithArguments } from '../../dataflow/calls/observations';
import { type ApiCall, callOfEvent, type PythonFile } from '../../dataflow/calls/python-file';
import type { Inferred } from '../../dataflow/calls/types';
import { unlessRefused } from '../../dataflow/derivation/draft';
import { featuresOf } from '../../dataflow/derivation/features';
import { HARMLESS_MODULES, importsOnly } from '../../dataflow/libraries/imports';
import { areSetUpTogether, SETS_UP, SETTING_UP, setUpsIn } from '../../dataflow/libraries/set-up';
import { isRun, scopeAround, strategyAround } from '../../dataflow/libraries/strategies';
import type { Arguments } from '../../evaluator';
import { RUN_AS_PROGRAM } from '../../evaluator/statements';
import { choicesBefore, exitsBefore } from '../../python/branches';
import { RUNTIME_ERROR } from '../../python/exceptions';
import { askedFor } from '../../python/lookups';
import { functionOf } from '../../python/surroundings';
import { allOfKind, type Block, type Call, isStatement, type Node, type Tree } from '../../python/tree';
import { isUncalled } from '../../python/uncalled';
import { type CallReport, type CallRule, isCaught } from './call-rule';
import { makesStrategies } from './outside-strategy';
import { calleeRange, callName } from './support/binding';
import { mayBeDelayed } from './support/delayed-code';
import { runsSeen } from './support/runs-seen';

export const insideStrategy: CallRule = {
  code: 'inside-strategy',
  severity: 'error',
  summary: 'A TPU strategy does not allow what is used in its scope.',
  details:
    'On a TPU the tables lie on its cores. `embedding_tables` of a `TPUEmbedding` that is made in the scope of a ' +
    '`tf.distribute.TPUStrategy`, and a `TPUEmbeddingForServing` in such a scope, raise `RuntimeError`: save a checkpoint, ' +
    'and restore it outside of the scope. Every table needs an optimizer there; `optimizer=None` is for serving on a CPU ' +
    'and raises `ValueError`. A TPU holds the tables of one `TPUEmbedding` at a time: when another one is built, by `build` or the ' +
    'first `enqueue`, that raises `RuntimeError`.',
  messages: {
    'Unable to retrieve embedding tables when using a TPU strategy':
      'Tables are read while they are on the TPU. Save the model, make the object on a CPU, restore it there and read them.',
    'Serving on TPU is not yet supported':
      '`TPUEmbeddingForServing` is used in the scope of a TPU strategy, and works on CPUs only.',
    "<class 'NoneType'> is an unsupported optimizer class. Please pass an instance":
      'Neither the table nor the embedding object has an optimizer, and under a TPU strategy each table needs one.',
  },
  bad: `import tensorflow as tf

strategy = tf.distribute.TPUStrategy(resolver)
embedding = tf.tpu.experimental.embedding
with strategy.scope():
  embedding.TPUEmbedding(embedding.FeatureConfig(embedding.TableConfig(100, 8, name='items')), optimizer=None)`,
  good: `import tensorflow as tf

strategy = tf.distribute.TPUStrategy(resolver)
embedding = tf.tpu.experimental.embedding
with strategy.scope():
  embedding.TPUEmbedding(embedding.FeatureConfig(embedding.TableConfig(100, 8, name='items')), embedding.SGD(0.1))`,
  checkFile(file, report) {
    for (const call of file.calls)
      if (
        call.entry.role === 'embedding' &&
        call.event &&
        isOnTpu(call.event) &&
        !isCaught(insideStrategy, call, file)
      ) {
        if (isRefusedThere(call, file))
          report({
            ...calleeRange(call),
            message: `\`${callName(call)}\` cannot be made in the scope of a \`tf.distribute.TPUStrategy\`. Make it outside of the scope.`,
          });
        else if (call.entry.hardware === 'tpu-embedding') checkOptimizer(call, report);
      }
    checkMembers(file, report);
    checkSecond(file, report);
  },
};

/** Whether a call makes what is refused there, whichever of several classes is called: each gets the same arguments. */
const isRefusedThere = ({ node, entry, event }: ApiCall, { tree }: PythonFile): boolean =>
  entry.scope === 'refused' &&
  evaluationOf(tree)
    .callsAt(node)
    ?.every((other) => other.given !== event!.given || other.entry.scope === 'refused') === true;

/** Objects that are built while the TPU has the tables of another one. */
function checkSecond(file: PythonFile, report: CallReport): void {
  const { tree, text } = file;
  if (!makesStrategies(file) || mayBeSetUpUnseen(file) || !importsOnly(tree, HARMLESS_MODULES)) return;
  const builds = methodCalls(file).flatMap((call) => {
    const { event, entry } = call;
    const maker = event?.object && eventWithArguments(event.object.given);
    const scope = maker?.place && isOnTpu(maker) ? scopeAround(maker.place.around) : undefined;
    const counts = entry.building === 'builds' && maker?.entry.hardware === 'tpu-embedding';
    return counts && scope && event?.place && isRun(event.place.around) && !call.isDeclared
      ? [{ call, event, maker, scope }]
      : [];
  });
  const order = (event: CallEvent) => evaluationOf(tree).orderOf(event);
  for (const { call, event, maker, scope } of builds) {
    // What is built already stays so.
    if (builds.some((other) => other.maker === maker && order(other.event) < order(event))) continue;
    const first = builds.find(
      (other) =>
        other.maker !== maker &&
        (other.scope === scope ||
          areSetUpTogether(other.scope, scope) ||
          (!SETS_UP.test(text) && areOnOneTpu(other.scope, scope))) &&
        order(other.event) < order(event) &&
        !evaluationOf(tree).isSetUpBetween(other.event, event) &&
        isCertainlyBefore(other.event, event, tree),
    );
    // Whoever takes the elements of a generator may need no more.
    if (!first || mayBeDelayed(tree, call.node) || isCaught(insideStrategy, call, file)) continue;
    // The program ends here.
    return report({
      ...calleeRange(call),
      message: `Another \`${callName(callOfEvent(first.maker))}\` is built on this TPU already, which holds the tables of one at a time. Give all features to one object.`,
      related: [{ ...calleeRange(first.call), message: 'The first one is built here.' }],
    });
  }
}

/** Whether two strategies certainly are on the same TPU, by what made them: it stays set up from one to the other. */
function areOnOneTpu(a: Arguments, b: Arguments): boolean {
  const [first, second] = [addressIn(a), addressIn(b)];
  return first !== undefined && first === second;
}

/** The address that a strategy gets as the only argument of its resolver. */
function addressIn({ positional, keywords }: Arguments): string | undefined {
  const [resolver, ...others] = [...positional, ...keywords.values()];
  if (others.length > 0 || resolver?.kind !== 'made' || !RESOLVER.test(resolver.callee)) return undefined;
  const [address, ...more] = [...resolver.given.positional, ...resolver.given.keywords.values()];
  return more.length === 0 && address?.kind === 'str' ? address.value : undefined;
}

const RESOLVER = /\.TPUClusterResolver$/;

const ALL_SET_UPS = new RegExp(SETS_UP.source, 'g');

/** Whether the program may start the TPU anew where the evaluation does not see it. */
function mayBeSetUpUnseen(file: PythonFile): boolean {
  const { tree, text } = file;
  const written = text.match(ALL_SET_UPS)?.length ?? 0;
  const read = [
    ...setUpsIn(tree).filter(({ kind, name }) => kind === 'attribute' || name !== 'connect'),
    ...allOfKind(tree, 'function').filter(({ name }) => name !== 'connect' && SETTING_UP.test(name)),
  ];
  return (
    /shutdown/.test(text) ||
    // Texts may name it as well, for `getattr`.
    written > read.length ||
    tree.calls.some((call) => looksUpSetUp(file, call)) ||
    setUpsIn(tree).some((node) => mayBeDelayed(tree, node)) ||
    !setUpsIn(tree).every(
      (node) => evaluationOf(tree).typeOf(node)?.kind === 'function' || isSeen(tree, node),
    )
  );
}

/** Whether `getattr` looks up what sets a TPU up, by a name that the program joins. */
function looksUpSetUp({ typeOf }: PythonFile, call: Call): boolean {
  const asked = askedFor(call);
  const name = asked && typeOf(asked);
  return name?.kind === 'str' && name.value !== undefined && SETTING_UP.test(name.value);
}

/** Whether the evaluation has seen each time that the program gets to what sets a TPU up, if it ever does. */
const isSeen = (tree: Tree, node: Node): boolean =>
  runsSeen(tree, node) &&
  (evaluationOf(tree).hasSetUpBy(node) || isUncalled(tree, node) || evaluationOf(tree).neverReaches(node));

const isOnTpu = ({ place }: CallEvent): boolean =>
  place !== undefined && strategyAround(place.around) === 'tpu';

/** A table without an optimizer takes that of the object, which may be None only off the TPU. */
function checkOptimizer(call: ApiCall, report: CallReport): void {
  const argument = argumentFor(call, OPTIMIZER);
  const tables = argument?.value.kind === 'none' ? unlessRefused(() => featuresOf(call).tables) : undefined;
  if (!argument || !tables?.some((table) => table.attribute(OPTIMIZER).type.kind === 'none')) return;
  report({
    ...rangeOf(argument.node),
    message: `On a TPU every table needs an optimizer, and not every table here has its own. Give one for the others as \`${argument.name}\`.`,
  });
}

const OPTIMIZER = 'optimization_parameters';

/** The names of members that an object does not have on a TPU. */
const refused = lazy(
  () =>
    new Set(
      allEntries().flatMap(({ kind, scope, name }) =>
        kind === 'property' && scope === 'refused' ? name : [],
      ),
    ),
);

/** Reads of members that an object does not have on a TPU. */
function checkMembers(file: PythonFile, report: CallReport): void {
  if (!makesStrategies(file)) return;
  const { tree } = file;
  const { observations } = evaluationOf(tree);
  for (const node of allOfKind(tree, 'attribute')) {
    const { name, object, nameStart: start, end } = node;
    // Whoever calls a lambda may expect that it fails.
    if (!refused().has(name) || functionOf(node)?.kind === 'lambda') continue;
    const types = observations.flatMap((each) => (each.reached(object) ? [each.typeOf(object)] : []));
    if (types.length === 0 || !types.every((type) => isRefused(type, name))) continue;
    if ((caughtFrom(tree, node) & RUNTIME_ERROR) === 0 && !isBehindQuestion(file, node))
      report({
        start,
        end,
        message: `\`${name}\` cannot be read on a TPU, and this object is made in the scope of a \`tf.distribute.TPUStrategy\`. Save a checkpoint, and restore it into an object that is made outside of the scope.`,
      });
  }
}

/** Whether a condition whose outcome is not known decides whether the program gets to a node: it may ask for the strategy. */
function isBehindQuestion({ text, typeOf }: PythonFile, node: Node): boolean {
  const end = functionOf(node);
  const isDecided = ({ value }: Block) => {
    const answer = value && typeOf(value);
    const isKnown = answer && (answer.kind === 'none' || ('value' in answer && answer.value !== undefined));
    return isKnown || (value && RUN_AS_PROGRAM.test(text.slice(value.start, value.end)));
  };
  for (let child = node, at = node.parent; at && child !== end; child = at, at = at.parent) {
    if (at.kind === 'conditional' && child !== at.test) return true;
    if (at.kind === 'boolean' && child !== at.operands[0]) return true;
    const around = at.kind === 'block' && child !== at.value ? [at, ...choicesBefore(at)] : [];
    const before = isStatement(child) ? exitsBefore(child) : [];
    if ([...around, ...before].some((block) => ASKING.has(block.keyword) && !isDecided(block))) return true;
  }
  return false;
}

const ASKING: ReadonlySet<string> = new Set(['if', 'elif', 'while', 'case', 'match']);

/** Whether an object on a TPU does not have a member. */
function isRefused(type: Inferred | undefined, name: string): boolean {
  const maker = type?.kind === 'instance' && type.given ? eventWithArguments(type.given) : undefined;
  return maker !== undefined && findEntry(`${maker.entry.id}.${name}`)?.scope === 'refused' && isOnTpu(maker);
}
