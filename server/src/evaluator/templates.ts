import type { Node } from '../python/tree';
import type { Evaluator, TemplateProblem } from './evaluator';
import { typeName } from './failures';
import { classOfObject, type DictValue, entriesOf, type Value } from './value';

/** What fails in `template.format(…)`, if something certainly does. */
export function problemOfFormat(
  template: string,
  positional: readonly Value[],
  keywords: ReadonlyMap<string, Value>,
): TemplateProblem | undefined {
  let next = 0;
  for (let i = 0; i < template.length; i++) {
    const brace = template[i];
    if (brace !== '{' && brace !== '}') continue;
    if (template[i + 1] === brace) {
      i++;
      continue;
    }
    const end = brace === '{' ? endOfField(template, i) : -1;
    if (end < 0) return { of: 'brace' };
    // A field begins with the name of an argument; attributes, elements, a conversion and a format follow.
    const [name = ''] = /^[^.[!:]*/.exec(template.slice(i + 1, end)) ?? [];
    const isPosition = /^\d*$/.test(name);
    const at = isPosition ? (name === '' ? next++ : Number(name)) : 0;
    if (isPosition && at >= positional.length) return { of: 'position' };
    if (!isPosition && !keywords.has(name)) return { of: 'key', name };
    const [, specification = ''] = /^\w*:([^{}]*)$/.exec(template.slice(i + 1, end)) ?? [];
    const problem = problemOfField(isPosition ? positional[at]! : keywords.get(name)!, specification);
    if (problem) return problem;
    i = end;
  }
  return undefined;
}

/** What fails in a field with a format, such as the `d` of `{size:d}`. */
export function problemOfField(value: Value, specification: string): TemplateProblem | undefined {
  const [, code = ''] = SPECIFICATION.exec(specification) ?? [];
  const isTaken = CODES.get(value.kind)?.includes(code) ?? true;
  const isOwn = !classOfObject(value) && (!('value' in value) || value.value !== undefined);
  return code === '' || isTaken || !isOwn ? undefined : { of: 'code', code, given: typeName(value) };
}

/** Fill and alignment, sign, width, separator, precision and the code of a format. */
const SPECIFICATION = /^(?:.?[<>=^])?[-+ ]?#?0?\d*[_,]?(?:\.\d+)?([a-zA-Z%])$/;

/** The codes that values of Python's own types take. */
const CODES: ReadonlyMap<Value['kind'], string> = new Map([
  ['str', 's'],
  ['int', 'bcdeEfFgGnoxX%'],
  ['bool', 'bcdeEfFgGnoxX%'],
  ['float', 'eEfFgGn%'],
  ['none', ''],
  ['list', ''],
  ['dict', ''],
]);

/** The brace that closes a field, whose format may have fields itself. */
function endOfField(template: string, start: number): number {
  let depth = 0;
  for (let i = start; i < template.length; i++) {
    if (template[i] === '{') depth++;
    else if (template[i] === '}' && --depth === 0) return i;
  }
  return -1;
}

const CONVERSION = /%(?:%|(?:\(([^()]*)\))?[-0 +#]*\d*(?:\.\d+)?([diouxXeEfFgGcrsa]))/g;

/** What fails in `template % values`, if something certainly does. */
export function problemOfInterpolation(template: string, right: Value): TemplateProblem | undefined {
  const found = [...template.matchAll(CONVERSION)].filter(([all]) => all !== '%%');
  if (template.replace(CONVERSION, '').includes('%')) return undefined;
  const names = found.flatMap(([, name]) => name ?? []);
  if (names.length > 0) {
    if (right.kind !== 'dict' || !hasOnlyTexts(right)) return undefined;
    const missing = names.find((name) => !right.cell.content.known.has(`s${name}`));
    return missing === undefined ? undefined : { of: 'key', name: missing };
  }
  const values = right.kind === 'tuple' ? right.elements : SINGLE.has(right.kind) ? [right] : undefined;
  const wrong = values?.find(({ kind }, i) => NO_NUMBER.has(kind) && OF_NUMBER.test(found[i]?.[2] ?? ''));
  if (wrong && values?.length === found.length) return { of: 'number', given: typeName(wrong) };
  const given = right.kind === 'tuple' ? right.elements?.length : SINGLE.has(right.kind) ? 1 : undefined;
  return given === undefined || given === found.length
    ? undefined
    : { of: 'count', wanted: found.length, given };
}

const SINGLE: ReadonlySet<Value['kind']> = new Set(['none', 'bool', 'int', 'float', 'str']);

const NO_NUMBER: ReadonlySet<Value['kind']> = new Set(['none', 'str', 'list', 'dict', 'tuple']);
const OF_NUMBER = /[diouxXeEfFgG]/;

/** Whether a dict has these texts as keys and no others, and fails for them. */
export const hasOnlyTexts = (value: DictValue): boolean =>
  !value.cls &&
  !value.missing &&
  !value.form &&
  entriesOf(value)?.every(({ key }) => key.kind === 'str' && key.value !== undefined) === true;

/** Notes a template that cannot be filled in. */
export function unfilled(ev: Evaluator, node: Node, problem: TemplateProblem | undefined): void {
  if (problem && ev.trials === 0 && ev.state.isReachable) ev.observer.unfilled?.(node, problem, ev.caught);
}
