// The result of `contextAt` for a cursor: `place`, the message around it, and the field under it.
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { Analyzer, type Snapshot } from '../../../server/src/languages/snapshot';
import { contextAt } from '../../../server/src/languages/textproto/cursor-context';
import { DEFAULT_SETTINGS } from '../../../server/src/project/settings';
import { builtin } from '../../../server/src/schema/builtin';

const analyzer = new Analyzer(builtin, DEFAULT_SETTINGS);
const open = (text: string): Snapshot => analyzer.open(text, { path: 'case.textproto', named: true });

function describe(marked: string): string {
  const offset = marked.indexOf('|');
  const { place, type, field } = contextAt(open(marked.slice(0, offset) + marked.slice(offset + 1)), offset);
  return [place, type?.name.split('.').at(-1) ?? '?', field?.name].filter(Boolean).join(' ');
}

const ROOT = 'TPUEmbeddingConfiguration';
const TABLE = 'TableDescriptor';

const CASES: readonly (readonly [string, string])[] = [
  ['|', `field ${ROOT}`],
  ['  |  ', `field ${ROOT}`],
  ['|mode: TRAINING', `name ${ROOT} mode`],
  ['mo|de: TRAINING', `name ${ROOT} mode`],
  ['mode|: TRAINING', `name ${ROOT} mode`],
  ['mode:|', `value ${ROOT} mode`],
  ['mode: |', `value ${ROOT} mode`],
  ['mode: |\nnum_hosts: 1', `value ${ROOT} mode`],
  ['mode: |\ntable_descriptor {}', `value ${ROOT} mode`],
  ['mode: | TRAINING', `value ${ROOT} mode`],
  ['mode: |TRAINING', `value ${ROOT} mode`],
  ['mode: TRAINING|', `value ${ROOT} mode`],
  ['mode: TRAINING |', `field ${ROOT}`],
  ['mode: TRAINING\n|', `field ${ROOT}`],
  ['mode: TRAINING, |', `field ${ROOT}`],
  ['mode: TRAINING;|', `field ${ROOT}`],
  ['mode |', `after-name ${ROOT} mode`],
  ['mode\n|', `field ${ROOT}`],
  ['mode TRA|', `value ${ROOT} mode`],
  ['num_|\nmode: TRAINING', `name ${ROOT} num_`],
  ['num_hosts: -|', `value ${ROOT} num_hosts`],
  ['num_hosts: -|1', `value ${ROOT} num_hosts`],
  ['num_hosts = |', `none ${ROOT}`],
  ['mode: # the |mode', `comment ${ROOT}`],
  ['# all|\r\nmode: TRAINING', `comment ${ROOT}`],
  ['|# all', `field ${ROOT}`],
  ['profile_data_directory: |"a"', `value ${ROOT} profile_data_directory`],
  ['profile_data_directory: "|a"', `string ${ROOT} profile_data_directory`],
  ['profile_data_directory: "a|"', `string ${ROOT} profile_data_directory`],
  ['profile_data_directory: "a"|', `none ${ROOT} profile_data_directory`],
  ['profile_data_directory: "a|', `string ${ROOT} profile_data_directory`],
  ['table_descriptor |', `after-name ${ROOT} table_descriptor`],
  ['table_descriptor |{}', `none ${ROOT} table_descriptor`],
  ['table_descriptor {|}', `field ${TABLE}`],
  ['table_descriptor {|', `field ${TABLE}`],
  ['table_descriptor {}|', `none ${ROOT}`],
  ['table_descriptor {} |', `field ${ROOT}`],
  ['table_descriptor <\n  |\n>', `field ${TABLE}`],
  ['table_descriptor { name: "a" |}', `field ${TABLE}`],
  ['table_descriptor { optimization_parameters { learning_rate { con| } } }', 'name LearningRate con'],
  ['table_descriptor: [ |', `value ${ROOT} table_descriptor`],
  ['table_descriptor: [ { | } ]', `field ${TABLE}`],
  ['table_descriptor: [ {} | ]', `none ${ROOT} table_descriptor`],
  ['table_descriptor: [ {}, | ]', `value ${ROOT} table_descriptor`],
  ['feature_descriptor { input_shape: [|] }', 'value FeatureDescriptor input_shape'],
  ['feature_descriptor { input_shape: [1, |] }', 'value FeatureDescriptor input_shape'],
  ['feature_descriptor { input_shape: [1|] }', 'value FeatureDescriptor input_shape'],
  ['feature_descriptor { input_shape: [1 |] }', 'none FeatureDescriptor input_shape'],
  ['feature_descriptor {\n  input_shape: [1,\n  |\n}', 'value FeatureDescriptor input_shape'],
  ['feature_descriptor {\n  input_shape: [1\n  |\n}', 'field FeatureDescriptor'],
  ['unknown { | }', 'field ?'],
  ['unknown { more: | }', 'value ? more'],
  // Unfinished blocks end where the parser ends them.
  ['table_descriptor {\n  name: "a"\n  |', `field ${TABLE}`],
  ['table_descriptor {\n  name: "a"\n|', `field ${ROOT}`],
  ['table_descriptor {\n  name: "a"\n  |\ntable_descriptor {\n}', `field ${TABLE}`],
  ['table_descriptor {\n  name: "a" |\nmode: TRAINING', `field ${TABLE}`],
  ['table_descriptor {\n  name: |\nmode: TRAINING', `value ${TABLE} name`],
  ['table_descriptor {\n  vo|\nmode: TRAINING', `name ${TABLE} vo`],
  ['table_descriptor {\n  name: "a"\nmo|', `name ${ROOT} mo`],
  [
    'table_descriptor {\n  optimization_parameters {\n    adagrad {}\n    |\n}\nmode: TRAINING',
    'field OptimizationParameters',
  ],
  [
    'table_descriptor {\n  optimization_parameters {\n    adagrad {}\n  |\n}\nmode: TRAINING',
    `field ${TABLE}`,
  ],
];

suite('contextAt', () => {
  for (const [marked, expected] of CASES) {
    test(JSON.stringify(marked), () => assert.equal(describe(marked), expected));
  }

  test('every offset of every case has a context', () => {
    for (const [marked] of CASES) {
      const snapshot = open(marked.replace('|', ''));
      for (let offset = 0; offset <= snapshot.text.length; offset++) {
        const { token, before } = contextAt(snapshot, offset);
        assert.ok(token.start <= offset && offset <= token.end);
        assert.ok(!before || before.end <= Math.max(token.start, offset));
      }
    }
  });
});
