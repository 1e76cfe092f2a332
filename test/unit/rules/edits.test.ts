// Details that fixtures cannot show: line endings, texts without a final one, and neighbours without spaces.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Analyzer } from '../../../server/src/languages/snapshot';
import { DEFAULT_SETTINGS } from '../../../server/src/project/settings';
import type { Edit } from '../../../server/src/rules/rule';
import { insertField, removeField, setField } from '../../../server/src/rules/support/edits';
import { builtin } from '../../../server/src/schema/builtin';
import { startOf } from '../../../server/src/textproto/tree';

const analyzer = new Analyzer(builtin, DEFAULT_SETTINGS);

function edited(text: string, edit: (snapshot: ReturnType<Analyzer['open']>) => Edit): string {
  const snapshot = analyzer.open(text, { path: 'case.textproto', named: true });
  const { span, newText } = edit(snapshot);
  const base = startOf(snapshot.tree, span.section);
  return text.slice(0, base + span.start) + newText + text.slice(base + span.end);
}

const insertMode = (text: string) =>
  edited(text, ({ bound }) => insertField(bound!, bound!.root, 'mode: TRAINING'));

const nameTable = (text: string) =>
  edited(text, ({ bound, configuration }) =>
    setField(bound!, configuration!.tables[0]!.message, 'name', '"t"'),
  );

const removeSecondFieldOfTable = (text: string) =>
  edited(text, ({ tree, configuration }) =>
    removeField(tree, configuration!.tables[0]!.message.fields[1]!.node),
  );

test('a new field is added after the last field of the text', () => {
  assert.equal(insertMode(''), 'mode: TRAINING\n');
  assert.equal(insertMode('# later'), '# later\nmode: TRAINING\n');
  assert.equal(insertMode('num_hosts: 1'), 'num_hosts: 1\nmode: TRAINING');
  assert.equal(insertMode('num_hosts: 1,  # one\n# end\n'), 'num_hosts: 1,  # one\nmode: TRAINING\n# end\n');
});

test('a new field gets its own line if the others have one', () => {
  assert.equal(
    nameTable('table_descriptor {\r\n\tdimension: 8\r\n}\r\n'),
    'table_descriptor {\r\n\tdimension: 8\r\n\tname: "t"\r\n}\r\n',
  );
  assert.equal(nameTable('table_descriptor {\n}\n'), 'table_descriptor {\n  name: "t"\n}\n');
  assert.equal(nameTable('table_descriptor <>'), 'table_descriptor < name: "t" >');
  assert.equal(nameTable('table_descriptor { }'), 'table_descriptor { name: "t" }');
});

test('setting an existing field replaces its value', () => {
  assert.equal(nameTable('table_descriptor { name: "" "" }'), 'table_descriptor { name: "t" }');
});

test('removing a field removes its separator and line', () => {
  const remove = removeSecondFieldOfTable;
  assert.equal(
    remove('table_descriptor {\r\n  name: "t"\r\n  dimension: 8;\r\n}\r\n'),
    'table_descriptor {\r\n  name: "t"\r\n}\r\n',
  );
  assert.equal(remove('table_descriptor { name: "t" dimension: 8 }'), 'table_descriptor { name: "t" }');
  assert.equal(
    remove('table_descriptor{dimension:8 name:"t"num_features:1}'),
    'table_descriptor{dimension:8 num_features:1}',
  );
  assert.equal(
    remove('table_descriptor {\n  name: "t"\n  dimension: 8 num_features: 1\n}'),
    'table_descriptor {\n  name: "t"\n  num_features: 1\n}',
  );
  assert.equal(
    remove('table_descriptor { name: "t"\n  optimization_parameters {\n    adagrad {}\n  }\n}'),
    'table_descriptor { name: "t"\n}',
  );
});
