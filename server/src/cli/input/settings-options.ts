import { excerpt } from '../../basics/excerpt';
import { UsageError } from '../../basics/usage-error';
import { SETTINGS, SEVERITIES, type Settings } from '../../project/settings';
import { allRules } from '../../rules';
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
    about: `Change a rule's severity: ${SEVERITIES.join(', ')}.`,
  },
  'tensorflow-version': {
    type: 'string',
    value: 'X.Y',
    about:
      'The release of TensorFlow that Python runs on. By default, it is read from requirements and environments.',
  },
} as const satisfies Record<string, Option>;

/** The settings given on the command line. */
export function settingsFrom(values: Values): Partial<Settings> {
  const version = tensorflowVersion(values);
  return {
    rules: ruleSeverities(values),
    ...(version !== undefined && { tensorflowVersion: version }),
  };
}

function ruleSeverities(values: Values): Record<string, Severity | 'off'> {
  const severities: Record<string, Severity | 'off'> = {};
  for (const setting of (values['rule'] ?? []) as string[]) {
    const [, code = setting, level] = /^([^=]*)=(.*)$/.exec(setting) ?? [];
    const severity = SEVERITIES.find((s) => s === level);
    if (!allRules.some((rule) => rule.code === code)) throw unknownRule(code);
    if (!severity) throw new UsageError(`--rule ${code}=…: takes one of ${SEVERITIES.join(', ')}.`);
    severities[code] = severity;
  }
  return severities;
}

function tensorflowVersion({ 'tensorflow-version': given }: Values): string | undefined {
  if (given === undefined) return undefined;
  const { expected, read } = SETTINGS.tensorflowVersion;
  const version = read(given, () => {});
  if (version === undefined)
    throw new UsageError(`--tensorflow-version: "${excerpt(String(given))}" is not ${expected}.`);
  return version;
}
