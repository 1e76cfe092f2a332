import { excerpt } from '../../basics/excerpt';
import { misspelled, nearest } from '../../basics/nearest';
import { once } from '../../basics/once';
import {
  displayName,
  findEntry,
  lacksAttribute,
  lifetimeOf,
  members,
  messageMembers,
  ownersBelow,
} from '../../catalogue';
import { classOf, elementOf, fieldOf } from '../../dataflow/calls/classes';
import { caughtFrom, evaluationOf } from '../../dataflow/calls/evaluation';
import type { Observations } from '../../dataflow/calls/observations';
import type { PythonFile } from '../../dataflow/calls/python-file';
import type { Inferred } from '../../dataflow/calls/types';
import { VALUE_ERROR } from '../../python/exceptions';
import { partsOfLookup } from '../../python/lookups';
import { bindingOf, localsOf } from '../../python/names';
import { stringValue } from '../../python/strings';
import { isExpectedToFail } from '../../python/surroundings';
import { textMatches } from '../../python/text-matches';
import type * as python from '../../python/tree';
import { allOfKind, cachedBySection, cachedByTree } from '../../python/tree';
import { builtin } from '../../schema/builtin';
import type { FieldType } from '../../schema/types';
import type { CallReport, CallRule } from './call-rule';
import { articled } from './support/articled';
import { isBound } from './support/bound';
import { mayBeDelayed } from './support/delayed-code';
import { respelling } from './support/edits';
import { isAdded, isGuarded, isProbed, mayBeAdded, mayBeAddedUnseen, mayBePutIn } from './support/guarded';
import { methodsOnModels } from './support/methods-of-embedding';
import { lookupsThat, NEARLY_COMPLETE, type Reference, referencesThat } from './support/references';

export const unknownMember: CallRule = {
  code: 'unknown-member',
  severity: 'error',
  summary: 'There is no op, class or value of this name.',
  details:
    'Using it raises `AttributeError`. The rule knows all members of `tf.tpu.experimental.embedding`, those of ' +
    '`tf.raw_ops` about TPU embedding, and those of the modules, classes and enums of its messages. Values of an ' +
    'enum belong to the message that declares it and to the enum, not to the module. Attributes of ' +
    'a `SparseCoreEmbeddingConfig` cannot be set either. An attribute that is set by a misspelt name on a table, a feature or ' +
    'an optimizer, and that nothing reads, is a warning. Where only an annotation or a base says which class an object has, it ' +
    'is a warning, as the object may be of a derived class. Code for other releases is not reported: a branch that a ' +
    'check of `hasattr` or of the version keeps from running, and code that catches `AttributeError`.',
  messages: {
    "module 'tensorflow._api.{path}' has no attribute '{name}'":
      'TensorFlow has no `{name}` in this module: it is misspelt, or another release has it.',
    "module 'tensorflow._api.v2.raw_ops' has no attribute '{name}'":
      'There is no op `{name}`. Ops are spelt like `SendTPUEmbeddingGradients`, with ADAM and FTRL in capitals.',
    "module 'tensorflow.tpu.experimental.embedding' has no attribute '{name}'":
      'There is no `{name}` in `tf.tpu.experimental.embedding`.',
    "cannot import name '{name}' from 'tensorflow.":
      'TensorFlow has no `{name}` in this module: it is misspelt, or another release has it.',
    "module 'keras_rs.layers' has no attribute '{name}'":
      'keras-rs has no `{name}`. Its classes are `TableConfig`, `FeatureConfig` and `DistributedEmbedding`.',
    "module 'keras_rs{path}' has no attribute '{name}'": 'keras-rs has no `{name}` in this module.',
    "module 'jax_tpu_embedding{path}' has no attribute '{name}'":
      'jax-tpu-embedding has no `{name}` in this module.',
    "cannot import name '{name}' from 'keras_rs": 'keras-rs has no `{name}` in this module.',
    "cannot import name '{name}' from 'jax_tpu_embedding":
      'jax-tpu-embedding has no `{name}` in this module.',
    "'{class:ours}' object has no attribute '{name}'": 'Objects of `{class}` have no `{name}`.',
    "module 'tensorflow.core.protobuf.tpu.{path}' has no attribute '{name}'":
      'There is no message or enum `{name}` in this module.',
    "cannot assign to field '{name}'":
      '`{name}` belongs to a frozen object, which cannot be changed. Make a new object with the value.',
    "No module named 'tensorflow.{path}'":
      'The installed TensorFlow has no module `tensorflow.{path}`: it is misspelt, or another release has it.',
    "No module named 'keras_rs.{path}'":
      'The installed keras-rs has no module `keras_rs.{path}`: it is misspelt, or another release has it.',
    "No module named 'jax_tpu_embedding.{path}'":
      'The installed jax-tpu-embedding has no module `jax_tpu_embedding.{path}`: it is misspelt, or another release has it.',
  },
  bad: `import tensorflow as tf

tf.tpu.experimental.embedding.Adagard(0.1)`,
  good: `import tensorflow as tf

tf.tpu.experimental.embedding.Adagrad(0.1)`,
  checkFile(file, report) {
    checkObjects(file, report);
    checkFrozen(file, report);
    checkSettings(file, report);
    for (const problem of methodsOnModels(file)) report(problem);
    for (const reference of [...unknownReferences(file), ...unknownLookups(file)]) {
      const { name, path, start, end, node, isElsewhere } = reference;
      const names = namesIn(path, name)!;
      if (isProbed(file.text, node.start) || isExpectedToFail(file.tree, node)) continue;
      if (isGuarded(file, node, name) || isAdded(file, name) || mayBePutIn(file, path, name, node)) continue;
      // `Mode.Value('…')`
      if (node.kind === 'call' && (caughtFrom(file.tree, node) & VALUE_ERROR) !== 0) continue;
      if (isElsewhere && textMatches(file.tree, MAY_EXPECT)) continue;
      const owners = ownersFor(file, reference);
      // Names of enum values are short, so a prefix counts as a whole name.
      const isWhole = owners.length > 0 || (CONSTANT.test(name) && messageMembers(path) !== undefined);
      if (!isWhole && isBeginning(node) && [...names].some((member) => member.startsWith(name))) continue;
      const inner = innerModule(path, name);
      const meant = owners.length > 0 || inner !== undefined ? undefined : nearestIn(name, names);
      const around = inner === undefined ? owners : [inner.slice(path.length + 1)];
      const replacements = isElsewhere
        ? []
        : meant !== undefined
          ? [meant]
          : node.kind === 'attribute'
            ? around.map((owner) => `${owner}.${name}`)
            : [];
      report({
        start,
        end,
        message: `\`${placeName(path)}\` has no \`${excerpt(name)}\`.${inner === undefined ? hint(meant, name, owners) : ` It is in \`${displayName(inner)}\`.`}`,
        fixes: () =>
          replacements.map((newText) => ({
            ...respelling(
              { start, end },
              name,
              newText,
              names,
              node.kind === 'call' ? `'${newText}'` : newText,
            ),
            preferred: replacements.length === 1,
          })),
      });
    }
  },
};

/** Words of programs that may handle a missing name, if the name comes from a variable. */
const MAY_EXPECT = /\b(?:(?:Attribute|Value)Error|Exception|hasattr|dir|vars)\b|\bexcept\s*:/;

const unknownReferences = referencesThat(isUnknown);
const unknownLookups = lookupsThat(isUnknown);

function isUnknown({ entry, name, path }: Reference): boolean {
  if (entry || name.startsWith('_') || namesIn(path, name)?.has(name) !== false) return false;
  // If other releases have it, `newer-api` or `removed-api` reports it.
  return lifetimeOf(`${path}.${name}`)?.name !== `${path}.${name}`;
}

/** The names below a path; undefined if the catalogue may not know all of them. */
function namesIn(path: string, name: string): ReadonlySet<string> | undefined {
  const { isComplete, isNearlyComplete, otherNames = [], attributes } = findEntry(path) ?? {};
  // What no object of a class has, the class lacks as well.
  if (attributes) return new Set([...attributes, ...OF_CLASSES]);
  if (path === PROTOBUF) return innerModule(path, name) === undefined ? undefined : NOTHING;
  if (!isComplete && !isNearlyComplete && !NEARLY_COMPLETE.test(path)) return messageMembers(path);
  if (path.endsWith('.raw_ops') && !FAMILY.test(name)) return undefined;
  const names = [...members(path)].filter(([, member]) => !member.removed).map(([member]) => member);
  const all = [...names, ...otherNames, ...(OTHER_MEMBERS.get(NEARLY_COMPLETE.exec(path)?.[1] ?? '') ?? [])];
  const isUnsure =
    isNearlyComplete === 'classes' ? !/^[A-Z]/.test(name) : isNearlyComplete && !isMisspeltClass(name, all);
  return isUnsure ? undefined : new Set(all);
}

const isMisspeltClass = (name: string, names: readonly string[]): boolean =>
  /^[A-Z]/.test(name) &&
  (misspelled(name, names) !== undefined || names.some((each) => lacksWord(name, each)));

/** Whether a name is another one without one of the words within it. */
function lacksWord(name: string, whole: string): boolean {
  const [some, all] = [wordsIn(name), wordsIn(whole)];
  const at = some.findIndex((word, i) => word !== all[i]);
  return at > 0 && some.slice(at).join() === all.slice(at + 1).join();
}

/** `SparseCoreConfig` is `Sparse`, `Core`, `Config`. */
const wordsIn = (name: string): readonly string[] => name.match(/[A-Z]+(?![a-z])\d*|[A-Z][a-z\d]*/g) ?? [];

/** The members of modules that have nothing to do with embedding, of all versions of the API. */
const OTHER_MEMBERS: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    tpu:
      'CrossShardOptimizer PaddingSpec XLAOptions batch_parallel bfloat16_scope core cross_replica_sum experimental ' +
      'initialize_system outside_compilation replicate rewrite shard shutdown_system',
    'tpu.experimental':
      'DeviceAssignment DeviceOrderMode HardwareFeature TPUSystemMetadata Topology initialize_tpu_system shutdown_tpu_system',
  }).map(([path, names]) => [path, names.split(' ')]),
);

/** What each class has, unlike its objects. */
const OF_CLASSES = ['mro', 'register'];

const NOTHING: ReadonlySet<string> = new Set();

/** A common mistake: members of an inner module are looked up in the outer one. */
const innerModule = (path: string, name: string): string | undefined =>
  INNER.map((inner) => `${path}.${inner}`).find((inner) => members(inner).has(name));

const INNER = ['tpu', 'experimental', 'embedding', 'experimental.embedding'];

/** A package of which only those names are known that it lacks. */
const PROTOBUF = 'tensorflow.core.protobuf';

/** Lookups on objects that certainly do not have the attribute. */
const unknownIn = once(({ lookups, findings: { lacking } }: Observations) =>
  [...lookups].flatMap(([node, { entry, isDeclared, name }]) => {
    const { name: owner, attributes = [], lacksAttributes } = entry;
    return !lacksAttribute(entry, name) || name === '' || name.startsWith('_')
      ? []
      : [
          {
            ...{ node, name, owner, attributes, isDeclared },
            isLacking: lacking.has(node),
            instead: lacksAttributes?.get(name),
          },
        ];
  }),
);

/** What classes of the program define that have a base: an object of that base may be one of theirs. */
const membersOfDerived = cachedByTree(
  (tree): ReadonlySet<string> =>
    new Set(
      allOfKind(tree, 'class')
        .filter(({ arguments: bases }) => bases.length > 0)
        .flatMap((each) => [...localsOf(tree, each).keys(), ...each.body.flatMap(annotatedBy)]),
    ),
);

/** The name in `extra: int`, which binds nothing. */
const annotatedBy = (member: python.Statement): readonly string[] =>
  member.kind === 'assignment' && !member.value
    ? member.targets.flatMap((target) => (target.kind === 'name' ? target.name : []))
    : [];

/** Reports lookups of missing attributes on objects of the embedding classes. */
function checkObjects(file: PythonFile, report: CallReport): void {
  const found = evaluationOf(file.tree).observations.flatMap(unknownIn);
  const certain = new Set(found.flatMap(({ node, isDeclared }) => (isDeclared ? [] : node)));
  for (const { node, name, owner, attributes, isDeclared, isLacking, instead } of found) {
    if (isDeclared && certain.has(node)) continue;
    const { place, object } = partsOfLookup(node);
    const { start, end } = place;
    if (isGuarded(file, node, name, ['version'], object)) continue;
    if (mayBeAdded(file, name) && !(isLacking && !mayBeAddedUnseen(file) && !mayBeDelayed(file.tree, node)))
      continue;
    if (isDeclared && (isNarrowed(file, node) || membersOfDerived(file.tree).has(name))) continue;
    // A name that people often use for another is whole.
    const isWhole = OTHER_NAMES.has(name);
    if (!isWhole && isBeginning(node) && attributes.some((attribute) => goesOn(name, attribute))) continue;
    const meant = nearestIn(name, new Set(attributes)) ?? OTHER_NAMES.get(name);
    const isThere = instead === undefined && meant !== undefined && attributes.includes(meant);
    report({
      start,
      end,
      ...(isDeclared && { severity: 'warning' }),
      message: `${articled(owner)} has no \`${excerpt(name)}\`.${isThere ? ` Did you mean \`${meant}\`?` : instead ? ` ${instead}` : ''}`,
      fixes: () =>
        isThere && node.kind === 'attribute' ? [respelling({ start, end }, name, meant, attributes)] : [],
    });
  }
}

/** Whether the program asks for the class of an object, which may be a derived one. */
const isNarrowed = ({ text }: PythonFile, node: python.Attribute | python.Call): boolean => {
  const { start, end } = partsOfLookup(node).object;
  return text.includes(`isinstance(${text.slice(start, end)},`);
};

/** The attributes of a frozen dataclass cannot be set. */
function checkFrozen({ tree, text, typeOf }: PythonFile, report: CallReport): void {
  for (const { node, target } of tree.sections.flatMap(attributesSet)) {
    const { object, place } = partsOfLookup(target);
    const owner = typeOf(object);
    if (owner.kind !== 'instance' || !owner.entry.isFrozen) continue;
    if (caughtFrom(tree, node) !== 0 || isExpectedToFail(tree, node)) continue;
    if (target.kind === 'call' && target.callee.kind === 'name' && bindingOf(tree, target.callee)) continue;
    const attribute =
      target.kind === 'call'
        ? nameSet(typeOf(target.arguments[1]!.value))
        : text.slice(place.start, place.end);
    report({
      ...place,
      message: `${articled(owner.entry.name)} is frozen: ${attribute === undefined ? 'its attributes cannot be set. Give their values as arguments' : `\`${excerpt(attribute)}\` cannot be set. Give it as an argument`}.`,
    });
  }
}

const nameSet = (name: Inferred): string | undefined => (name.kind === 'str' ? name.value : undefined);

/** Where a program sets an attribute of an object. */
interface AttributeSet {
  readonly node: python.Assignment | python.Call;
  readonly target: python.Attribute | python.Call;
}

const attributesSet = cachedBySection(({ nodes }): readonly AttributeSet[] => [
  ...nodes.assignment.flatMap((node) =>
    node.targets.flatMap(partsOf).flatMap((target) => (target.kind === 'attribute' ? { node, target } : [])),
  ),
  ...nodes.call.flatMap((node) => (setsAttribute(node) ? { node, target: node } : [])),
]);

const setsAttribute = ({ callee, arguments: given }: python.Call): boolean =>
  callee.kind === 'name' &&
  callee.name === 'setattr' &&
  given.length === 3 &&
  given.every(({ kind }) => kind === 'positional');

/** Attributes that no object of a class has can be set, but nothing looks at them. */
function checkSettings({ tree, typeOf }: PythonFile, report: CallReport): void {
  if (textMatches(tree, READS_BY_NAME)) return;
  for (const { node, target } of tree.sections.flatMap(attributesSet)) {
    if (target.kind !== 'attribute' || node.kind !== 'assignment' || node.operator !== '=') continue;
    const { name, nameStart: start, end } = target;
    const meant = meantBySetting(name, typeOf(target.object));
    if (!meant || attributesReadIn(tree).has(name)) continue;
    report({
      start,
      end,
      severity: 'warning',
      message: `${articled(meant.owner)} has no \`${excerpt(name)}\`, so this sets what nothing reads. Did you mean \`${meant.name}\`?`,
      fixes: () => [respelling({ start, end }, name, meant.name, meant.names)],
    });
  }
}

/** What a program may mean by an attribute that a table, a feature or an optimizer does not have. */
function meantBySetting(name: string, of: Inferred) {
  if (of.kind !== 'instance' || of.isDeclared) return undefined;
  const { attributes: names, role, optimizer, isFrozen, name: owner } = of.entry;
  if (!names || isFrozen || !(role === 'table' || role === 'feature' || optimizer)) return undefined;
  if (name === '' || name.startsWith('_') || names.includes(name)) return undefined;
  const meant = misspelled(name, names) ?? OTHER_NAMES.get(name);
  return meant !== undefined && names.includes(meant) ? { name: meant, names, owner } : undefined;
}

/** What may read any attribute. */
const READS_BY_NAME = /\b(?:getattr|hasattr|attrgetter|vars|dir)\b|__dict__/;

/** The names of the attributes that a text reads, itself or by a string such as a format. */
const attributesReadIn = cachedByTree(
  (tree): ReadonlySet<string> =>
    new Set([
      ...allOfKind(tree, 'attribute').flatMap((node) => (isBound(node) ? [] : node.name)),
      ...allOfKind(tree, 'string').flatMap((node) => [
        stringValue(tree.text, node) ?? '',
        ...[...tree.text.slice(node.start, node.end).matchAll(AFTER_DOT)].map(([, name]) => name!),
      ]),
    ]),
);

const AFTER_DOT = /\.([\p{L}\p{N}_]+)/gu;

/** What a target consists of: `a.x, a.y = …` assigns both. */
const partsOf = (target: python.Expression): readonly python.Expression[] =>
  target.kind === 'tuple' || target.kind === 'list' ? target.elements : [target];

/** Whether a name may be the beginning of another. With only one letter missing, it is more likely misspelled. */
const goesOn = (name: string, whole: string) => whole.startsWith(name) && whole.length > name.length + 1;

/** Wrong names that people often use, and the attributes they mean. */
const OTHER_NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    vocab_size: 'vocabulary_size',
    vocab: 'vocabulary_size',
    dimension: 'dim',
    embedding_dim: 'dim',
    tables: 'embedding_tables',
    max_length: 'max_sequence_length',
    lr: 'learning_rate',
    clipvalue: 'clip_gradient_max',
    num_replicas: 'num_replicas_in_sync',
  }),
);

/** A message by its last name only, because the names of its modules are long. */
const placeName = (path: string) =>
  messageMembers(path) ? path.slice(path.lastIndexOf('.') + 1) : displayName(path);

function nearestIn(name: string, names: ReadonlySet<string>): string | undefined {
  const plain = (each: string) => each.replaceAll('_', '').toLowerCase();
  const respelt = [...names].find((member) => plain(member) === plain(name));
  const begun = [...names].filter((member) => member.startsWith(name));
  const shortened = [...names].find((member) => lacksWord(name, member));
  if (respelt !== undefined || shortened !== undefined) return respelt ?? shortened;
  return begun.length === 1 ? begun[0] : nearest(name, names);
}

/** The nested classes that have the name. If it is assigned to a field, only the class of the field's enum. */
function ownersFor(file: PythonFile, { path, name, node }: Reference): readonly string[] {
  const owners = ownersBelow(path, name).map((owner) => owner.slice(path.length + 1));
  const wanted = owners.length > 1 && node.kind === 'attribute' ? fieldSetTo(file, node)?.enum : undefined;
  const fitting = owners.filter((owner) => wanted?.name.includes(`.${owner}.`));
  return fitting.length > 0 ? fitting : owners;
}

/** The field that gets a value, by assignment or keyword argument. */
function fieldSetTo({ tree }: PythonFile, value: python.Expression): FieldType | undefined {
  const { parent } = value;
  if (parent?.kind === 'assignment') {
    const [target] = parent.targets;
    return target?.kind === 'attribute' ? fieldOf(tree, target) : undefined;
  }
  if (parent?.kind !== 'keyword' || parent.name === undefined || parent.parent?.kind !== 'call')
    return undefined;
  const { callee } = parent.parent;
  const made =
    callee.kind === 'attribute' && callee.name === 'add'
      ? elementOf(tree, callee.object)
      : classOf(tree, parent.parent);
  return made?.message === undefined
    ? undefined
    : builtin.message(made.message)?.fieldsByName.get(parent.name);
}

function hint(meant: string | undefined, name: string, owners: readonly string[]): string {
  if (meant !== undefined) return ` Did you mean \`${meant}\`?`;
  const places = owners.map((owner) => `\`${owner}.${name}\``);
  return places.length === 0 ? '' : ` There is ${places.join(', ')}.`;
}

const FAMILY = /TPUEmbedd?ing|tpu_?embedding/;

const CONSTANT = /^[A-Z][A-Z0-9_]*$/;

/** Whether the name may still be incomplete: it is neither called nor followed by a dot. */
const isBeginning = (node: Reference['node']) =>
  node.kind === 'attribute' && node.parent?.kind !== 'call' && node.parent?.kind !== 'attribute';
