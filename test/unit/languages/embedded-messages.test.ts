// The cases in test/fixtures/embedded: diagnostics of text format in Python, by the uses of its message.

import { languageOf } from '../../../server/src/languages';
import { Analyzer } from '../../../server/src/languages/snapshot';
import { DEFAULT_SETTINGS } from '../../../server/src/project/settings';
import { builtin } from '../../../server/src/schema/builtin';
import { proveCases } from '../../support/rule-cases';

const analyzer = new Analyzer(builtin, DEFAULT_SETTINGS);

proveCases('embedded', ({ text }) =>
  languageOf('python').analyze(text, { analyzer, path: 'a.py' }).diagnose(),
);
