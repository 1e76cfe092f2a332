/** The dtypes of tensors, by TensorFlow's own names. */
export const DTYPES: readonly string[] = [
  'bfloat16',
  'bool',
  'complex128',
  'complex64',
  'double',
  'float16',
  'float32',
  'float64',
  'half',
  'int16',
  'int32',
  'int64',
  'int8',
  'string',
  'uint16',
  'uint32',
  'uint64',
  'uint8',
];

/** `float` is a name only, and none of TensorFlow's constants. */
const SYNONYMS: ReadonlyMap<string, string> = new Map([
  ['double', 'float64'],
  ['float', 'float32'],
  ['half', 'float16'],
]);

/** The dtype that a name stands for, be it a synonym; undefined for names that only NumPy has. */
export const dtypeNamed = (name: string): string | undefined =>
  SYNONYMS.get(name) ?? (DTYPES.includes(name) ? name : undefined);
