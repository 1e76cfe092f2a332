import type { Conversion, Parameter } from '../../catalogue';
import { float32Text } from '../../configuration/float32';
import { fieldAt } from '../../configuration/json-paths';
import { floatJson, type JsonValue } from '../../configuration/to-json';
import { camelCase } from '../../optimizers';
import { builtin } from '../../schema/builtin';
import { numberOf, truth } from '../calls/known-values';
import type { Inferred, TypeOf } from '../calls/types';

/** The fields that an argument sets, by the path below its own field. */
export type Values = Readonly<Record<string, JsonValue | undefined>>;

/** Converts between an argument and the fields that it sets; the path `''` is its own field. */
export interface Converter {
  /** The paths that it can set. */
  readonly members: readonly string[];
  /** Fields that stay unset are left out. */
  read(value: Inferred, typeOf: TypeOf): Values;
  /** The Python source for some values, if there is one. */
  write(values: Values): string | undefined;
}

export const OPTIMIZATION_PARAMETERS = builtin.message('tensorflow.tpu.OptimizationParameters')!;

const OPTIMIZATION_PARAMETERS_PATH = 'table_descriptor.optimization_parameters.';

/** The path, from OptimizationParameters on, that a parameter of an optimizer or of a quantization sets. */
export const fieldPathOf = ({ sets }: Parameter): string | undefined =>
  sets && camelCase(sets.replace(OPTIMIZATION_PARAMETERS_PATH, ''));

/** A float in Python, where `1.0` is not the same as the integer `1`. */
function floatText(value: JsonValue | undefined): string | undefined {
  if (typeof value !== 'number') return undefined;
  const text = float32Text(value);
  return /^-?\d+$/.test(text) ? `${text}.0` : text;
}

export const NUMBER: Converter = {
  members: [''],
  read: (value) => (value.kind === 'none' ? {} : { '': numberJson(numberOf(value)) }),
  write: ({ '': value }) => floatText(value),
};

const INTEGER: Converter = {
  members: [''],
  read: (value) => ({ '': value.kind === 'int' ? numberOf(value) : undefined }),
  write: ({ '': value }) => String(value),
};

const numberJson = (value: number | undefined) => (value === undefined ? undefined : floatJson(value));

/** A boolean argument that selects one of two values. */
function flag(yes: JsonValue, no: JsonValue): Converter {
  return {
    members: [''],
    read(value) {
      const is = truth(value);
      return { '': is === undefined ? undefined : is ? yes : no };
    },
    write: ({ '': value }) => (value === yes ? 'True' : value === no ? 'False' : undefined),
  };
}

export const FLAG = flag(true, false);

/** A number, or the text `function` for a function that computes it. */
export const COMPUTED_OR_NUMBER: Converter = {
  ...NUMBER,
  read: (value) => ({ '': isRateFunction(value) ? 'function' : numberJson(numberOf(value)) }),
};

/** A function of the program, or a schedule of Keras. */
const isRateFunction = (value: Inferred): boolean =>
  value.kind === 'function' || (value.kind === 'instance' && value.entry.group === 'keras-schedule');

const CONVERTERS: Readonly<Record<Conversion, Converter>> = {
  rate: {
    members: ['.constant'],
    read(value) {
      return isRateFunction(value)
        ? { '.dynamic': { tag: 0 } }
        : { '.constant': numberJson(numberOf(value)) };
    },
    write: ({ '.constant': value }) => floatText(value),
  },
  status: flag('ENABLED', 'DISABLED'),
  enabled: flag('ENABLED', 'UNSPECIFIED'),
  negation: flag(false, true),
  limits: {
    members: ['.lower', '.upper'],
    read(value, typeOf) {
      if (value.kind === 'none') return {};
      if (value.kind === 'tuple' && value.elements?.length === 2) {
        const [lower, upper] = value.elements.map((element) => NUMBER.read(typeOf(element), typeOf));
        return {
          ...('' in lower! && { '.lower': lower[''] }),
          ...('' in upper! && { '.upper': upper[''] }),
        };
      }
      const limit = numberOf(value);
      return {
        '.lower': numberJson(limit === undefined ? undefined : 0 - limit),
        '.upper': numberJson(limit),
      };
    },
    write({ '.lower': lower, '.upper': upper }) {
      if (typeof lower === 'number' && typeof upper === 'number' && lower === -upper) return floatText(upper);
      return `(${floatText(lower) ?? 'None'}, ${floatText(upper) ?? 'None'})`;
    },
  },
};

export function converterOf(parameter: Parameter): Converter {
  if (parameter.conversion) return CONVERTERS[parameter.conversion];
  const kind = fieldAt(OPTIMIZATION_PARAMETERS, fieldPathOf(parameter) ?? '')?.kind;
  return kind === 'bool' ? FLAG : kind === 'int32' ? INTEGER : NUMBER;
}
