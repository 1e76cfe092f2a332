import type { Inferred } from '../../../dataflow/calls/types';

/** A plain value as Python writes it; undefined if it is unknown or a structure. */
export function pythonText(value: Inferred): string | undefined {
  switch (value.kind) {
    case 'none':
      return 'None';
    case 'bool':
      return value.value === undefined ? undefined : value.value ? 'True' : 'False';
    case 'int':
      return value.value?.toString();
    case 'float':
      return value.value === undefined ? undefined : floatText(value.value);
    case 'str':
      return value.value === undefined ? undefined : JSON.stringify(value.value);
    default:
      return undefined;
  }
}

const floatText = (value: number): string => (Number.isInteger(value) ? value.toFixed(1) : String(value));
