import { defaultName } from '../../../dataflow/libraries/table-names';
import { expressionOf, isLeftOut, rewriteArguments, textOfValue } from './arguments';
import type { Draft } from './draft';
import { renameInitializer } from './initializers';
import type { Layers } from './layers';
import { numberedIn } from './numbered';
import type { Site } from './program';
import { TO_KERAS_RS } from './to-keras-rs';

/** Writes a TableConfig with the name, the initializer and the optimizer that TensorFlow gives it. */
export function rewriteTable(draft: Draft, site: Site, layers: Layers, optimizer: string | undefined): void {
  const added = new Map<string, string | undefined>();
  if (isLeftOut(site, 'name')) added.set('name', nameOf(draft, site, layers));
  if (isLeftOut(site, 'initializer')) added.set('initializer', usualInitializer(draft, site));
  else renameInitializer(draft, site, TO_KERAS_RS);
  if (isLeftOut(site, 'optimizer')) added.set('optimizer', optimizer);
  rewriteArguments(
    draft,
    site,
    [...added].flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${value}`])),
    new Set(added.keys()),
  );
}

/** The name that TensorFlow gives a table without one, or an expression for the names of several. */
function nameOf(draft: Draft, site: Site, layers: Layers): string {
  const indices = layers.most(site, 'tables')?.tables.get(site.node) ?? [];
  const [first = 0] = indices;
  if (indices.length === 1) return `"${defaultName(first)}"`;
  const number = numberedIn(draft, site.node, indices, 'table_numbers');
  return `f"table_{${number}}"`;
}

/** TensorFlow's own initializer of tables, written out: keras-rs has another one. */
function usualInitializer(draft: Draft, site: Site): string | undefined {
  const width = widthOf(draft, site);
  return width && `${draft.reference('keras.initializers.TruncatedNormal')}(stddev=${width} ** -0.5)`;
}

/** The width of a table in an expression that may stand within another one. */
function widthOf(draft: Draft, site: Site): string | undefined {
  const expression = expressionOf(site, 'dim');
  const isWritten = expression && site.node.arguments.some(({ value }) => value === expression);
  if (!isWritten) return textOfValue(site, 'dim');
  const text = draft.textOf(expression);
  return SIMPLE.has(expression.kind) ? text : `(${text})`;
}

const SIMPLE: ReadonlySet<string> = new Set(['name', 'attribute', 'number', 'subscript', 'call']);
