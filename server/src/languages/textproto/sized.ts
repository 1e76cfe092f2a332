import { excerpt } from '../../basics/excerpt';
import {
  type Configuration,
  fieldOf,
  type Optimization,
  type Table,
} from '../../configuration/configuration';
import { sizesOf } from '../../configuration/sizes';
import type { ValueChange } from '../../configuration/value-change';
import { camelCase, type Optimizer, optimizers } from '../../optimizers';
import type { Edit } from '../../rules/rule';
import { rangeOf, spanOf } from '../../textproto/tree';
import type { SizedConfiguration } from '../answers';
import type { OptimizerEdit } from '../optimizer/place';
import { isCount, parameterField, valueText } from '../optimizer/values';
import type { Snapshot } from '../snapshot';
import { absolute, joinTouching } from './changes';
import { isBroken } from './hints';
import { isReplaceable, patchMessage } from './patch';

/** The values that decide the memory of a text's configuration. */
export function sizedConfigurations({ configuration, derived, tree, text }: Snapshot): SizedConfiguration[] {
  if (!configuration || !derived) return [];
  const first = tree.sections.find(({ field }) => field)?.field;
  const range = first ? rangeOf(tree, first) : { start: 0, end: text.length };
  return [{ ...range, sizes: sizesOf(configuration, derived), editable: editable(configuration) }];
}

function editable({ tables, message }: Configuration): string[] {
  const isWritable = (of: Table['message'], name: string) => {
    const written = fieldOf(of, name);
    return !written || isReplaceable(written.type, written);
  };
  return [
    ...(isWritable(message, 'num_hosts') ? ['numHosts'] : []),
    ...tables.flatMap((table, i) => {
      if (isBroken(table.field.node)) return [];
      const paths = [
        ...(isWritable(table.message, 'vocabulary_size') ? ['vocabularySize'] : []),
        ...(isWritable(table.message, 'dimension') ? ['dimension'] : []),
        ...(table.optimization?.choice ? ['optimizer'] : []),
      ];
      return paths.map((path) => `tables[${i}].${path}`);
    }),
  ];
}

/** The changes that write other sizes into a text's configuration. */
export function editSizes(snapshot: Snapshot, changes: readonly ValueChange[]): OptimizerEdit {
  const { configuration, tree } = snapshot;
  if (!configuration) return { reason: 'The text is no longer a configuration.' };
  const writable = editable(configuration);
  const edits: Edit[] = [];
  for (const { path, value } of changes) {
    if (!writable.includes(path))
      return { reason: `${excerpt(path)} cannot be changed here: the text is unfinished.` };
    const { index, member } = tableOf(path);
    const table = configuration.tables[index ?? 0];
    if (member === 'optimizer') {
      const optimizer = optimizers.get(String(value));
      if (!optimizer) return { reason: `There is no optimizer ${excerpt(String(value))}.` };
      edits.push(chooseOptimizer(table!.optimization!, optimizer));
    } else if (!isCount(member, value)) return { reason: `${path} cannot be ${excerpt(String(value))}.` };
    else
      edits.push(
        ...patchMessage(snapshot, index === undefined ? configuration.message : table!.message, {
          [member]: value,
        }),
      );
  }
  return { changes: joinTouching(edits.map((edit) => absolute(tree, edit))) };
}

/** Replaces the chosen optimizer by another with its usual values. */
function chooseOptimizer({ choice }: Optimization, { name, hyperparameters }: Optimizer): Edit {
  const values = hyperparameters.flatMap(({ name: field, usual, ignored }) => {
    const type = parameterField(`${camelCase(name)}.${camelCase(field)}`);
    const text = type && !ignored && usual !== 0 && usual !== false ? valueText(type, usual) : undefined;
    return text === undefined ? [] : [`${field}: ${text}`];
  });
  const body = values.length > 0 ? `{ ${values.join(' ')} }` : '{}';
  return { span: spanOf(choice!.field.node), newText: `${name} ${body}` };
}

/** The table index and the member that a path names; without an index, a member of the configuration. */
function tableOf(path: string): { readonly index: number | undefined; readonly member: string } {
  const [, index, member] = /^tables\[(\d+)\]\.(\w+)$/.exec(path) ?? [];
  return index === undefined ? { index: undefined, member: path } : { index: Number(index), member: member! };
}
