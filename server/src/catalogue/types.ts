/** The catalogue's data: what can be called, imported or named in Python, and all that features know of it. */

import type { Hardware } from '../optimizers/hardware';
import type { Library } from './libraries';
import type { Target } from './targets';

/** An entry that is made on first use. */
export interface EntrySource {
  readonly names: readonly string[];
  readonly entry: () => Entry;
}

export type EntryKind = 'op' | 'class' | 'function' | 'method' | 'property' | 'module' | 'constant';

export interface Entry {
  /** The canonical qualified name. */
  readonly id: string;
  readonly kind: EntryKind;
  /** The last part of the canonical name. */
  readonly name: string;
  /** Every dotted name under which Python reaches it, the canonical one first. */
  readonly qualifiedNames: readonly string[];
  /** One sentence, plain text. */
  readonly summary: string;
  /** Further documentation after the summary, as Markdown; may be empty. */
  readonly doc: string;
  readonly library: Library;
  /** The role of a class's instances in TPU embedding. */
  readonly role?: Role;
  /** The hardware that trains the tables of an embedding object, if it is always the same. */
  readonly hardware?: Hardware;
  /**
   * Whether it works only in the scope of a `tf.distribute.TPUStrategy`, or nowhere in one; for a member, where its object
   * was made counts.
   */
  readonly scope?: 'needed' | 'refused';
  /** What it returns has the weights of the ids as well, so calls that get it look at no others. */
  readonly bundlesWeights?: true;
  /** On these targets it fails until the layer is built, which the first call of the layer does. */
  readonly afterBuild?: readonly Target[];
  /** It fails until the object has what this argument of its class, or else this method, gives it. */
  readonly afterGiven?: { readonly argument: string; readonly method: string };
  /** The attributes of its objects that cannot be read until the layer is built. */
  readonly attributesAfterBuild?: readonly string[];
  /** Those that cannot be read until the layer is called with symbolic tensors. */
  readonly attributesAfterCall?: readonly string[];
  /** It makes what others need on the TPU, or needs that to be made. */
  readonly building?: 'builds' | 'needed';
  /** The methods of an embedding object on a TPU that fail if one of its tables has such an object. */
  readonly failsIn?: readonly string[];
  /** It calls the learning rates of the tables that are functions. */
  readonly callsRates?: true;
  /**
   * What it does with the tables of its features, which must be stacked before they are trained.
   *
   * - `named`: stacks those that are named
   * - `alike`: stacks those that are alike
   * - `alone`: gives each that has no stack yet one of its own
   * - `needed`: fails if one has no stack
   */
  readonly stacking?: 'named' | 'alike' | 'alone' | 'needed';
  /** A member that objects have on these targets only. */
  readonly on?: readonly Target[];
  /** Works only in graphs, such as in a `tf.function`. */
  readonly graphOnly?: true;
  /** Its objects are strategies: those of TPUs, or others. */
  readonly strategy?: 'tpu' | 'other';
  /** It makes tables of at most so many rows ordinary variables, all for `None`: the parameter that says how many. */
  readonly keepsSmallTables?: string;
  /** In positional order; empty for entries that cannot be called. */
  readonly parameters: readonly Parameter[];
  /** Refuses positional arguments, whatever the kinds of its parameters. */
  readonly keywordOnly?: true;
  /** Its parameters depend on the release of Flax as well. */
  readonly variesWithFlax?: true;
  /** The arguments are not catalogued, so none is reported. */
  readonly anyArguments?: true;
  /** The result of a call, as Markdown; empty for entries that cannot be called. */
  readonly returns: string;
  readonly group: Group;
  /** TensorFlow has removed it; what to write instead. */
  readonly removed?: Migration;
  /** The official page. */
  readonly url?: string;
  /** The facts of TensorFlow's op registry, for an op and the Python functions around it. */
  readonly op?: OpFacts;
  /** Full name of the protobuf message that a class stands for. */
  readonly message?: string;
  /** Advice for arguments that it does not have, by name: clauses that continue after a colon. */
  readonly lacks?: ReadonlyMap<string, string>;
  /** The value of a constant: a dtype or a member of an enum. */
  readonly value?: { readonly dtype: string } | { readonly enum: string; readonly number: number };
  /** The attributes of its objects cannot be set. */
  readonly isFrozen?: true;
  /** Its objects have an order, by their fields. */
  readonly isOrdered?: true;
  /** Each of its objects equals itself alone, and so is a dict key of its own. */
  readonly isToldByIdentity?: true;
  /** `dataclasses.replace` fails: it gives the class the fields of a base, which its constructor does not take. */
  readonly refusesReplace?: true;
  /** Once a table is in a stack, its attributes refuse other values: what to do instead, as a sentence. */
  readonly onceStacked?: string;
  /** The attributes of its objects, if all are known; without names that begin with `_`. */
  readonly attributes?: readonly string[];
  /** What to do instead, as a sentence, for attributes that its objects certainly do not have. */
  readonly lacksAttributes?: ReadonlyMap<string, string>;
  /** The tensor that a call returns. */
  readonly makes?: MadeTensor;
  /** Gives an object of the class in this module that its argument names in any case; an object as it is. */
  readonly finds?: string;
  /** Only classes derived from it have objects. */
  readonly isAbstract?: true;
  /** What a class that is derived from it must define before it makes objects. */
  readonly abstractMembers?: readonly string[];
  /** The class of the result of a call, if that is neither a tensor nor an entry. */
  readonly gives?: string;
  /** The nested structure that a call returns. */
  readonly givesNested?: NestedResult;
  /** What a call returns where nothing else tells. */
  readonly result?: Result;
  /** The keys of the dict that a call gives, whose values are not known; who takes such a dict knows it by them. */
  readonly givesKeys?: readonly string[];
  /** The attribute whose value a method changes. */
  readonly changes?: string;
  /** The attributes of its objects that are dicts of arrays by the names of stacks. */
  readonly byStack?: readonly string[];
  /** Its objects are branches of a tree of JAX, not leaves. */
  readonly isTree?: true;
  /** Its objects are named tuples of its parameters, and so branches as well. */
  readonly isNamedTuple?: true;
  /** Its objects are not read by `[…]` and have no length, and only `iterable` ones have elements to take one by one. */
  readonly lacksItems?: true | 'iterable';
  /** What attributes of its objects hold, and whether only those of a stacked table do. */
  readonly holds?: Readonly<Record<string, { readonly of: Result; readonly onceStacked?: true }>>;
  /** A call gives the arguments of its object in a dict by their names. */
  readonly givesArguments?: true;
  /** The keys of the dict that a property gives. */
  readonly keys?: Type;
  /** `with … as` binds the object itself. */
  readonly entersItself?: true;
  /** The parameter with tensors that a tape watches from now on. */
  readonly watches?: string;
  /** An optimizer of `tf.keras.optimizers.legacy`. Elsewhere, the class is the new kind since Keras 2.11. */
  readonly isLegacy?: true;
  /** What an optimizer does where it is not told the number of the step: the rest of a sentence that begins with its name. */
  readonly withoutStep?: string;
  /** Without the number of the step, it gives functions of it that of the first. */
  readonly stepsFromFirst?: true;
  /** It never tells the optimizers of its tables the number of the step. */
  readonly tellsNoStep?: true;
  /** The slot variables of the tables that an optimizer trains on SparseCores. */
  readonly slots?: readonly string[];
  /** The optimizer that an object is, by the name that the simulator has for one of another library than TensorFlow. */
  readonly simulatedAs?: string;
  /** What an embedding optimizer writes in addition to its arguments. */
  readonly optimizer?: OptimizerFacts;
  /** All members of a module are in the catalogue, or among the other names. */
  readonly isComplete?: true;
  /** Nearly all members of a module are so known: a class whose name is like one of theirs is misspelt, or any other of `classes`. */
  readonly isNearlyComplete?: true | 'classes';
  /** Names in a module that have nothing to do with TPU embedding. */
  readonly otherNames?: readonly string[];
  /** Where a module has moved to, by its id. No release has it here. */
  readonly movedTo?: string;
  /** Not a part of TPU embedding: known only for its value, so features do not show it. */
  readonly foreign?: true;
}

/** A table has arguments for `vocabulary_size` and `dimension`, a feature for `table_id`, an embedding object for `features`. */
export type Role = 'table' | 'feature' | 'embedding' | 'quantization';

/** What an argument sets: a field of `TPUEmbeddingConfiguration` by the end of its path, or something that has no field there. */
export type Setting =
  | 'name'
  | 'vocabulary_size'
  | 'dimension'
  | 'initializer'
  | 'combiner'
  | 'optimization_parameters'
  | 'simulated_quantization'
  | 'table_id'
  | 'input_shape'
  | 'sequence_length'
  | 'features'
  | 'tables_by_name'
  | 'features_by_name'
  | 'pipeline_execution_with_tensor_core'
  | 'per_replica_input_shapes'
  | 'per_replica_batch_size'
  /** Shapes of ids and of results with the batch of all replicas; that of results has the width as well. */
  | 'global_input_shape'
  | 'global_output_shape'
  | 'placement'
  | 'max_ids_per_partition'
  | 'max_unique_ids_per_partition'
  | 'table_stacking'
  /** Whether tables of different padded widths are refused in a stack. */
  | 'equal_widths'
  | 'stack_name'
  | 'stack'
  | 'step'
  | 'table_variable'
  | 'slot_variables'
  | 'local_device_count'
  | 'global_device_count'
  | 'num_sc_per_device'
  | 'suggested_coo_buffer_size'
  | 'allow_id_dropping'
  | 'enable_minibatching'
  | 'all_reduce_interface'
  | 'update_stats'
  | OptimizerSetting;

type OptimizerSetting =
  | 'learning_rate'
  | 'gradient_accumulation_status'
  | 'gradient_clipping_limits'
  | 'clipping_limits.lower'
  | 'clipping_limits.upper'
  | 'weight_decay_factor'
  | 'multiply_weight_decay_factor_by_learning_rate'
  | 'low_dimensional_packing_status'
  | 'adam.use_non_lazy_adam';

export type Group =
  | 'step'
  | 'system'
  | 'enqueue'
  | 'load'
  | 'retrieve'
  | 'sparsecore-input'
  | 'sparsecore-lookup'
  | 'sparsecore-update'
  | 'dynamic-shape'
  | 'optimizer'
  | 'configuration'
  | 'embedding'
  | 'feature-column'
  | 'message'
  | 'text-format'
  | 'module'
  | 'tensor'
  | 'dtype'
  | 'initializer'
  | 'keras-optimizer'
  | 'keras-schedule'
  | 'strategy';

export interface Parameter {
  readonly name: string;
  readonly kind: 'positional-or-keyword' | 'keyword-only' | 'var-positional' | 'var-keyword';
  readonly required: boolean;
  /** Python source. */
  readonly default?: string;
  readonly type: Type;
  /** `None` has the same effect as leaving the argument out. */
  readonly nullable?: true;
  /** So has whatever counts as false. */
  readonly orFalse?: true;
  /** The call accepts any value; a value of another type fails later, or silently does something else. */
  readonly unchecked?: true;
  /** Arrays with so many axes are accepted, but nobody means what becomes of them: what, as sentences. */
  readonly mistaken?: { readonly axes: number; readonly effect: string };
  /** It is read only if the object of the method is made in the scope of a TPU's strategy. */
  readonly onTpu?: true;
  /** Other parameters of which none may be given beside it; `None` counts as not given. */
  readonly excludes?: readonly string[];
  /** The parameter that must be given beside it; `None` counts as not given. */
  readonly requires?: string;
  /** Why to leave it out, or what to use instead: a clause that continues after a colon. */
  readonly deprecated?: string;
  /** Markdown, beyond what type, default and `sets` say. */
  readonly doc: string;
  /**
   * What it sets: a field of `TPUEmbeddingConfiguration` by its path, such as `table_descriptor.dimension`, or by the end of
   * the path where no configuration is built.
   */
  readonly sets?: Setting | `${'table' | 'feature'}_descriptor.${string}`;
  /** The attributes that hold it in another form than it is given. */
  readonly attributes?: readonly string[];
  /** Where it is left out, the attribute of its name is the default, until an embedding object sets it. */
  readonly remainsDefault?: true;
  /** The object that `None` stands for: its class by id, and its arguments as a snippet with the table's `{dimension}`. */
  readonly standsFor?: { readonly class: string; readonly arguments: string };
  /** The default is one object for all calls, which makes something random only once. */
  readonly isSharedDefault?: true;
  /** Ids beyond it are dropped without a word. */
  readonly dropsBeyond?: true;
  /** How its value is converted to that of the field; unchanged if this is missing. */
  readonly conversion?: Conversion;
  /** It may be a Keras optimizer, which becomes one for embedding tables. */
  readonly translates?: OptimizerTranslation;
  /** The nested structure that its value must have. */
  readonly nested?: NestedArgument;
  /** What the tensors in it are for the features. */
  readonly holds?: 'ids' | 'weights' | 'gradients';
  /** What calls that use it later take, where this call takes more. */
  readonly later?: readonly LaterUse[];
  /** By values of this argument: a target on which the object then behaves as it does on another. */
  readonly moves?: Readonly<Record<string, Partial<Record<Target, Target>>>>;
  /**
   * A shape that ends with the width of a table, or with less: the calls that refuse more, by the ids of their entries, unless
   * one of these arguments is given.
   */
  readonly limitedBy?: { readonly by: readonly string[]; readonly unless: readonly string[] };
  /** Its hash is a part of that of the object, so that a list in its place keeps the object from having one. */
  readonly isHashed?: true;
  /** Names of tables that are stacked. */
  readonly stacks?: StackNames;
  /** A name that only one object of a nest should have: what becomes of several. */
  readonly unique?: UniqueName;
  /** Its keys are the names of stacks: of all, or those and others. */
  readonly byStack?: 'exactly' | 'all';
  /** Has an effect only if this other argument is true in Python's sense. */
  readonly needs?: string;
}

/** A list of the names of tables that become one stack, or several such lists. */
export interface StackNames {
  /** They are stacked on these targets; on each if there is no list. */
  readonly on?: readonly Target[];
  /** A tuple of names is not looked at, and one in a list refused. */
  readonly needsLists?: true;
}

/** Where several objects of one name are refused. */
export interface UniqueName {
  /** By these calls, by the ids of their entries; by each that gets them if there is no list. */
  readonly by?: readonly string[];
  /** Not by these calls. */
  readonly except?: readonly string[];
  /** On these targets; on each if there is no list. */
  readonly on?: readonly Target[];
  /** What happens where they are not: a sentence, or missing for nothing. */
  readonly otherwise?: string;
}

export interface LaterUse {
  /** The calls that use it, by the ids of their entries; the call itself may be one of them. */
  readonly by: readonly string[];
  /** Only on these targets; on each if there is no list. */
  readonly on?: readonly Target[];
  /** What they take without failing; `ignored` if they do not look at it, `refused` if they do not know the argument. */
  readonly takes: Type | 'ignored' | 'refused';
  /** It must be given unless this other argument is. */
  readonly orElse?: string;
  /**
   * When they refuse it, if not at once:
   * - `built`: where what they make is built, and until then it may get another value
   * - `called`: where what they make is called
   */
  readonly when?: 'built' | 'called';
}

/** A structure of dicts, lists and tuples as `tf.nest` has it, nested like another argument. */
export interface NestedArgument {
  /** A parameter of the same call, or else of the constructor of the object. */
  readonly like: string;
  /**
   * - `same`: with the same keys, kinds and lengths
   * - `shapes`: so, with a list or tuple of sizes in the place of each leaf
   * - `leaves`: with as many leaves
   * - `part`: its leaves are among the others, by their paths
   * - `paths`: its leaves have the same paths, as JAX has them: a list is as good as a tuple, and `None` holds nothing
   * - `zipped`: with as many leaves, as JAX has them, for each goes with the other at the same position, and what is too much is left out
   * - `below`: as `paths`, and in the place of a leaf may be a structure
   * - `tables`: a dict with the names of the tables of its features, as SparseCores want it
   */
  readonly match: 'same' | 'shapes' | 'leaves' | 'part' | 'paths' | 'zipped' | 'below' | 'tables';
  /** Only while this argument, true unless given, is true. */
  readonly while?: string;
}

/** An object of a class by its id, anything for an empty one; several in a tuple; null for `None`; or what has a type of its own. */
export type Result =
  | string
  | null
  | readonly Result[]
  /** One of Python's own, and its value if that is always the same. */
  | { readonly of: 'bool' | 'float' }
  | { readonly of: 'int'; readonly value?: number }
  | { readonly of: 'str'; readonly value?: string }
  /** A list or a dict of which only what it holds is known. */
  | { readonly of: 'list' | 'dict'; readonly holds?: Result }
  /** An array of NumPy or JAX with so many axes, if their number is known. */
  | { readonly of: 'array'; readonly rank?: number };

export interface NestedResult {
  /** As in `NestedArgument`. */
  readonly like: string;
  /** The call returns a pair, and this is the first of it. */
  readonly isFirst?: true;
  /** Only while this argument, true unless given, is true. */
  readonly while?: string;
  /** What the leaves are while it certainly is not. */
  readonly otherwise?: 'stacks';
  /** As JAX sees it: `None` holds nothing, and the function `is_leaf` says what else is a leaf. */
  readonly asTree?: true;
  /**
   * - `tensors`: a tensor is in the place of each leaf, the default
   * - `perhaps-none`: a tensor or `None`
   * - `activations`: tensors of the shapes of features
   * - `looked-up`: tensors of the shapes of ids and the widths of the tables of their features
   * - `vectors`: the same, of the ids for features
   * - `embedded`: tensors of Keras with the rows of the ids of a feature and the width of its table
   * - `mapped`: what the first argument makes of the leaf
   * - `listed`: the leaves themselves, in one list
   * - `tables`: the tables of its features in a dict, by their names
   * - `by-table`: what `of` says in a dict, by the names of the tables of its features
   * - `stacks`: what `of` says in a dict, by the names of the stacks of its tables
   * - `tables-by-stack`: lists of its tables in a dict that makes what it lacks, by the names of their stacks
   * - `output-shapes`: the shapes that its features give for results
   * - `unknown`: what `of` says
   */
  readonly leaves?:
    | 'tensors'
    | 'activations'
    | 'looked-up'
    | 'vectors'
    | 'embedded'
    | 'perhaps-none'
    | 'mapped'
    | 'listed'
    | 'tables'
    | 'by-table'
    | 'stacks'
    | 'tables-by-stack'
    | 'output-shapes'
    | 'unknown';
  /** What is in it, where its leaves do not say that. */
  readonly of?: Result;
  /** The attribute of each that holds what fills the slots of the optimizer of a stack, or the slots themselves. */
  readonly slots?: string;
  /** The argument whose objects they replace, of whatever class these are. */
  readonly replaces?: string;
}

/**
 * How an argument of an optimizer becomes a field of OptimizationParameters.
 *
 * - `rate`: a number is the `constant`, a function a `dynamic` input
 * - `status`: true is ENABLED, false is DISABLED
 * - `enabled`: true is ENABLED, false leaves it unset
 * - `negation`: the field says the opposite
 * - `limits`: `v` is from -v to v, a pair is `lower` and `upper`, each unset where None
 */
export type Conversion = 'rate' | 'status' | 'enabled' | 'negation' | 'limits';

/** Bounds that belong to the range (`min`, `max`) and bounds that do not (`above`, `below`). */
export interface Range {
  readonly min?: number;
  readonly above?: number;
  readonly max?: number;
  readonly below?: number;
  readonly powerOfTwo?: true;
  readonly nonZero?: true;
}

/**
 * The values that an argument accepts. Values outside of what a type `accepts` (including its `rank`, `dtypes`,
 * `minLength`, …) make the call fail. With values outside of what it `expects…`, the call succeeds, but fails later or does
 * something useless.
 */
export type Type =
  | TensorType
  | ListType
  | { readonly of: 'tuple'; readonly items: readonly Type[] }
  | IntType
  | FloatType
  | StrType
  /**
   * Accepts anything with a truth value; with `strict`, only `True` and `False`; with `accepts`, only what counts as that. With `decides`,
   * Python asks for the truth value at the call, unless that is in a replica.
   */
  | { readonly of: 'bool'; readonly strict?: true; readonly accepts?: boolean; readonly decides?: true }
  /** `bytes` or `str` that hold a serialized message, in binary form. */
  | { readonly of: 'serialized'; readonly message: string }
  /** A protobuf message object. */
  | { readonly of: 'message'; readonly message: string }
  /** A value of a protobuf enum. */
  | { readonly of: 'enum'; readonly enum: string }
  | CallableType
  /** A dict with a variable for each slot of the optimizer, by name. */
  | { readonly of: 'slots' }
  /** An object of classes that are not entries, by their names; see `Entry.gives`. */
  | { readonly of: 'object'; readonly classes: readonly string[] }
  | InstanceType
  /**
   * A value of the type, or dicts, lists and tuples of such values, nested in any way; with `emptyNone`, `None` is empty, or only one
   * `inside` of a container. With `some`, it is not empty.
   */
  | {
      readonly of: 'structure';
      readonly item: Type;
      readonly emptyNone?: true | 'inside';
      readonly some?: true;
    }
  | DictType
  /** A `tf.TensorShape`, or a value that converts to one. */
  | { readonly of: 'shape' }
  /** With `orQuantized`, Keras's names of quantized policies are accepted as well, such as `int8_from_float32`. */
  | { readonly of: 'dtype'; readonly accepts?: readonly string[]; readonly orQuantized?: true }
  | { readonly of: 'union'; readonly types: readonly Type[] }
  | { readonly of: 'none' }
  /** Anything with a hash. */
  | { readonly of: 'hashable' }
  /** A sharding of JAX that spreads the first axis and no other, with as many axes as one of these. */
  | { readonly of: 'sharding'; readonly ranks: readonly number[] }
  | AttributeType
  /** Anything else, by its display name. */
  | { readonly of: 'other'; readonly name: string };

/** An object by its display name, of which an attribute must be one of these texts. */
export interface AttributeType {
  readonly of: 'attribute';
  readonly name: string;
  readonly attribute: string;
  readonly accepts: readonly string[];
}

/**
 * An instance of one of the classes, by id, or of any class in a role that a library accepts in this. Where nothing asks for
 * the class, an object of the program's own passes with all attributes and methods that are read.
 */
export type InstanceType = { readonly of: 'instance'; readonly reads?: readonly string[] } & (
  | {
      readonly classes: readonly string[];
      /** Objects of other classes may pass as well, but no values of Python's own types. */
      readonly orOthers?: true;
      /** Objects of these classes become something else without a word: what, as a sentence. */
      readonly loses?: { readonly classes: readonly string[]; readonly otherwise: string };
    }
  | { readonly role: Role; readonly library: Library }
);

export interface TensorType {
  readonly of: 'tensor';
  /** TensorFlow's names; any dtype if there is no list. Python numbers and lists convert to the first. */
  readonly dtypes?: readonly string[];
  /** All tensors of the call that share this attribute have one dtype. */
  readonly typeAttr?: string;
  /** Nothing is converted: numbers, lists and arrays are refused. */
  readonly unconverted?: true;
  readonly rank?: number;
  /** Has at least this many axes; numbers of Python have none. */
  readonly minRank?: number;
  /** Has the same shape as this parameter's tensor. */
  readonly shapeOf?: string;
  /** The size of each axis, by the parameter that gives it; null for any size. */
  readonly sizes?: readonly (string | null)[];
  /** Has the same number of rows as this parameter's tensor. */
  readonly rowsOf?: string;
  readonly expectsRanks?: readonly number[];
  /** The expected values of a string tensor. */
  readonly expectsOneOf?: readonly string[];
  /** Expects a variable that optimizers train. */
  readonly expectsTrainable?: true;
}

export interface ListType {
  readonly of: 'list';
  readonly item: Type;
  /** What all elements but the last are, if that is another type. */
  readonly leading?: Type;
  readonly minLength?: number;
  readonly maxLength?: number;
  /** Has the same length as this parameter's list. */
  readonly lengthOf?: string;
  readonly expectsLengthOf?: string;
  /** Has one element more than this parameter's list. */
  readonly oneMoreThan?: string;
  /** The empty list is accepted, whatever `lengthOf` or `expectsLengthOf` say. */
  readonly orEmpty?: true;
  /** No number is below one before it. */
  readonly ascending?: true;
  /** Elements are read by number, which no set or dict has. */
  readonly indexed?: true;
  /** Its length is asked for, which an iterator does not have. */
  readonly sized?: true;
  /** The call accepts any element; an element of another type fails later. */
  readonly uncheckedItems?: true;
}

export interface DictType {
  readonly of: 'dict';
  readonly key: Type;
  readonly value: Type;
  /** Keys that it must have, and others that it may have; any others if there is no list. */
  readonly keys?: { readonly needed: readonly string[]; readonly others?: readonly string[] };
  /** It is not empty where this other argument holds a tensor. */
  readonly someFor?: string;
  /** What it holds under some of its keys. */
  readonly values?: Readonly<Record<string, Type>>;
}

export interface IntType {
  readonly of: 'int';
  /** The number is at most that of this parameter. */
  readonly atMostOf?: string;
  readonly accepts?: Range;
  readonly expects?: Range;
  /** The bits that TensorFlow stores it in, if not 64. */
  readonly bits?: 32;
  /**
   * Only `int` and its subclass `bool` are accepted: no float, and no NumPy integer; with `index`, NumPy integers as well;
   * with `exact`, no `bool` either.
   */
  readonly strict?: true | 'index' | 'exact';
  /** Of arrays of NumPy, only those without axes are accepted, unless this other argument is given. */
  readonly scalarUnless?: string;
}

export interface FloatType {
  readonly of: 'float';
  readonly accepts?: Range;
  readonly expects?: Range;
  /** The infinity that stands for no limit; otherwise only finite numbers make sense. */
  readonly noLimit?: number;
  /** The call refuses numbers that are not below that of this parameter. */
  readonly belowOf?: string;
  /** Python's integers and truth values are refused. */
  readonly strict?: true;
  /** Tensors and arrays with axes are refused, even those of one number. */
  readonly scalar?: true;
  /** It becomes that of a constant initializer, which takes no tensors and no fractions. */
  readonly constant?: true;
}

export interface CallableType {
  readonly of: 'callable';
  /** What it is called with; unknown if there is no list. */
  readonly arguments?: readonly string[];
  /** Those that are passed by keyword, in place of what a `partial` binds by that name. */
  readonly byKeyword?: readonly string[];
  /** The call itself calls it, so that a function that cannot be called that way is refused. */
  readonly atOnce?: true;
  /** A class is called without arguments first. */
  readonly orClass?: true;
  /** How many of the last arguments are not always given. */
  readonly optional?: number;
  /** Parameters with a default count as if they had none. */
  readonly countsDefaults?: true;
  /** It becomes a key of a dict later, so that an object without a hash is refused. */
  readonly becomesKey?: true;
  readonly returns?: Type;
}

export interface StrType {
  readonly of: 'str';
  readonly accepts?: readonly string[];
  readonly expects?: readonly string[];
  /** What a string that is not expected counts as. */
  readonly otherwise?: string;
  /** Strings with this prefix are expected as well. */
  readonly orPrefix?: string;
  /** `bytes` are also accepted. */
  readonly orBytes?: true;
  /** Upper and lower case make no difference. */
  readonly anyCase?: true;
  /** Other names are accepted where the program registers objects of its own with Keras. */
  readonly orRegistered?: true;
  /** What it must not contain. */
  readonly without?: string;
  /** It must spell a number, as Python's `float` takes it. */
  readonly isNumber?: true;
  /** The name of a device of this kind. */
  readonly device?: 'TPU';
  /** The name of a graph scope, which may contain only letters, digits and `_.\/>-`. */
  readonly scope?: true;
}

export interface OpFacts {
  /** In CamelCase, as registered. */
  readonly name: string;
  readonly stateful: boolean;
  readonly inputs: readonly OpArgument[];
  readonly attrs: readonly OpAttribute[];
  readonly outputs: readonly OpArgument[];
  /** The member of `OptimizationParameters.parameters` that a load or retrieve op belongs to. */
  readonly algorithm?: string;
}

export interface OpArgument {
  readonly name: string;
  /** A dtype or, if the dtype may vary, the attribute that holds it. */
  readonly type: string;
  /** The attribute that holds the length of a list of tensors. */
  readonly numberAttr?: string;
}

export interface OpAttribute {
  readonly name: string;
  /** As in REGISTER_OP: `int`, `string`, `list(int)`, `func`, `type`, … */
  readonly type: string;
  /** Dtypes that a `type` may be. */
  readonly allowed?: readonly string[];
  /** The minimum of an `int`, or of the length of a list. */
  readonly minimum?: number;
  /** Python source. */
  readonly default?: string;
  /** Derived from the inputs, so Python cannot pass it. */
  readonly inferred: boolean;
}

/** The tensor that a call returns, by the parameters that set its shape and dtype. */
export interface MadeTensor {
  /** The parameter for the shape. */
  readonly shape?: string;
  /** A tensor of this shape has as many numbers as its value, so that one size follows from the others. */
  readonly keepsCount?: true;
  /** The parameters for the single sizes; if the last one is missing, it equals the one before. */
  readonly sizes?: readonly string[];
  /** The parameter for the sizes before these. */
  readonly batch?: string;
  /** The parameter for the dtype. */
  readonly dtype?: string;
  /** The parameter for a dtype that is used where it fits. */
  readonly hint?: string;
  /** The parameter whose value, converted to a tensor, gives the shape and dtype that no other parameter sets. */
  readonly value?: string;
  /** The same with its position, where the parameters are not described. */
  readonly dtypeBy?: readonly [name: string, position: number];
  /**
   * The first argument determines the dtype, and not the shape unless `shapeOfFirst` says so. `tensor`: only if it is a tensor, as
   * others are converted to the dtype of another argument.
   */
  readonly dtypeOfFirst?: true | 'tensor';
  /**
   * The shape of the first argument, or what is left of it without the axes of the argument `axis`, or without any; its sizes
   * from last to first, with another one of 1, each several times, or times another matrix. Of a list of tensors: that of them one
   behind the other along an axis, or along a new one. `spread` is its shape with the second argument as another size.
   */
  readonly shapeOfFirst?:
    | 'same'
    | 'reduced'
    | 'transposed'
    | 'expanded'
    | 'tiled'
    | 'multiplied'
    | 'joined'
    | 'stacked'
    | 'spread';
  /** Takes sparse tensors, too, and gives one for one. */
  readonly keepsSparse?: true;
  /** Dense even where it is made of sparse or ragged tensors. */
  readonly densifies?: true;
  /**
   * The result is a list of such tensors: their number is the second argument (`count`), its length (`each`), or where it is
   * left out the size of the first one along an axis (`rows`).
   */
  readonly list?: 'count' | 'each' | 'rows';
  /** Numbers from 0 up to the only argument, or from the first one up to the second. */
  readonly range?: true;
  /** Used if no parameter sets the dtype. */
  readonly defaultDtype?: string;
  /** A tensor in a graph only: elsewhere, it is a function that gives one. */
  readonly eagerly?: 'function';
  /** The parameter that says whether optimizers train it; `never` for a constant. */
  readonly trainable?: 'never' | { readonly by: string };
}

export interface Migration {
  /** Id of the class to use instead; missing if nothing replaces it. */
  readonly to?: string;
  /** The new form of every parameter, in order. */
  readonly arguments: readonly ArgumentMigration[];
  /** Arguments without which the new class would behave differently from the old one's defaults. */
  readonly additions: readonly {
    readonly name: string;
    readonly value: string;
    readonly unless: readonly string[];
  }[];
  /** Markdown: what the user must decide. */
  readonly note: string;
}

export interface ArgumentMigration {
  /** Old parameters; several become a tuple in this order, with `None` for missing ones. */
  readonly from: readonly string[];
  /** New parameter; the argument is dropped if this is missing. */
  readonly to?: string;
  /** The value must change as well: why or how. */
  readonly note?: string;
}

export interface OptimizerFacts {
  /** The member of `OptimizationParameters.parameters` that it chooses. */
  readonly algorithm: string;
  /** The initial values of its slot variables: a number, or the parameter that sets it. */
  readonly slots: Readonly<Record<string, number | string>>;
}

/** What becomes of a Keras optimizer where one for embedding tables is needed. */
export interface OptimizerTranslation {
  /** Only those of `tf.keras.optimizers.legacy`, or those of Keras 3. */
  readonly from: 'legacy' | 'keras-3';
  /** The Keras classes that have a counterpart, if the type of the parameter does not say so. */
  readonly classes?: readonly string[];
  /** It is translated on these targets, and not looked at on others; translated on each if there is no list. */
  readonly on?: readonly Target[];
  /** What tables on SparseCores are trained with on JAX, by the Keras class: names that the simulator has. */
  readonly becomes?: Readonly<Record<string, string>>;
  /** What has no counterpart. */
  readonly options: readonly OptimizerOption[];
  /** The options that make a difference between two of one class; each if there is no list. */
  readonly passes?: readonly string[];
  /** Classes and names, in small letters, that become what another one becomes. */
  readonly alike?: Readonly<Record<string, string>>;
}

/** Options of Keras optimizers that a translation refuses or drops. */
export interface OptimizerOption {
  readonly names: readonly string[];
  /** Only those of these classes; those of each if there is no list. */
  readonly of?: readonly string[];
  /** What it takes beside None: what is false in Python's sense, or numbers of a range. */
  readonly takes?: 'false' | Range;
  readonly verdict: 'refused' | 'ignored';
  /** Only on these targets; wherever it translates if there is no list. */
  readonly on?: readonly Target[];
}
