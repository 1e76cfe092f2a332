// The cases in test/fixtures/calls: what the rules about Python say, and where they keep silent.
import { readPython } from '../../../server/src/dataflow/python-file';
import { diagnosePython } from '../../../server/src/languages/python/diagnostics';
import { DEFAULT_SETTINGS } from '../../../server/src/settings';
import { proveCases } from '../../support/rule-cases';
import { runningOn } from '../../support/running-on';

proveCases('calls', ({ text, flags }) => {
  const file = readPython(text, undefined, runningOn(flags.find((flag) => /^\d/.test(flag))));
  return file ? diagnosePython(file, DEFAULT_SETTINGS) : [];
});
