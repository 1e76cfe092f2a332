import { excerpt } from '../../basics/excerpt';
import { rangeOf, type TextEdit } from '../../basics/range';
import type { ValueChange } from '../../configuration/value-change';
import type { ApiCall, PythonFile } from '../../dataflow/calls/python-file';
import {
  type Derivation,
  derivations,
  derivationsForSparseCores,
  derivationsOfParts,
} from '../../dataflow/derivation/derivation';
import type { Strategy } from '../../dataflow/derivation/strategy';
import type { Node } from '../../python/tree';
import { replaceNode } from '../../rules/python/support/edits';
import { type SizedTables, TENSORFLOWS_TRAINER } from '../../sizing/tables';
import type { SizedConfiguration } from '../answers';
import type { Diagnostic } from '../diagnostic';
import type { OptimizerEdit } from '../optimizer/place';
import { isCount } from '../optimizer/values';
import { refusalOf, sizesOfDerivation } from './derivation';
import { LIMIT_NAMES, type LimitNumbers, limitsCalls, tableCalls, writeLimits } from './limits';

/** The values that decide the memory of a program's configurations. */
export function sizedConfigurations(
  file: PythonFile,
  strategy: Strategy,
  diagnostics: readonly Diagnostic[],
): SizedConfiguration[] {
  const { all, own } = inProgram(file, strategy);
  return all.map((derivation, i) => {
    const refused = refusalOf(derivation, diagnostics);
    const { call, library } = derivation;
    const sizes = refused ? undefined : sizesOfDerivation(derivation);
    const limits = refused ? [] : limitsCalls(derivation, file);
    return {
      ...rangeOf(call),
      ...(library && { library }),
      sizes: sizes && i >= own ? forSparseCores(sizes) : sizes,
      ...(refused && { refused }),
      editable: [...numbersOf(derivation, all).keys(), ...limitsOf(derivation, file).keys()],
      ...(limits.length > 0 && { limits }),
    };
  });
}

/** The derivations of configurations, `own` in number, and then those for SparseCores that TensorFlow has none for. */
function inProgram(file: PythonFile, strategy: Strategy) {
  const own = [...derivations(file, strategy), ...derivationsOfParts(file)];
  return { all: [...own, ...derivationsForSparseCores(file, strategy)], own: own.length };
}

function forSparseCores({ numHosts: _, ...sizes }: SizedTables): SizedTables {
  return { ...sizes, sparseCoreTrainer: TENSORFLOWS_TRAINER };
}

export const NOT_MADE: OptimizerEdit = { reason: 'The program no longer makes that configuration.' };

/** The changes that write other sizes into one of a program's configurations. */
export function editSizes(
  file: PythonFile,
  strategy: Strategy,
  index: number,
  changes: readonly ValueChange[],
): OptimizerEdit {
  const { all } = inProgram(file, strategy);
  const derivation = all[index];
  if (!derivation) return NOT_MADE;
  const numbers = numbersOf(derivation, all);
  const limited = limitsOf(derivation, file);
  const edits: TextEdit[] = [];
  const limits = new Map<ApiCall, LimitNumbers>();
  for (const { path, value } of changes) {
    const [node, call] = [numbers.get(path), limited.get(path)];
    if (!node && !call)
      return { reason: `${excerpt(path)} cannot be changed here: the program works it out or shares it.` };
    const member = path.slice(path.lastIndexOf('.') + 1);
    if (!isCount(member, value)) return { reason: `${path} cannot be ${excerpt(String(value))}.` };
    if (node) edits.push(replaceNode(node, String(value)));
    else limits.set(call!, { ...limits.get(call!), [member]: value });
  }
  for (const [call, numbers] of limits) edits.push(...writeLimits(file.text, call, numbers));
  return { changes: edits };
}

/** The integer literals of the program that set one size and nothing else. */
function numbersOf({ fields }: Derivation, all: readonly Derivation[]): ReadonlyMap<string, Node> {
  const numbers = new Map<string, Node>();
  for (const { path, node } of fields) {
    const [, index, member] = SIZE.exec(path) ?? [];
    if (!node || member === undefined || !isWhole(node)) continue;
    const uses = all.flatMap((other) => other.fields.filter((field) => field.node === node));
    if (uses.length === 1) numbers.set(`tables[${index}].${member}`, node);
  }
  return numbers;
}

/** The calls of tables that an edit can give limits, by the paths of these. */
function limitsOf(derivation: Derivation, file: PythonFile): ReadonlyMap<string, ApiCall> {
  const calls = tableCalls(derivation, file).filter(({ obstacle }) => obstacle === undefined);
  if (calls.length === 0) return new Map();
  // Of several tables with one name, the first counts.
  const names = sizesOfDerivation(derivation).tables.map(({ name }) => name);
  return new Map(
    calls.flatMap(({ tables: [name], call }) =>
      LIMIT_NAMES.map((limit) => [`tables[${names.indexOf(name!)}].${limit}`, call] as const),
    ),
  );
}

const SIZE = /^tableDescriptor\[(\d+)\]\.(vocabularySize|dimension)$/;

const isWhole = (node: Node) => node.kind === 'number' && /^\d[\d_]*$/.test(node.text);
