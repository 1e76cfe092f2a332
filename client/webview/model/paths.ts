// Reads and sets values in plain data by a dotted path, such as `optimizationParameters.learningRate.constant`.

import { isRecord } from '../../messages/shapes';

export function valueAt(data: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (inner, name) => (isRecord(inner) && Object.hasOwn(inner, name) ? inner[name] : undefined),
      data,
    );
}

/** A copy of the data with another value at the path. Missing parents are created; the original is not changed. */
export function withValueAt<T extends object>(data: T, path: string, value: unknown): T {
  const [name = '', ...rest] = path.split('.');
  if (rest.length === 0) return { ...data, [name]: value };
  const inner = valueAt(data, name);
  return { ...data, [name]: withValueAt(isRecord(inner) ? inner : {}, rest.join('.'), value) };
}
