import { excerpt } from '../../basics/excerpt';
import { code } from '../../basics/markdown';
import type { Range } from '../../basics/range';
import { type Configuration, type Feature, fieldOf, type Table } from '../../configuration/configuration';
import type { Derived, Output } from '../../configuration/derive';
import { insertField } from '../../rules/support/edits';
import { defaultText } from '../../schema/types';
import { type MessageNode, type Node, rangeOf, sectionOf } from '../../textproto/tree';
import type { Hint } from '../answers';
import { batchHint, costHints, shapeText } from '../hints';
import { certainCost } from '../optimizer/cost';
import { phrase } from '../phrase';
import type { Snapshot } from '../snapshot';
import { absolute } from './changes';
import { BREAKS_STRUCTURE } from './diagnostics';
import { tableLine } from './hover-facts';

/** Hints for values derived from a configuration, beside the fields that decide them, in a range of the text. */
export function hints(snapshot: Snapshot, { start, end }: Range): Hint[] {
  const { configuration, derived } = snapshot;
  if (!configuration || !derived) return [];
  const found = new Hints(snapshot, configuration, derived);
  const isAsked = ({ message: { node } }: Table | Feature) => {
    const at = rangeOf(snapshot.tree, node!);
    return at.start <= end && at.end >= start;
  };
  return [
    ...found.ofRoot(),
    ...configuration.tables.filter(isAsked).flatMap((table) => found.ofTable(table)),
    ...configuration.features.filter(isAsked).flatMap((feature) => found.ofFeature(feature)),
  ]
    .filter(({ at }) => start <= at && at <= end)
    .sort((a, b) => a.at - b.at);
}

class Hints {
  constructor(
    private readonly snapshot: Snapshot,
    private readonly configuration: Configuration,
    private readonly derived: Derived,
  ) {}

  ofRoot(): Hint[] {
    const at = this.behind(fieldOf(this.configuration.message, 'num_tensor_cores')?.node.value);
    const shown = batchHint(this.configuration, this.derived);
    return at === undefined || !shown ? [] : [{ kind: 'batchSize', at, ...shown }];
  }

  ofTable(table: Table): Hint[] {
    const { derived } = this;
    const { message } = table;
    const cost = isBroken(message.node!) ? undefined : certainCost(derived, table);
    const width = this.behind(fieldOf(message, 'dimension')?.node.value);
    return [
      ...(cost ? costHints(cost, this.beginning(message.node!), width) : []),
      ...(derived.style === 'table'
        ? this.output(fieldOf(message, 'num_features')?.node.value, derived.outputs[table.id], table.id)
        : []),
      ...this.defaults(table),
    ];
  }

  ofFeature({ message, tableId, index }: Feature): Hint[] {
    const table = tableId === undefined ? undefined : this.configuration.tables[tableId];
    const at = this.behind(fieldOf(message, 'table_id')?.node.value);
    const name = table && fieldOf(table.message, 'name')?.node.value;
    const { style, outputs } = this.derived;
    return [
      ...(at !== undefined && table?.name && name
        ? [
            {
              kind: 'tables' as const,
              at,
              label: excerpt(table.name),
              tooltip: tableLine(table),
              target: rangeOf(this.snapshot.tree, name),
            },
          ]
        : []),
      ...(style === 'feature'
        ? this.output(fieldOf(message, 'input_shape')?.node.value, outputs[index], index)
        : []),
    ];
  }

  private output(behind: Node | undefined, output: Output | undefined, index: number): Hint[] {
    const at = this.behind(behind);
    const shape = shapeText(output);
    if (at === undefined || shape === undefined) return [];
    return [
      {
        kind: 'outputShapes',
        at,
        label: `→ ${shape}`,
        tooltip: phrase('Output {0} of {1}, in float32.', index, code('RecvTPUEmbeddingActivations')),
      },
    ];
  }

  /** The defaults for the fields that an optimizer does not get. */
  private defaults({ optimization }: Table): Hint[] {
    const { choice, algorithm, message } = optimization ?? {};
    if (!choice?.message?.node || !message?.node || isBroken(message.node)) return [];
    const ofChoice = choice.message;
    const hyperparameters = (algorithm?.hyperparameters ?? []).filter(({ ignored }) => !ignored);
    const all = [
      ...hyperparameters.map(({ name }) => [ofChoice, name] as const),
      [message, 'gradient_accumulation_status'] as const,
    ];
    return all.flatMap(([owner, name]) => {
      const type = owner.type.fieldsByName.get(name);
      if (!type || fieldOf(owner, name)) return [];
      const label = `${name}: ${defaultText(type)}`;
      return {
        kind: 'defaults',
        at: this.beginning(owner.node!),
        label,
        tooltip: phrase('{0} is not set, which means this.', code(name)),
        edits: [absolute(this.snapshot.tree, insertField(this.configuration.bound, owner, label))],
      };
    });
  }

  private behind(node: Node | undefined): number | undefined {
    return node && rangeOf(this.snapshot.tree, node).end;
  }

  /** After the opening bracket of a block, or after a block on one line. */
  private beginning(block: MessageNode): number {
    const { start, end } = rangeOf(this.snapshot.tree, block);
    return this.snapshot.text.slice(start, end).includes('\n') ? start + 1 : end;
  }
}

/** In a broken block, a field that seems to be missing may exist. */
export const isBroken = (node: Node) => sectionOf(node).errors.some(({ code }) => BREAKS_STRUCTURE.has(code));
