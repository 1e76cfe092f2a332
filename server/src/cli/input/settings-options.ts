import { excerpt } from '../../basics/excerpt';
import { UsageError } from '../../basics/usage-error';
import { codesOf, SETTINGS, SEVERITIES, type Settings } from '../../project/settings';
import type { Severity } from '../../rules/rule';
import type { Option, Values } from '../command';
import { unknownRule } from '../commands/rules';

/** Options for the settings that files are checked with. */
export const SETTINGS_OPTIONS = {
  'descriptor-set': {
    type: 'string',
    multiple: true,
    value: 'FILE',
    about: 'Also check files of the messages in this FileDescriptorSet.',
  },
  rule: {
    type: 'string',
    multiple: true,
    value: 'CODE=SEVERITY',
    about: `Change the severity of a rule, or of a group of rules: ${SEVERITIES.join(', ')}.`,
  },
  'tensorflow-version': {
    type: 'string',
    value: 'X.Y',
    about:
      'The release of TensorFlow that Python runs on. By default, it is read from requirements and environments.',
  },
  'library-version': {
    type: 'string',
    multiple: true,
    value: 'NAME=X.Y',
    about: 'The same for another library, such as keras-rs=0.4.',
  },
  'keras-backend': {
    type: 'string',
    value: 'NAME',
    about: 'What computes for Keras where the program sets no KERAS_BACKEND: jax, tensorflow, torch or auto.',
  },
} as const satisfies Record<string, Option>;

/** The settings given on the command line. */
export function settingsFrom(values: Values): Partial<Settings> {
  const given = (values['library-version'] ?? []) as string[];
  const versions = given.map((each) => /^([^=]*)=?(.*)$/s.exec(each)!.slice(1));
  return {
    rules: ruleSeverities(values),
    ...one('tensorflow-version', 'tensorflowVersion', values['tensorflow-version']),
    ...one('keras-backend', 'kerasBackend', values['keras-backend']),
    ...(given.length > 0 && one('library-version', 'libraryVersions', Object.fromEntries(versions))),
  };
}

function ruleSeverities(values: Values): Settings['rules'] {
  const severities: Record<string, Severity | 'off'> = {};
  for (const setting of (values['rule'] ?? []) as string[]) {
    const [, code = setting, level] = /^([^=]*)=(.*)$/.exec(setting) ?? [];
    const severity = SEVERITIES.find((s) => s === level);
    const codes = codesOf(code);
    if (!codes) throw unknownRule(code);
    if (!severity) throw new UsageError(`--rule ${code}=…: takes one of ${SEVERITIES.join(', ')}.`);
    for (const each of codes) severities[each] = severity;
  }
  return severities;
}

/** One setting, if an option gives it. */
function one(option: string, name: 'tensorflowVersion' | 'kerasBackend' | 'libraryVersions', given: unknown) {
  if (given === undefined) return {};
  const { expected, read } = SETTINGS[name];
  const refuse = (problem: string) => {
    throw new UsageError(`--${option}: ${problem}`);
  };
  const value = read(given, refuse);
  return value === undefined ? refuse(`"${excerpt(String(given))}" is not ${expected}.`) : { [name]: value };
}
