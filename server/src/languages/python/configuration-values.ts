import { type Parameter, simplestNumber } from '../../catalogue';
import { type ApiCall, argumentOf, type PythonFile } from '../../dataflow/calls/python-file';
import { configurationOf, type ReachingConfiguration } from '../../dataflow/calls/reaching-configuration';
import { functionOf } from '../../python/surroundings';
import { CONFIGURATION } from '../../schema/builtin';
import type { Choice, Values } from './value-suggestions';

/** More tables are not listed. */
const MAX_TABLES = 100;
/** A longer list of rates is not written as a literal. */
const MAX_RATES = 8;

/** Values for an argument, or an element of it, that follow from the configuration of the call. */
export function configurationValues(
  call: ApiCall,
  { name, type }: Parameter,
  isWhole: boolean,
  values: Values,
  file: PythonFile,
): Choice[] {
  if (!call.entry.op) return [];
  const reaching = () => configurationAround(call, file);
  switch (name) {
    case 'num_outputs': {
      const found = [...outputCount(reaching()), ...lengths(call, values, file)];
      return found.length > 0 || type.of !== 'int' ? found : [{ label: simplestNumber(type), kind: 'value' }];
    }
    case 'learning_rates':
      return isWhole ? [rates(reaching()?.dynamicInputs)] : [];
    case 'table_id':
      return tables(reaching()).map(([table, id]) => ({ label: String(id), kind: 'value', detail: table }));
    case 'table_name':
      return plainNames(reaching()).map((table) => ({ label: values.quoted(table), kind: 'value' }));
    case 'table_ids': {
      const all = tables(reaching());
      if (!isWhole) return all.map(([table, id]) => ({ label: String(id), kind: 'value', detail: table }));
      const ids = all.map(([, id]) => id).join(', ');
      return all.length > 0 ? [{ label: `[${ids}]`, kind: 'value', detail: 'all tables' }] : [];
    }
    default:
      return [];
  }
}

/** The same values, for use inside quotes. */
export function configurationStrings(call: ApiCall, { name }: Parameter, file: PythonFile): string[] {
  return name === 'table_name' && call.entry.op ? plainNames(configurationAround(call, file)) : [];
}

/** Names of tables that need no escapes. */
const plainNames = (reaching: ReachingConfiguration | undefined): string[] =>
  tables(reaching)
    .map(([table]) => table)
    .filter((table) => !/['"\\\r\n]/.test(table));

/** The configuration of the call itself, or else the only one of the enclosing function or of the file. */
function configurationAround(call: ApiCall, file: PythonFile): ReachingConfiguration | undefined {
  const known = file.calls.flatMap((other) => {
    const found = configurationOf(other);
    return found ? [{ found, node: other.node }] : [];
  });
  const scope = functionOf(call.node);
  const groups = [
    known.filter(({ node }) => node === call.node),
    known.filter(({ node }) => functionOf(node) === scope),
    known,
  ];
  const [first, ...rest] = groups.find((group) => group.length > 0) ?? [];
  return rest.every(({ found }) => found.equals(first!.found)) ? first?.found : undefined;
}

/** The known tables of the configuration that a call works with. */
export const tablesAround = (call: ApiCall, file: PythonFile): [name: string, id: number][] =>
  tables(configurationAround(call, file));

function tables(reaching: ReachingConfiguration | undefined): [name: string, id: number][] {
  return (reaching?.tableNames ?? []).slice(0, MAX_TABLES).map((name, id) => [name, id]);
}

function outputCount(reaching: ReachingConfiguration | undefined): Choice[] {
  const { outputs } = reaching ?? {};
  return outputs
    ? [{ label: String(outputs.count), kind: 'value', detail: `one for each ${outputs.of}` }]
    : [];
}

/** Expressions for the number of outputs: `len(…)` of a list in the message that the call serializes, or in a message in scope. */
function lengths(call: ApiCall, { inScope }: Values, { text }: PythonFile): Choice[] {
  const config = argumentOf(call, 'config');
  const serialized =
    config && /^([\w.]+)\.SerializeToString\(\)$/.exec(text.slice(config.start, config.end))?.[1];
  const messages = inScope
    .filter(({ entry }) => entry?.message === CONFIGURATION)
    .map(({ source }) => source)
    .filter((source) => serialized === undefined || source === serialized);
  return messages.flatMap((message): Choice[] => [
    { label: `len(${message}.table_descriptor)`, kind: 'value', detail: 'in table style' },
    { label: `len(${message}.feature_descriptor)`, kind: 'value', detail: 'in feature style' },
  ]);
}

/** One for each run-time scalar that the optimizers ask for. */
function rates(count: number | undefined): Choice {
  if (!count || count > MAX_RATES)
    return { label: '[]', kind: 'value', detail: 'where all rates are constant' };
  const list = Array<string>(count).fill('0.1').join(', ');
  return { label: `[${list}]`, kind: 'value', detail: 'one for each tag of the configuration' };
}
