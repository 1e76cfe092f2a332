// The cases in test/fixtures/calls: diagnostics of the Python rules, and code without any.
import { readPython } from '../../../server/src/dataflow/calls/python-file';
import { diagnosePython } from '../../../server/src/languages/python/diagnostics';
import { DEFAULT_SETTINGS } from '../../../server/src/project/settings';
import { proveCases } from '../../support/rule-cases';
import { runtimeBy } from '../../support/running-on';

proveCases('calls', ({ text, flags }) => {
  const file = readPython(text, runtimeBy(flags));
  return file ? diagnosePython(file, DEFAULT_SETTINGS) : [];
});
