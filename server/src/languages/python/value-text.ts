import { excerpt } from '../../basics/excerpt';
import type { Inferred, TypeOf } from '../../dataflow/calls/types';

const MAX_TEXT = 60;
const MAX_ELEMENTS = 8;

/** A value that is known, as Python writes it; undefined for one that is not, or that has no such form. */
export function valueText(value: Inferred, typeOf: TypeOf): string | undefined {
  switch (value.kind) {
    case 'int':
      return value.value === undefined ? undefined : excerpt(String(value.value), MAX_TEXT);
    case 'float':
      return value.value === undefined ? undefined : floatText(value.value);
    case 'bool':
      return value.value === undefined ? undefined : value.value ? 'True' : 'False';
    case 'str':
      return value.value === undefined ? undefined : stringText(value.value);
    case 'list':
    case 'tuple': {
      const { elements } = value;
      if (!elements || elements.length > MAX_ELEMENTS) return undefined;
      const texts = elements.map((element) => elementText(typeOf(element), typeOf));
      if (texts.includes(undefined)) return undefined;
      const inside = texts.join(', ');
      if (value.kind === 'list') return `[${inside}]`;
      return `(${inside}${texts.length === 1 ? ',' : ''})`;
    }
    default:
      return undefined;
  }
}

/** Of lists in lists no more is shown. */
const elementText = (value: Inferred, typeOf: TypeOf) =>
  value.kind === 'list' || value.kind === 'tuple' ? undefined : valueText(value, typeOf);

function floatText(value: number): string {
  if (Number.isNaN(value)) return 'nan';
  if (!Number.isFinite(value)) return value > 0 ? 'inf' : '-inf';
  return Number.isInteger(value) && Math.abs(value) < 1e16 ? value.toFixed(1) : String(value);
}

function stringText(value: string): string {
  const inside = excerpt(JSON.stringify(value.slice(0, 2 * MAX_TEXT)).slice(1, -1), MAX_TEXT);
  return `'${inside.replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}
