import { findEntry } from '../../catalogue';
import type { PythonFile } from '../../dataflow/calls/python-file';
import { ATTRIBUTE_ERROR, TYPE_ERROR } from '../../python/exceptions';
import { resolve } from '../../python/names';
import { caughtAround, isExpectedToFail } from '../../python/surroundings';
import { type Attribute, allOfKind } from '../../python/tree';
import type { CallRule } from './call-rule';

export const methodNotCalled: CallRule = {
  code: 'method-not-called',
  severity: 'error',
  summary: 'A method or function is read like the dict that it gives.',
  details:
    'Methods such as `get_embedding_tables` give a value when they are called. Without the brackets it is the method itself that is ' +
    'read: a key raises `TypeError`, and `items`, `keys`, `values` and `get` raise `AttributeError`.',
  messages: {
    "'method' object is not subscriptable":
      'A method is read by a key without being called: write the brackets, as in `get_embedding_tables()[…]`.',
    "'function' object is not subscriptable":
      'A function is read by a key without being called: write the brackets.',
  },
  bad: `import keras_rs

table = keras_rs.layers.TableConfig('items', 1000, 16)
table.get_config['name']`,
  good: `import keras_rs

table = keras_rs.layers.TableConfig('items', 1000, 16)
table.get_config()['name']`,
  checkFile(file, report) {
    for (const node of allOfKind(file.tree, 'attribute')) {
      const raises = raisedBy(node);
      if (raises === undefined || (caughtAround(file.tree, node) & raises) !== 0) continue;
      const name = callableName(file, node);
      if (name === undefined || isExpectedToFail(file.tree, node)) continue;
      report({
        start: node.nameStart,
        end: node.end,
        message: `\`${name}\` must be called before its result is read: \`${name}(…)\`.`,
      });
    }
  },
};

/** The exception that reading an attribute like a dict raises if it is a function. */
function raisedBy(node: Attribute): number | undefined {
  const { parent } = node;
  if (parent?.kind === 'subscript' && parent.object === node) return TYPE_ERROR;
  if (parent?.kind === 'attribute' && OF_DICTS.has(parent.name)) return ATTRIBUTE_ERROR;
  return undefined;
}

/** What dicts have and functions lack. */
const OF_DICTS: ReadonlySet<string> = new Set(['items', 'keys', 'values', 'get']);

/** The name of the catalogued method or function that an attribute is. */
function callableName({ tree, typeOf }: PythonFile, expression: Attribute): string | undefined {
  const owner = typeOf(expression.object);
  const path =
    owner.kind === 'instance' && !owner.isDeclared
      ? `${owner.entry.id}.${expression.name}`
      : resolve(tree, expression);
  const entry = path === undefined ? undefined : findEntry(path);
  const isCallable = entry?.kind === 'method' || entry?.kind === 'function';
  return isCallable && !entry.foreign ? entry.name : undefined;
}
