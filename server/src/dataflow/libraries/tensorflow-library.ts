import { once, oncePerName, onceWithin } from '../../basics/once';
import {
  type Entry,
  findEntry,
  type Group,
  lacksAttribute,
  members,
  messageMembers,
  type OpFacts,
} from '../../catalogue';
import { isDerivedFrom } from '../../catalogue/bases';
import type { ReleasesByLibrary } from '../../catalogue/environment';
import { embeddingId, lastPart } from '../../catalogue/names';
import { JAX_FUNCTIONS } from '../../catalogue/numpy';
import { fillsObjects } from '../../catalogue/sparing-bases';
import type { MadeTensor } from '../../catalogue/types';
import type {
  Arguments,
  Evaluator,
  Failure,
  Frame,
  Hashless,
  Itemless,
  Library,
  OfMethod,
  RowForm,
  Value,
} from '../../evaluator';
import { letBeCalled } from '../../evaluator/escape';
import { fails, isJudged, isRunByModule, isSelfAlone, isStraight } from '../../evaluator/failures';
import { refused } from '../../evaluator/refusals';
import type { Cell } from '../../evaluator/state';
import {
  argumentAt,
  type DictValue,
  eachArgument,
  entriesOf,
  type InstanceValue,
  itemsOf,
  kinds,
  NO_ARGUMENTS,
  type RecordStyle,
  someArgument,
  str,
  unknown,
} from '../../evaluator/value';
import { isOnlyRead } from '../../python/attribute-dicts';
import type { Argument, Call, Expression, FunctionDefinition, Node, Tree } from '../../python/tree';
import {
  type ReceivedArgument,
  receivedArguments,
  valueOfParameter,
  writtenArguments,
} from '../calls/arguments';
import { isOfOwnClass, isPythonObject } from '../calls/python-objects';
import { type Inferred, inferredOf, instanceOf, type TypeOf, tensorFacts, tensorOf } from '../calls/types';
import { TypesOfValues } from '../calls/types-of-values';
import { comparedConstants } from '../messages/field-values';
import { classOfMessage } from '../messages/message-classes';
import { copyOf, isDeclared, isMessage, isRepeated, type MessageValue } from '../messages/message-values';
import type { ReadFiles } from '../messages/read-files';
import type { ReadTexts } from '../messages/read-texts';
import { failureOfDerived } from './abstract-classes';
import {
  attributesOfAll,
  classBehind,
  declaredAttribute,
  declaredBy,
  elementOfDeclared,
  itemOfDeclared,
  methodOfDeclared,
  objectLike,
  objectThatHas,
} from './annotations';
import { type AssignedAttributes, isPart } from './assigned-attributes';
import { checkAssigned, checkBuilding } from './assigned-parts';
import { AttrsClasses, isOfAttrs } from './attrs';
import { about, byPackage, knowing, type OfNames } from './by-package';
import { checkCall, checkMethod } from './call-failures';
import { resultOfCall } from './call-results';
import { noteFeatures } from './changed-features';
import { methodOfCheckpoint, newestCheckpoint, newestOfManager } from './checkpoints';
import {
  attributeOfConfig,
  attributesOfConfig,
  configHasAttribute,
  isConfig,
  methodOfConfig,
  storedInConfig,
} from './config-dict';
import { configuredElement, configuredElements, configuredValue, setConfigured } from './configparser';
import { constructorArgument, leftOut } from './constructor-arguments';
import {
  anyElementOf,
  distributed,
  elementsOfDataset,
  holdsElements,
  methodOfDataset,
  specOfElement,
} from './datasets';
import { denseInstead } from './dense-ragged';
import {
  constructedOf,
  inheritedFrom,
  keepsBase,
  keepsConstructor,
  noteConstructed,
} from './derived-objects';
import { withoutOperators } from './described-results';
import { attributeOfDevice, elementOfDevices, holdsDevices, methodOfDevice } from './devices';
import { constantOfDtype, dtypeOfTensor, isOfDtype } from './dtypes';
import { EnvironmentVariables, isOfSystem } from './environment-variables';
import { FileLibrary, isHandling, isOfFiles } from './file-library';
import { inheritedBinding, isModule, moduleBound } from './flax-modules';
import { enterTape } from './graph-once';
import { defaultIn, scopeOfGraph } from './graph-scopes';
import { hashlessIn } from './hashes';
import { heldAsDict, heldAttribute } from './held-objects';
import { initializerIn } from './initializers';
import { refusedBySignature } from './input-signatures';
import { givesElements, isOfContainers, itemlessClass, keyOfItemless } from './itemless';
import { gradientsOf } from './jax';
import { inheritedVariables, isLayer, layerCalled, variablesOf } from './keras-layers';
import { inheritedTraining, modelTrained } from './keras-models';
import { checkKerasIndex } from './keras-operands';
import { foundIds, resultOfRecommender } from './keras-rs-tensors';
import {
  attributeOfKeras,
  kerasAfter,
  kerasElement,
  kerasSlice,
  noteSequential,
  resultOfLayer,
} from './keras-tensors';
import { variableOf } from './layer-weights';
import { checkListElement, checkListIndex } from './list-refusals';
import { MessageLibrary, type MessageNotes } from './message-library';
import { checkElement, elementOfTuple, elementsOfTuple, tupleClass } from './named-tuples';
import {
  dictOfProperty,
  entersItself,
  nestedResult,
  plainResult,
  resultOfMethod,
  type WrongKey,
} from './nested-results';
import {
  arrayAfter,
  arrayAt,
  arrayElementOf,
  arrayOf,
  arrayOfTensor,
  attributeOfArray,
  constantOfNumPy,
  isConstantOfNumPy,
  isOfNumPy,
  listedElement,
  listedElements,
  mayReshape,
  methodOfArray,
  noteTouched,
  rowCountOf,
  singleNumber,
  spacedArray,
  touchArrays,
  unlessReshaped,
  wholeIn,
} from './numpy';
import {
  listOfTensors,
  methodOfRagged,
  methodOfVariable,
  outputsOf,
  partialKind,
  partOfRagged,
  rowOf,
  sliceOf,
  tensorAfter,
  tensorAt,
} from './op-outputs';
import { checkOperands } from './operand-shapes';
import { isNamespace, isOption, isOwnNamespace, Options } from './options';
import { checkOwnTables, combinerFailure } from './own-tables';
import { partialDtype, partialDtypeOf } from './partial-dtypes';
import { partialSizes, sizesOf, unknownSizes } from './partial-shapes';
import { checkStored } from './read-only-attributes';
import { unorderedFields } from './record-order';
import { asksForReleases, ReleaseQuestions, tellsRelease } from './releases';
import { replacedMethod, replacesEquality, runsReplaced, setsAttributesItself } from './replaced-methods';
import { mayMakeOp, noteInReplica } from './replica-tensors';
import { methodOfRestored, noteMade, SavedCheckpoints, variablesByTable } from './restored-checkpoints';
import { partOfSpec } from './rows-in-stacks';
import { checkRestored, savedBy } from './saved-objects';
import { noteSetUp, noteStrategy } from './set-up';
import {
  attributeOfShape,
  comparedShapes,
  dimsOf,
  elementOfShape,
  elementsOfShape,
  joinedShapes,
  methodOfShape,
  refusedSizes,
  sliceOfShape,
} from './shapes';
import { dtypeOf } from './specs';
import { arraysByName } from './stacked-arrays';
import { holdsStack, refusalOfStacked, STACK } from './stacks';
import { checkLoaded } from './statistics-files';
import {
  attributeOfStrategy,
  callOfGraph,
  describedBySignature,
  isOfStrategies,
  methodOfStrategy,
  receivedInGraph,
  strategiesShare,
  tracedBy,
} from './strategies';
import { checkSymbolicAttribute } from './symbolic-tensors';
import { completeTables } from './table-names';
import { isOfTensors } from './tensor-classes';
import {
  checkTensorAttribute,
  checkTensorIndex,
  checkTensorItem,
  isArray,
  refusedIteration,
} from './tensor-refusals';
import { isKerasTensor, shapeOf } from './tensor-shapes';
import { lookupOnTested } from './tested-objects';

/** Python modules that leave the attributes of their arguments unchanged, too. */
const OF_PYTHON =
  /^(?:abc|argparse|collections|contextlib|dataclasses|enum|functools|operator|os|random|re|string|time|types|typing)\./;

/** Whether a name may stand for more than what is called by it, as one of a class or a constant does. */
const meansMore = oncePerName(
  (name) =>
    isOption(name) ||
    tellsRelease(name) ||
    isOfFiles(name) ||
    isConstantOfNumPy(name) ||
    isOfDtype(name) ||
    name.endsWith(NAME) ||
    findEntry(name)?.kind === 'class',
);

/** Whether the arguments of a call escape to unseen code. */
export function isUnseen(callee: Value, given: Arguments, node: Node): boolean {
  const [, name] = given.positional;
  switch (callee.kind) {
    case 'unknown':
      return true;
    case 'reference':
      if (callee.name === 'builtins.setattr') return name?.kind !== 'str' || name.value === undefined;
      if (callee.name === 'builtins.vars') return !isOnlyRead(node);
      if (mayCallArguments(callee.name)) return someArgument(given, isDefined);
      return isUnseenFunction(callee.name);
    case 'made':
      return isForeign(callee.callee);
    case 'method':
      return callee.object.kind === 'made' && !callee.object.facts && isForeign(callee.object.callee);
    default:
      return false;
  }
}

/** Whether a value is a function that can assign attributes, which a lambda cannot. */
const isDefined = (value: Value): boolean =>
  value.kind === 'function' && value.definition.kind === 'function';

const isUnseenFunction = oncePerName(
  (name) => name === 'builtins.delattr' || OF_CLASS.test(name) || isForeign(name),
);

/** Whether a function may call functions that it gets, in a way that is not followed. */
const mayCallArguments = oncePerName(
  (name) => !isUnseenFunction(name) && !CALLING.test(name) && !findEntry(name),
);

/** Functions of Python whose calls of a function are followed. */
const CALLING = /^(?:builtins\.(?:filter|map|max|min|sorted)|functools\.reduce)$/;

/** Methods of a library's class that set or delete attributes of their first argument. */
const OF_CLASS = /(?<!^builtins\.(?:object|type))\.__(?:set|del)attr__$/;

const isForeign = oncePerName((name) => !isReading(name) && !OF_PYTHON.test(name) && !findEntry(name));

/** Libraries whose functions leave their arguments unchanged, except for those that fill or reorder them. */
const READING =
  /^(?:absl|builtins|copy|einops|flax|itertools|jax\w*|json|logging|math|optax|orbax|pytest(?=\.(?:mark\.|param$))|numpy(?!\.(?:random\.shuffle|copyto)$)|pprint|unittest\.TestCase|tensorflow\w*|keras\w*|google\.protobuf\.\w+(?=\.(?:MessageTo|Print)))\./;

const isReading = oncePerName((name) => READING.test(name));

/** Decorators that call a test once for each row of arguments. */
const ROW_FORMS: ReadonlyMap<string, RowForm> = new Map([
  ['absl.testing.parameterized.parameters', 'plain'],
  ['absl.testing.parameterized.named_parameters', 'named'],
  ['absl.testing.parameterized.product', 'product'],
  ['pytest.mark.parametrize', 'listed'],
]);

/** Decorators that do not affect how a function can be called, and call it nowhere else, as some of absl do. */
const HARMLESS =
  /^(?:tensorflow(?:\.compat\.v[12])?\.(?:function|autograph\..*)|absl\.(?!app\.call_after_init$|flags\.(?:multi_flags_)?validator$).*|jax\.(?:jit|named_call)|flax\.linen\.compact|pytest\.mark\.\w+)$/;

/** Takes what is read by keys that it does not have. */
interface KeyNotes {
  readonly notes: {
    readonly wrongKeys: Map<Expression, WrongKey>;
    /** Places that read what the program has not set on an object. */
    readonly lacking: Set<Node>;
  };
}

/** What is noted of calls, whatever they give. */
const NOTES = byPackage<void>({
  keras: [noteSequential],
  keras_rs: [checkRestored],
  numpy: [noteTouched],
  tensorflow: [about(mayMakeOp, (name, given, _node, ev) => noteInReplica(name, given, ev)), noteSetUp],
});

/** Whether the entry of a function says what it gives. */
const givesPlain = (name: string): boolean => {
  const { result, givesKeys } = findEntry(name) ?? {};
  return result !== undefined || givesKeys !== undefined;
};

/** The effects and results of TensorFlow, protobuf and NumPy, by the catalogue. */
export class TensorFlowLibrary implements Library {
  private readonly messages: MessageLibrary;
  private readonly options: Options;
  private readonly variables = new EnvironmentVariables();
  private readonly records = new AttrsClasses();
  private readonly saved = new SavedCheckpoints();
  private readonly releases: ReleaseQuestions;
  private readonly reading: FileLibrary;
  /** What gives the result of a call, of which the first that knows it counts. */
  private readonly results: readonly OfNames<Value>[] = [
    enumValue,
    (...call) => this.options.call(...call),
    about(isOfSystem, (...call) => this.variables.call(...call)),
    about(isOfAttrs, (...call) => this.records.call(...call)),
    newestCheckpoint(this.saved),
    about(asksForReleases, (name, given, node) => this.releases.call(name, given, node)),
    about(isHandling, (...call) => this.reading.call(...call)),
    resultOfCall,
    about(
      (name) => findEntry(name)?.op !== undefined,
      (name, ...call) => outputsOf(findEntry(name), name, ...call),
    ),
    about(
      (name) => findEntry(name)?.givesNested !== undefined,
      (name, ...call) => nestedResult(findEntry(name), ...call),
    ),
    arraysByName,
    about(givesPlain, (name, ...call) => plainResult(findEntry(name), ...call)),
    about(
      (name) => findEntry(name)?.finds !== undefined,
      (name, given, node) => foundByName(findEntry(name), given, node),
    ),
  ];
  private readonly resultsFor = onceWithin((name: string) => knowing(name, this.results));

  constructor(
    private readonly taking: MessageNotes & KeyNotes,
    texts: ReadTexts,
    private readonly attributes: AssignedAttributes,
    files?: ReadFiles,
    environment: ReleasesByLibrary = {},
    areOptionsDefault = false,
    /** The attributes that the program sets on anything other than `self`. */
    private readonly setOutside: ReadonlySet<string> = new Set(),
  ) {
    this.releases = new ReleaseQuestions(environment);
    this.options = new Options(areOptionsDefault);
    this.messages = new MessageLibrary(taking, texts, files);
    this.reading = new FileLibrary(files);
  }

  reference(name: string, node: Node, ev: Evaluator): Value | undefined {
    if (!meansMore(name)) return undefined;
    return (
      this.options.reference(name, node, ev) ??
      this.releases.reference(name, node, ev) ??
      this.reading.reference(name, node) ??
      constantOfNumPy(name, node) ??
      constantOfDtype(name, node) ??
      (name.endsWith(NAME) ? nameOfClass(name.slice(0, -NAME.length), node) : classReferred(name, node))
    );
  }

  call(name: string, given: Arguments, node: Call, ev: Evaluator): Value | undefined {
    const message = this.messages.call(name, given, node, ev);
    if (message) return message;
    checkCall(name, given, node, ev);
    for (const note of NOTES(name)) note(name, given, node, ev);
    for (const resultOf of this.resultsFor(name)) {
      const result = resultOf(name, given, node, ev);
      if (result) return result;
    }
    const entry = findEntry(name);
    const facts = unlessReshaped(factsOf(entry, name, given, node, ev.tree), ev.tree);
    if (!facts) return undefined;
    eachArgument(given, (value) => letBeCalled(ev, value, node));
    if (facts.kind === 'tensor' && entry?.makes?.list) return listOfTensors(name, given, facts, node, ev);
    const made: Value = { kind: 'made', callee: name, given, facts, node };
    if (facts.kind === 'instance') {
      this.attributes.track(facts.entry, given, ev);
      noteStrategy(made, ev);
      if (facts.entry.role === 'embedding') this.noteEmbedding(made, node, ev);
    }
    return spacedArray(facts, node, ev) ?? made;
  }

  /** An object is made that looks up in tables. */
  private noteEmbedding(object: Value, node: Node, ev: Evaluator): void {
    checkOwnTables(object, 'made', node, ev);
    checkAssigned(object, this.attributes, node, ev);
    completeTables(object, this.attributes, node, ev);
    noteMade(object, ev);
    noteFeatures(object, node, ev);
  }

  exports(module: string): { names: Iterable<string>; isAll: boolean } {
    return { names: members(module).keys(), isAll: findEntry(module)?.isComplete === true };
  }

  classOf(value: Value, node: Node): Value | undefined {
    const name = isMessage(value) ? classOfMessage(value.type.name)?.id : undefined;
    if (name !== undefined) return { kind: 'reference', name, node };
    const made = instanceOf(value);
    return made?.call && classReferred(made.entry.id, node);
  }

  hasClass(name: string): boolean {
    return isOwnClass(findEntry(name));
  }

  isOf(value: Value, cls: string): boolean | undefined {
    if (isPythonObject(value)) return isOfOwnClass(value, cls);
    const entry = findEntry(cls);
    const made = instanceOf(value);
    const told = made?.call && isDerivedFrom(made.entry.id, entry?.id ?? cls);
    if (told !== undefined) return told;
    if (!isOwnClass(entry))
      return (
        isOfStrategies(value, cls) ??
        isOfTensors(value, cls) ??
        isOfNumPy(value, cls) ??
        isOfContainers(value, cls, this.setOutside)
      );
    if (made?.entry === entry) return true;
    const areApart = [made?.call && made.entry, entry].every(isOfEmbedding);
    // Another class may be derived from it.
    return OWN.has(value.kind) || areApart ? false : undefined;
  }

  uncallable(object: Value): string | undefined {
    const { entry, isDeclared } = classBehind(object) ?? {};
    const isKnown = !isDeclared && entry?.attributes !== undefined;
    if (tensorFacts(object)) return mayBeFunction(object) ? undefined : 'Tensor';
    if (isKerasTensor(object)) return 'Tensor';
    if (isArray(object)) return 'Array';
    if (object.kind === 'external') return classOfExternal(object);
    if (object.kind === 'made' && !entry) return object.facts?.lacksOperators;
    return isKnown && !CALLS.some((name) => findEntry(`${entry.id}.${name}`)) ? entry.name : undefined;
  }

  refusesCall(callee: Value, given: Arguments, ev: Evaluator): Failure | undefined {
    return isStraight(ev)
      ? (failureOfDerived(callee, ev) ?? refusedBySignature(callee, given, ev))
      : undefined;
  }

  lackedAttribute(object: Value, name: string): Failure | undefined {
    const { entry, isDeclared } = (object.kind === 'made' && classBehind(object)) || {};
    const isOwn = !isDeclared && !this.setOutside.has(name) && this.attributes.isTracked(object, name);
    return entry && isOwn && !name.startsWith('_') && lacksAttribute(entry, name)
      ? { of: 'attribute', owner: entry.name, name, names: entry.attributes ?? [] }
      : undefined;
  }

  undeletable(object: Value, name: string): string | undefined {
    return isMessage(object) && !isDeclared(object) && object.type.fieldsByName.has(name)
      ? `Fields of a message cannot be deleted: \`ClearField("${name}")\` empties one`
      : undefined;
  }

  tupleName(object: Value): string | undefined {
    return tupleClass(object)?.name;
  }

  cellOf(object: Value): Cell<unknown> | undefined {
    return this.attributes.cellOf(object) as Cell<unknown> | undefined;
  }

  itemless(object: Value): Itemless | undefined {
    if (isNamespace(object))
      return givesElements(this.setOutside) || !isOwnNamespace(object)
        ? undefined
        : { type: 'Namespace', isIterable: false, isContainer: true };
    const message = isMessage(object) ? classOfExternal(object) : undefined;
    if (message !== undefined) return { type: message, isIterable: false };
    const entry = itemlessClass(object, this.setOutside);
    return entry && { type: entry.name, isIterable: entry.lacksItems === 'iterable' };
  }

  refusesIteration(object: Value, node: Node, ev: Evaluator): Failure | undefined {
    return refusedSizes(object, ev) ?? refusedIteration(object, node, ev);
  }

  recordless(object: Value): string | undefined {
    const entry = object.kind === 'made' ? instanceOf(object)?.entry : undefined;
    return isOfEmbedding(entry) && !entry?.isFrozen ? entry?.name : undefined;
  }

  isReading(name: string): boolean {
    return isReading(name);
  }

  isHarmless(decorator: string): boolean {
    return HARMLESS.test(decorator);
  }

  described(
    definition: FunctionDefinition,
    position: number,
    ev: Evaluator,
    frame: Frame,
  ): Value | undefined {
    return describedBySignature(definition, position, ev, frame);
  }

  received(
    definition: FunctionDefinition,
    given: Arguments,
    node: Node,
    ev: Evaluator,
  ): Arguments | undefined {
    return receivedInGraph(definition, given, node, ev);
  }

  rowForm(decorator: string): RowForm | undefined {
    return ROW_FORMS.get(decorator);
  }

  isRow(callee: string): boolean {
    return callee === 'pytest.param';
  }

  recordStyle(decorator: Value): RecordStyle | undefined {
    return this.records.styleOf(decorator);
  }

  makesRecords(base: string): boolean {
    return isModule(base);
  }

  stored(object: DictValue, key: Value, value: Value, node: Node, ev: Evaluator): Value {
    return storedInConfig(object, key, value, node, ev);
  }

  hasAttribute(object: Value, name: Value, node: Node): Value | undefined {
    return configHasAttribute(object, name, node) ?? this.releases.hasAttribute(object, name, node);
  }

  attribute(object: Value, name: string, node: Node, ev: Evaluator): Value | undefined {
    if (isConfig(object)) return attributeOfConfig(object, name, node);
    checkTensorAttribute(object, name, node, ev);
    if (!this.setOutside.has(name)) checkSymbolicAttribute(object, name, node, ev);
    // Through `__dict__`, code can change all attributes.
    if (name === '__dict__' && !isOnlyRead(node)) this.attributes.lose([object]);
    return isMessage(object)
      ? this.messages.attribute(object, name, node, ev)
      : (this.attributes.get(object, name, node) ??
          variablesByTable(object, name, node, ev) ??
          dictOfProperty(object, name, node, ev) ??
          attributeOfArray(object, name, node, ev) ??
          attributeOfShape(object, name, node, ev) ??
          dtypeOfTensor(object, name, node) ??
          newestOfManager(object, name, ev, this.saved) ??
          this.options.attribute(object, name, node, ev) ??
          this.releases.attribute(object, name, node, ev) ??
          this.reading.attribute(object, name, node) ??
          attributeOfStrategy(object, name, node, ev) ??
          attributeOfDevice(object, name, node) ??
          tracedBy(object, name, node) ??
          partOfSpec(object, name, node) ??
          partOfRagged(object, name, node) ??
          specOfElement(object, name, node, ev) ??
          attributeOfKeras(object, name, node) ??
          variablesOf(object, name, node, ev) ??
          variableOf(object, name, node, ev) ??
          heldAttribute(object, name, node, ev, this.attributes) ??
          storedAttribute(
            object,
            name,
            node,
            ev,
            isRunByModule(ev.around) && this.attributes.isTracked(object, name),
          ) ??
          replacedMethod(object, name, node, ev) ??
          lookupOnTested(object, name, node, ev) ??
          this.lacked(object, name, node, ev));
  }

  /** Notes an attribute that the program has not set on this object, whatever it sets on others. */
  private lacked(object: Value, name: string, node: Node, ev: Evaluator): undefined {
    if (object.kind !== 'made' || !this.attributes.isTracked(object, name)) return;
    if (isRunByModule(ev.around) && isJudged(ev, object)) this.taking.notes.lacking.add(node);
  }

  attributesAsDict(object: Value, node: Node, ev: Evaluator): Value | undefined {
    return (
      this.options.asDict(object, node, ev) ??
      (isOnlyRead(node) ? heldAsDict(object, node, ev, this.attributes) : undefined)
    );
  }

  setAttribute(
    object: Value,
    name: string,
    value: Value,
    node: Node,
    ev: Evaluator,
    isDirect: boolean,
  ): boolean {
    if (!isMessage(object)) {
      if (this.options.setAttribute(object, name, value, ev)) return true;
      const mayFail = isJudged(ev) && !isDirect && !setsAttributesItself(ev);
      const reason = mayFail ? refusalOfStacked(object, name, node, this.attributes) : undefined;
      if (reason !== undefined) fails(ev, node, { of: 'setting', name, reason });
      if (holdsStack(object, name)) this.attributes.set(object, STACK, unknown(node, 'changed'), true);
      return this.attributes.set(object, name, value);
    }
    this.messages.setAttribute(object, name, value, node, ev);
    return true;
  }

  constructed(object: InstanceValue, base: Value, given: Arguments, node: Node, ev: Evaluator): boolean {
    const name = base.kind === 'reference' ? base.name : '';
    const entry = findEntry(name);
    if (isOfEmbedding(entry) && isPart(entry)) checkStored(object, entry, node, ev);
    const isFollowed = isOfEmbedding(entry) && isOrHasParts(entry) && keepsConstructor(object.cls, entry);
    if (!isFollowed || node.kind !== 'call' || isSelfAlone(object)) return false;
    if (!keepsBase(object.cls, entry)) {
      const facts = factsOf(entry, name, given, node, ev.tree);
      if (facts) checkOwnTables({ kind: 'made', callee: name, given, facts, node }, 'made', node, ev);
      return false;
    }
    const made = this.call(name, given, node, ev);
    if (made?.kind !== 'made' || !instanceOf(made)) return false;
    noteConstructed(object, made, ev.state);
    return true;
  }

  assigned(object: InstanceValue, name: string, value: Value): void {
    const made = constructedOf(object);
    if (made) this.attributes.set(made, name, value);
  }

  method(object: Value, name: string, given: Arguments, node: Node, ev: Evaluator): Value | undefined {
    if (isMessage(object)) return this.messages.method(object, name, given, node, ev);
    if (isRepeated(object)) return this.messages.methodOfList(object.of, object.field, name, given, node, ev);
    if (runsReplaced(name, ev.tree)) return undefined;
    if (name === '__enter__') enterTape(object);
    if (name === 'build') checkOwnTables(object, 'built', node, ev);
    checkBuilding(object, name, this.attributes, node, ev);
    fails(ev, node, combinerFailure(object, name, given, node, this.attributes, ev));
    checkMethod(object, name, given, node, ev);
    checkLoaded(object, name, node, ev);
    const found = foundIds(object, name, given, node) ?? resultOfRecommender(object, name, given, node, ev);
    if (found) return found;
    return (
      this.options.method(object, name, given, node, ev) ??
      this.records.method(object, name, given) ??
      methodOfConfig(object, name, given, node, ev) ??
      configuredValue(object, name, given, node, ev) ??
      this.reading.method(object, name, given, node, ev) ??
      methodOfStrategy(object, name, given, node, ev) ??
      methodOfDevice(object, name, given, node, ev) ??
      methodOfDataset(object, name, given, node, ev) ??
      distributed(object, name, given, node, ev) ??
      callOfGraph(object, name, given, node, ev) ??
      scopeOfGraph(object, name, node) ??
      filled(object, name, given, node) ??
      methodOfShape(object, name, given, node, ev) ??
      methodOfVariable(object, name, node) ??
      methodOfRagged(object, name, given, node) ??
      encodedText(object, name, node) ??
      methodOfCheckpoint(object, name, given, node, ev, this.saved) ??
      methodOfRestored(object, name, node, ev) ??
      methodOfDeclared(object, name, node) ??
      methodOfNumPy(object, name, given, node, ev) ??
      arrayOfTensor(object, name, given, node, ev) ??
      modelTrained(object, name, given, node, ev) ??
      moduleBound(object, name, given, node, ev) ??
      gradientsOf(object, name, node) ??
      savedBy(object, name, given, node, ev) ??
      resultOfLayer(object, name, given, node, ev) ??
      resultOfMethod(object, name, given, node, ev)
    );
  }

  called(object: Value, given: Arguments, node: Node, ev: Evaluator): Value | undefined {
    const made = inheritedFrom(object);
    return made ? this.method(made, '__call__', given, node, ev) : layerCalled(object, given, node, ev);
  }

  sharesMethod(objects: readonly Value[], name: string): boolean {
    return strategiesShare(objects, name);
  }

  elements(value: Value, ev: Evaluator): readonly Value[] | undefined {
    if (isRepeated(value)) return this.messages.items(value.of, value.field, value.node, ev);
    const lines = this.reading.elements(value, ev);
    if (lines) return lines;
    const listed =
      listedElements(value) ??
      configuredElements(value) ??
      elementsOfShape(value, ev) ??
      elementsOfTuple(value, ev) ??
      elementsOfDataset(value, ev);
    if (listed) return listed;
    const length = rowCountOf(value);
    if (length === undefined || length > MAX_ROWS) return undefined;
    touchArrays('[]', [value], ev);
    const row = arrayElementOf(value, value.node);
    return row && Array.from({ length }, () => row);
  }

  element(object: Value, index: Value, node: Node, ev: Evaluator): Value | undefined {
    checkTensorIndex(object, index, node, ev);
    checkKerasIndex(object, index, node, ev);
    checkElement(object, index, node, ev);
    const unread = node.kind === 'subscript' ? keyOfItemless(object, index, ev, this.setOutside) : undefined;
    if (unread) this.taking.notes.wrongKeys.set(node as Expression, unread);
    if (!isRepeated(object))
      return (
        this.variables.element(object, index, ev) ??
        partOfSpec(object, undefined, node) ??
        this.options.element(object, index, node, ev) ??
        configuredElement(object, index, node, ev) ??
        itemOfDeclared(object) ??
        listedElement(object, index, node, ev) ??
        elementOfTuple(object, index, ev) ??
        arrayAt(object, index, node) ??
        kerasElement(object, index, node) ??
        (index.kind === 'int' ? undefined : tensorAt(object, index, node)) ??
        elementOfShape(object, index, ev) ??
        elementOfDevices(object, node) ??
        (index.kind === 'int' ? (rowOf(object, node) ?? arrayElementOf(object, node)) : undefined)
      );
    const items = this.elements(object, ev);
    checkListIndex(ev, { ...object, items }, index, node);
    const found =
      index.kind === 'int' && index.value !== undefined ? items?.at(Number(index.value)) : undefined;
    return found ?? this.messages.anyItem(object.of, object.field, node, ev);
  }

  setElement(object: Value, index: Value, value: Value | undefined, ev: Evaluator): boolean {
    checkTensorItem(object, index.node, ev);
    if (isRepeated(object) && value) checkListElement(ev, { ...object, items: undefined }, index.node);
    return setConfigured(object, ev) || this.variables.setElement(object, index, value, ev);
  }

  slice(object: Value, parts: readonly (Value | undefined)[], node: Node): Value | undefined {
    return (
      sliceOfShape(object, parts, node) ?? sliceOf(object, parts, node) ?? kerasSlice(object, parts, node)
    );
  }

  loopElement(over: Value, node: Node, ev: Evaluator): Value | undefined {
    return isRepeated(over)
      ? this.messages.anyItem(over.of, over.field, node, ev)
      : (rowOf(over, node) ??
          arrayElementOf(over, node) ??
          elementOfDeclared(over) ??
          elementOfDevices(over, node) ??
          anyElementOf(over, node, ev));
  }

  holdsElements(over: Value, ev: Evaluator): boolean {
    return holdsDevices(over) || holdsElements(over, ev);
  }

  operator(left: Value, operator: string, right: Value, node: Node, ev: Evaluator): Value | undefined {
    checkOperands(left, operator, right, node, ev);
    const tensor = tensorAfter(left, operator, right, node);
    if (tensor?.kind === 'made' && mayMakeOp(tensor.callee)) noteInReplica(tensor.callee, tensor.given, ev);
    return (
      tensor ??
      kerasAfter(left, operator, right, node) ??
      joinedShapes(left, operator, right, node) ??
      arrayAfter(left, operator, right, node) ??
      this.reading.operator(left, operator, right, node)
    );
  }

  entered(value: Value): Value | undefined {
    enterTape(value);
    return entersItself(value) ? value : (defaultIn(value) ?? this.reading.entered(value));
  }

  length(value: Value, node: Node, ev: Evaluator): Value | undefined {
    fails(ev, node, refusedSizes(value, ev));
    const count = rowCountOf(value) ?? this.elements(value, ev)?.length;
    return count === undefined ? undefined : { kind: 'int', value: BigInt(count), node };
  }

  unordered(left: Value, right: Value, node: Node, ev: Evaluator) {
    return unorderedFields(left, right, node, ev, this.attributes);
  }

  rows(value: Value, ev: Evaluator): number | undefined {
    return mayReshape(ev.tree) ? undefined : shapeOf(value)?.[0];
  }

  anyLike(value: Value, node: Node): Value | undefined {
    return objectLike(value, node);
  }

  declared(annotation: Expression, ev: Evaluator, frame: Frame): Value | undefined {
    return declaredBy(annotation, ev, frame);
  }

  leavesInit(base: string): boolean {
    return isLayer(base) || isOwnClass(findEntry(base));
  }

  fillsObjects(base: string): boolean {
    return fillsObjects(base);
  }

  attributesOf(base: string): readonly string[] | undefined {
    return attributesOfConfig(base) ?? attributesOfAll(base);
  }

  inherited(
    base: string,
    name: string,
    own: InstanceValue | undefined,
    node: Node,
    ev: Evaluator,
  ): Value | undefined {
    const made = own && inheritedFrom(own);
    if (made && findEntry(`${instanceOf(made)!.entry.id}.${name}`)?.kind === 'method')
      return { kind: 'method', object: made, name, node };
    const declared = objectThatHas(name, base, node);
    const object = declared && (made ?? declared);
    return object
      ? (this.attribute(object, name, node, ev) ?? { kind: 'method', object, name, node })
      : (inheritedVariables(base, name, node, ev) ??
          inheritedTraining(base, name, own, node) ??
          inheritedBinding(base, name, own, node));
  }

  whole(value: Value): bigint | undefined {
    return wholeIn(value);
  }

  text(value: Value, node: Node): Value | undefined {
    if (!isMessage(value)) return this.reading.text(value, node);
    return textOfMessage('str', node);
  }

  hashless(value: Value, node: Node, ev: Evaluator): Hashless | undefined {
    return hashlessIn(value, (name) => this.attribute(value, name, node, ev), this.releases, node, ev);
  }

  copy(value: Value, _node: Node, ev: Evaluator, part?: (held: Value) => Value): Value | undefined {
    return isMessage(value) ? copyOf(ev, value) : this.attributes.copied(value, part);
  }

  replaced(value: Value, changes: ReadonlyMap<string, Value>, node: Node, ev: Evaluator): Value | undefined {
    const entry = instanceOf(value)?.entry;
    if (entry?.refusesReplace && isJudged(ev)) fails(ev, node, refused(withoutReplace(entry)));
    const made = this.attributes.replaced(value, changes, node);
    const { name: callee = '', parameters = [] } = (made && instanceOf(made)?.entry) ?? {};
    const names = parameters.map(({ name }) => name);
    const name = [...changes.keys()].find((each) => !names.includes(each));
    if (made && name !== undefined && isJudged(ev))
      fails(ev, node, { of: 'call', callee, problem: { of: 'unknown', name, names } });
    return made;
  }

  compared(left: Value, operator: string, right: Value): boolean | undefined {
    // A compared message may be what a test expects, so it need not be complete.
    for (const value of [left, right]) if (isMessage(value)) markAsPart(value);
    return (
      this.releases.compared(left, operator, right) ??
      comparedShapes(left, operator, right) ??
      comparedConstants(left, operator, right)
    );
  }
}

function textOfMessage(kind: 'str' | 'bytes', node: Node): Value {
  const facts: Inferred = { kind, value: undefined, text: true };
  return { kind: 'made', callee: `builtins.${kind}`, given: NO_ARGUMENTS, facts, node };
}

/** `str(message).encode()` */
function encodedText(object: Value, name: string, node: Node): Value | undefined {
  const facts = name === 'encode' ? inferredOf(object) : undefined;
  return facts?.kind === 'str' && facts.text ? textOfMessage('bytes', node) : undefined;
}

/** The class of a message or of the list of a repeated field, if it is certain. */
function classOfExternal(object: Value): string | undefined {
  if (isRepeated(object)) return isDeclared(object.of) ? undefined : 'repeated field';
  return isMessage(object) && !isDeclared(object) ? lastPart(object.type.name) : undefined;
}

const withoutReplace = ({ name }: Entry): string =>
  `\`replace\` gives \`${name}\` fields that it does not take: make a new one with all its arguments`;

/** An attribute by the argument that it stores, or else by its type. */
function storedAttribute(
  object: Value,
  name: string,
  node: Node,
  ev: Evaluator,
  isTracked: boolean,
): Value | undefined {
  const given =
    constructorArgument(object, name, ev, isTracked) ?? leftOut(object, name, node, ev, isTracked);
  return given && given.kind !== 'unknown' ? given : (declaredAttribute(object, name, node, ev) ?? given);
}

const mayBeFunction = (value: Value): boolean =>
  value.kind === 'made' && findEntry(value.callee)?.makes?.eagerly === 'function';

/** Whether an entry is a class of an embedding library itself. */
const isOwnClass = (entry: Entry | undefined): boolean => entry?.kind === 'class' && !entry.foreign;

/** Whether an entry is of `tf.tpu.experimental.embedding`, none of whose classes is derived from another. */
const isOfEmbedding = (entry: Entry | undefined): entry is Entry =>
  entry !== undefined && isIdOfEmbedding(entry.id);
const isIdOfEmbedding = oncePerName((id) => id.startsWith(embeddingId('')));

/** Whether objects of a class are embedding objects, or parts of them. */
const isOrHasParts = (entry: Entry): boolean => entry.role === 'embedding' || isPart(entry);

/** A class of which objects are told apart from those of all others. */
function classReferred(name: string, node: Node): Value | undefined {
  const entry = findEntry(name);
  return entry?.kind === 'class' && isOfEmbedding(entry)
    ? { kind: 'reference', name, cls: entry.id, node }
    : undefined;
}

const NAME = '.__name__';

function nameOfClass(name: string, node: Node): Value | undefined {
  const entry = classReferred(name, node) && findEntry(name);
  return entry && str(node, entry.name);
}

/** Values of Python's own classes. */
const OWN = kinds('none', 'bool', 'int', 'float', 'str', 'bytes', 'list', 'tuple', 'dict', 'set', 'range');

/** Methods by which an object is called. */
const CALLS: readonly string[] = ['__call__', 'call'];

/** Elements of longer arrays are not listed one by one. */
const MAX_ROWS = 1000;

/** Generators of random numbers, whose methods are named like NumPy's functions. */
const GENERATOR = /^numpy\.random\.(?:default_rng|RandomState)$/;

const methodOfNumPy: OfMethod<Value> = (object, name, given, node, ev) => {
  if (object.kind !== 'made' || node.kind !== 'call') return undefined;
  const typeOf = typeOfGiven(node, given);
  const all = writtenArguments(node, given);
  if (!GENERATOR.test(object.callee)) return methodOfArray(object, name, given, node, typeOf, all, ev);
  if (given.hasUnknownArguments) return undefined;
  const callee = `numpy.random.${name}`;
  const single = singleNumber(typeOf, all, callee);
  if (single) return { kind: 'made', callee, given, facts: single, node };
  const facts = unlessReshaped(arrayOf(typeOf, all, callee), ev.tree);
  return facts && { kind: 'made', callee: 'numpy.ndarray', given, facts, node };
};

/** `Mode.Value('TRAINING')` */
const enumValue = about<Value>(
  (name) => name.endsWith('.Value'),
  (name, { positional: [label] }, node) => {
    if (label?.kind !== 'str') return undefined;
    const path = `${name.slice(0, -'Value'.length)}${label.value}`;
    const entry = findEntry(path);
    if (entry?.value && 'enum' in entry.value) return { kind: 'reference', name: entry.id, node };
    // The value is left to the rule that reports unknown names.
    return label.value !== undefined && messageMembers(name.slice(0, -'.Value'.length))
      ? { kind: 'reference', name: path, node }
      : undefined;
  },
);

function markAsPart(message: MessageValue): void {
  for (let at: MessageValue | undefined = message; at; at = at.parent?.message) at.share?.();
}

/** The name of a class in the dict that an object is saved in. */
const classNamed = (saved: DictValue): Value | undefined =>
  entriesOf(saved)?.find(({ key }) => key.kind === 'str' && key.value === 'class_name')?.value;

/** `keras.optimizers.get('adam')` or `keras.optimizers.get({'class_name': 'Adam', 'config': …})` */
function foundByName(entry: Entry | undefined, given: Arguments, node: Call): Value | undefined {
  const identifier =
    entry?.finds === undefined ? undefined : valueOfParameter(entry, 'identifier', given, node);
  const wanted = identifier?.kind === 'dict' ? classNamed(identifier) : identifier;
  if (wanted?.kind !== 'str') return wanted && instanceOf(wanted) && wanted;
  const named = [...members(entry!.finds!)].find(
    ([name]) => name.toLowerCase() === wanted.value?.toLowerCase(),
  );
  const facts: Inferred | undefined = named && { kind: 'instance', entry: named[1], call: undefined };
  return facts && { kind: 'made', callee: named![1].id, given: { ...NO_ARGUMENTS }, facts, node };
}

/** Groups of classes whose objects have no length and no truth value of their own. */
const TRUE: ReadonlySet<Group> = new Set(['optimizer', 'keras-optimizer', 'keras-schedule', 'initializer']);

const makesArray = oncePerName((name) => name.startsWith('numpy.') || JAX_FUNCTIONS.has(name));

/** The result of calling something in the catalogue, in TensorFlow's terms. */
function factsOf(
  entry: Entry | undefined,
  name: string,
  given: Arguments,
  node: Call,
  tree: Tree,
): Inferred | undefined {
  if (name === 'google.protobuf.text_format.MessageToString')
    return { kind: 'str', value: undefined, text: true };
  // The contents of the dict are not followed.
  if (name === 'google.protobuf.json_format.MessageToDict') return { kind: 'dict', entries: undefined };
  // NumPy's texts are texts of Python.
  if (name === 'numpy.str_') {
    const [text] = given.positional;
    return { kind: 'str', value: text?.kind === 'str' ? text.value : undefined };
  }
  if (makesArray(name)) return arrayMade(name, given, node);
  if (!entry) return undefined;
  if (entry.makes)
    return someArgument(given, holdsPartial) && !entry.makes.densifies
      ? (sameKind(entry.makes, given) ?? rearranged(entry.makes, given))
      : tensorMade(entry, given, node);
  if (entry.gives !== undefined)
    return (
      denseInstead(name, given) ?? {
        kind: 'object',
        name: entry.gives,
        call: node,
        ...bucketsOf(name, given),
        sizes: partialSizes(name, given),
        dims: dimsOf(name, given),
        dtype: partialDtype(name, given),
      }
    );
  if (entry.kind !== 'class') return undefined;
  const isToldByIdentity = entry.isToldByIdentity === true && !replacesEquality(tree);
  const known = isToldByIdentity ? factsOfUnequal(entry) : factsOfClass(entry);
  return { kind: 'instance', entry, call: node, given, ...known };
}

/** What is known of all objects of a class. */
const factsOfClass = once((entry: Entry) => {
  const isTrue =
    (entry.role !== undefined && entry.role !== 'embedding') ||
    entry.strategy !== undefined ||
    TRUE.has(entry.group);
  return {
    ...withoutOperators(entry),
    ...(entry.isOrdered && { isOrdered: entry.isOrdered }),
    ...(isTrue && { isTrue }),
  };
});

/** The same if each object equals only itself. */
const factsOfUnequal = once((entry: Entry) => ({ ...factsOfClass(entry), isToldByIdentity: true as const }));

/** Whether a value is a ragged or sparse tensor, or a list of some: functions of tensors often return another one of these. */
const holdsPartial = (value: Value): boolean =>
  partialKind(value) !== undefined ||
  (itemsOf(value)?.some((each) => partialKind(each) !== undefined) ?? false);

/** The ragged or sparse tensor that a function returns which changes single values. */
function sameKind(
  { value, shapeOfFirst, keepsSparse, dtype }: MadeTensor,
  { positional: [first, second], keywords }: Arguments,
): Inferred | undefined {
  const isSame = shapeOfFirst === 'same' || value === 'x' || value === 'input';
  const source = first ?? keywords.get(value ?? '');
  const name = isSame ? partialKind(source) : undefined;
  if (name === undefined || (name === 'SparseTensor' && !keepsSparse)) return undefined;
  const given = dtype === undefined ? undefined : (second ?? keywords.get(dtype));
  const kept = keepsSparse && (given ? dtypeOf(given) : partialDtypeOf(source));
  return { kind: 'object', name, sizes: sizesOf(source), dtype: kept };
}

/** The ragged tensor that a function makes of others with one axis more or as many; of its sizes only the number is known. */
function rearranged(
  { shapeOfFirst = 'same' }: MadeTensor,
  { positional: [first] }: Arguments,
): Inferred | undefined {
  const more = AXES_MORE.get(shapeOfFirst);
  const parts = first && (itemsOf(first) ?? [first]);
  if (more === undefined || !parts?.every((part) => partialKind(part) === 'RaggedTensor')) return undefined;
  const sizes = sizesOf(parts[0]);
  return {
    kind: 'object',
    name: 'RaggedTensor',
    sizes: sizes && unknownSizes(sizes.length + more),
    dtype: partialDtypeOf(parts[0]),
  };
}

const AXES_MORE: ReadonlyMap<NonNullable<MadeTensor['shapeOfFirst']>, number> = new Map([
  ['expanded', 1],
  ['stacked', 1],
  ['joined', 0],
]);

function arrayMade(name: string, given: Arguments, node: Call): Inferred | undefined {
  const all = writtenArguments(node, given);
  const typeOf = typeOfGiven(node, given);
  const single = given.hasUnknownArguments ? undefined : singleNumber(typeOf, all, name);
  return single ?? arrayOf(typeOf, all, name);
}

/** The tensor that an initializer returns, whose arguments are those of `tf.zeros`. */
function filled(object: Value, name: string, given: Arguments, node: Node): Value | undefined {
  const callee = name === '__call__' ? initializerIn(object) : undefined;
  const zeros = callee === undefined ? undefined : findEntry('tensorflow.zeros');
  return callee !== undefined && zeros && node.kind === 'call'
    ? { kind: 'made', callee, given, facts: tensorMade(zeros, given, node), node }
    : undefined;
}

function tensorMade(entry: Entry, given: Arguments, node: Call): Inferred {
  const all = writtenArguments(node, given);
  // A function of the shape of a tensor fails for None.
  const typeOf = typeOfGiven(node, given, entry.makes?.shapeOfFirst !== undefined);
  return tensorOf(typeOf, entry, all, given.hasUnknownArguments);
}

/** The types of a call's arguments. Inputs of ops are never None, which is no tensor, and all are not where it fails. */
export function typesOf(
  given: readonly ReceivedArgument[],
  op?: OpFacts,
  areNeverNone = false,
): TypesOfValues {
  const types = new TypesOfValues();
  for (const { argument, value } of given)
    if (value) types.add(argument.value, value, areNeverNone || isInput(argument, op));
  return types;
}

const isInput = ({ name }: Argument, op: OpFacts | undefined): boolean =>
  op !== undefined && name !== undefined && op.inputs.some((each) => each.name === name);

/** Gives the types of a call's arguments, which many results do not depend on. */
function typeOfGiven(node: Call, given: Arguments, areNeverNone = false): TypeOf {
  let types: TypesOfValues | undefined;
  return (expression) => {
    types ??= typesOf(receivedArguments(node, given), undefined, areNeverNone);
    return types.known(expression);
  };
}

/** The number of distinct ids of a feature column, where its call contains that number. */
function bucketsOf(name: string, given: Arguments): { buckets?: number } {
  const [, kind] = MAKER.exec(name) ?? [];
  if (kind === undefined || given.hasUnknownArguments) return {};
  if (kind === 'identity') return counted(intOf(argumentAt(given, 1, 'num_buckets')));
  const out = argumentAt(given, 4, 'num_oov_buckets');
  const more = out ? intOf(out) : 0;
  const words = lengthOf(argumentAt(given, 1, 'vocabulary_list'));
  return counted(words === undefined || more === undefined ? undefined : words + more);
}

const MAKER =
  /^tensorflow[\w.]*\.feature_column\.(?:sequence_)?categorical_column_with_(identity|vocabulary_list)$/;

const counted = (buckets: number | undefined) => (buckets === undefined ? {} : { buckets });

const intOf = (value: Value | undefined): number | undefined =>
  value?.kind === 'int' && value.value !== undefined ? Number(value.value) : undefined;

const lengthOf = (value: Value | undefined): number | undefined =>
  value?.kind === 'list'
    ? value.cell.content?.length
    : value?.kind === 'tuple'
      ? value.elements?.length
      : undefined;
