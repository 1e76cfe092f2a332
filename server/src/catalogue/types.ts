/** The catalogue's data: what can be called, imported or named in Python, and all that features know of it. */

import type { Library } from './libraries';

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
  /** What the summary leaves out, as Markdown; may be empty. */
  readonly doc: string;
  readonly library: Library;
  /** Which part of TPU embedding an instance of a class is, where TensorFlow's rules for that part hold. */
  readonly role?: Role;
  /** In positional order; empty where nothing can be called. */
  readonly parameters: readonly Parameter[];
  /** Refuses positional arguments, whatever the kinds of its parameters. */
  readonly keywordOnly?: true;
  /** Which arguments it takes is not catalogued, so none is wrong. */
  readonly anyArguments?: true;
  /** What a call gives, as Markdown; empty where nothing can be called. */
  readonly returns: string;
  readonly group: Group;
  /** TensorFlow does not have it any more; what to write instead. */
  readonly removed?: Migration;
  /** The official page. */
  readonly url?: string;
  /** What TensorFlow's op registry says, for an op and the Python functions around it. */
  readonly op?: OpFacts;
  /** Full name of the protobuf message that a class stands for. */
  readonly message?: string;
  /** What a constant is. */
  readonly value?: { readonly dtype: string } | { readonly enum: string };
  /** What can be looked up on its objects, where that is known in full; names that begin with `_` are left out. */
  readonly attributes?: readonly string[];
  /** What tensor a call gives. */
  readonly makes?: MadeTensor;
  /** The class of what a call gives, where that is neither a tensor nor an entry itself. */
  readonly gives?: string;
  /** What TensorFlow Recommenders makes of a Keras optimizer. */
  readonly translation?: Translation;
  /** What an embedding optimizer writes besides its arguments. */
  readonly optimizer?: OptimizerFacts;
  /** Not of TPU embedding: known for the sake of values alone, so that features have nothing to say about it. */
  readonly foreign?: true;
}

export type Role = 'table' | 'feature' | 'embedding' | 'quantization';

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
  | 'keras-schedule';

export interface Parameter {
  readonly name: string;
  readonly kind: 'positional-or-keyword' | 'keyword-only' | 'var-positional' | 'var-keyword';
  readonly required: boolean;
  /** Python source. */
  readonly default?: string;
  readonly type: Type;
  /** `None` is as good as leaving the argument out. */
  readonly nullable?: true;
  /** The call takes anything for it: what is not of the type goes wrong later, or silently. */
  readonly unchecked?: true;
  /** Why to leave it out, or what to give instead: a sentence that goes on behind a colon. */
  readonly deprecated?: string;
  /** Markdown, beyond what type, default and `sets` say. */
  readonly doc: string;
  /** The field of `TPUEmbeddingConfiguration` that it ends up in, such as `table_descriptor.dimension`. */
  readonly sets?: string;
  /** How its value becomes that of the field; as it is, where this is not given. */
  readonly conversion?: Conversion;
  /** Has an effect only if this other argument is true in Python's sense. */
  readonly needs?: string;
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
}

/**
 * What an argument takes. Outside of what a type `accepts` (its `rank`, `dtypes`, `minLength`, … included) the call
 * fails; outside of what it `expects…` the call goes through, but fails later or does something useless.
 */
export type Type =
  | TensorType
  | ListType
  | { readonly of: 'tuple'; readonly items: readonly Type[] }
  | IntType
  | { readonly of: 'float'; readonly accepts?: Range; readonly expects?: Range }
  | StrType
  /** Anything with a truth value passes; if `strict`, only `True` and `False` do. */
  | { readonly of: 'bool'; readonly strict?: true }
  /** `bytes` or `str` that hold a serialized message, in binary form. */
  | { readonly of: 'serialized'; readonly message: string }
  /** A protobuf message object. */
  | { readonly of: 'message'; readonly message: string }
  /** A value of a protobuf enum. */
  | { readonly of: 'enum'; readonly enum: string }
  /** Something to call, with these arguments; unknown ones where there is no list. */
  | { readonly of: 'callable'; readonly arguments?: readonly string[] }
  /** An object of classes that are no entries themselves, by their names; see `Entry.gives`. */
  | { readonly of: 'object'; readonly classes: readonly string[] }
  /** An instance of one of the classes, by id. */
  | { readonly of: 'instance'; readonly classes: readonly string[] }
  /** A value of the type, or dicts, lists and tuples of them, nested at will. */
  | { readonly of: 'structure'; readonly item: Type }
  | { readonly of: 'dict'; readonly key: Type; readonly value: Type }
  /** `tf.TensorShape` or what converts to one. */
  | { readonly of: 'shape' }
  | { readonly of: 'dtype'; readonly accepts?: readonly string[] }
  | { readonly of: 'union'; readonly types: readonly Type[] }
  | { readonly of: 'none' }
  /** Anything else, by what to call it. */
  | { readonly of: 'other'; readonly name: string };

export interface TensorType {
  readonly of: 'tensor';
  /** TensorFlow's names; any dtype where there is no list. Python numbers and lists convert to the first. */
  readonly dtypes?: readonly string[];
  /** All tensors of the call that share this attribute have one dtype. */
  readonly typeAttr?: string;
  readonly rank?: number;
  /** Has the shape of this parameter's tensor. */
  readonly shapeOf?: string;
  /** The size of each axis, by the parameter that says it; null where any size will do. */
  readonly sizes?: readonly (string | null)[];
  /** Has as many rows as this parameter's tensor. */
  readonly rowsOf?: string;
  readonly expectsRanks?: readonly number[];
  /** Of a string tensor. */
  readonly expectsOneOf?: readonly string[];
}

export interface ListType {
  readonly of: 'list';
  readonly item: Type;
  readonly minLength?: number;
  readonly maxLength?: number;
  /** As long as the list of this parameter. */
  readonly lengthOf?: string;
  readonly expectsLengthOf?: string;
  /** The empty list is fine, whatever `lengthOf` or `expectsLengthOf`. */
  readonly orEmpty?: true;
  /** The call takes anything for an element: what is not of its type goes wrong later. */
  readonly uncheckedItems?: true;
}

export interface IntType {
  readonly of: 'int';
  readonly accepts?: Range;
  readonly expects?: Range;
  /** What TensorFlow keeps it in, if not 64 bits. */
  readonly bits?: 32;
  /** Only `int` and its subclass `bool` pass: no float, and no integer of NumPy. Else floats lose their fraction. */
  readonly strict?: true;
}

export interface StrType {
  readonly of: 'str';
  readonly accepts?: readonly string[];
  readonly expects?: readonly string[];
  /** Strings that begin so are expected as well. */
  readonly orPrefix?: string;
  /** `bytes` will do too. */
  readonly orBytes?: true;
  /** The name of a graph scope, which takes letters, digits and `_.\/>-` only. */
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
  /** A dtype or, where the dtype may vary, the attribute that holds it. */
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
  /** Of an `int`, or of the length of a list. */
  readonly minimum?: number;
  /** Python source. */
  readonly default?: string;
  /** Follows from the inputs, so Python cannot pass it. */
  readonly inferred: boolean;
}

/** The tensor that a call gives, by the parameters that say its shape and dtype. */
export interface MadeTensor {
  /** Holds the shape. */
  readonly shape?: string;
  /** Hold the sizes one by one; without the last it is as the one before. */
  readonly sizes?: readonly string[];
  /** Holds the dtype. */
  readonly dtype?: string;
  /** Holds the dtype that is taken where it fits. */
  readonly hint?: string;
  /** Converted to a tensor, gives the shape and the dtype that the call does not say otherwise. */
  readonly value?: string;
  /** The first argument says the dtype, but not the shape. */
  readonly dtypeOfFirst?: true;
  /** It is a list of such tensors: as many as the second argument says, or one for each that this holds. */
  readonly list?: 'count' | 'each';
  /** Numbers up to the only argument, from 0: of its dtype. */
  readonly range?: true;
  /** Where neither says. */
  readonly defaultDtype?: string;
}

export interface Migration {
  /** Id of the class to use instead; none where nothing replaces it. */
  readonly to?: string;
  /** What becomes of every parameter, in order. */
  readonly arguments: readonly ArgumentMigration[];
  /** Arguments without which the new class would not do what the old one did by default. */
  readonly additions: readonly {
    readonly name: string;
    readonly value: string;
    readonly unless: readonly string[];
  }[];
  /** Markdown: what a person must decide. */
  readonly note: string;
}

export interface ArgumentMigration {
  /** Old parameters; several become a tuple in this order, `None` for those that are absent. */
  readonly from: readonly string[];
  /** New parameter; dropped where there is none. */
  readonly to?: string;
  /** The value must change as well: why or how. */
  readonly note?: string;
}

export interface OptimizerFacts {
  /** The member of `OptimizationParameters.parameters` that it chooses. */
  readonly algorithm: string;
  /** How its slot variables begin: a number, or the parameter that says it. */
  readonly slots: Readonly<Record<string, number | string>>;
}

/** What TensorFlow Recommenders makes of a Keras optimizer. */
export interface Translation {
  /** Id of the embedding optimizer; none where the Keras class has no counterpart. */
  readonly to?: string;
  /** Only `tf.keras.optimizers.legacy` is translated; elsewhere the class is the new kind since Keras 2.11. */
  readonly legacy: boolean;
  /** Parameters that must keep their default. */
  readonly refused: readonly string[];
}
