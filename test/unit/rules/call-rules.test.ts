// The cases in test/fixtures/calls: what the rules about Python say, and where they keep silent.
import { readPython } from '../../../server/src/dataflow/python-file';
import { diagnosePython } from '../../../server/src/languages/python/diagnostics';
import { DEFAULT_SETTINGS } from '../../../server/src/settings';
import { proveCases } from '../../support/rule-cases';

proveCases('calls', ({ text }) => {
  const file = readPython(text);
  return file ? diagnosePython(file, DEFAULT_SETTINGS) : [];
});
