import { arch, platform, release } from 'node:os';
import { decode } from '../../basics/decode';
import { UsageError } from '../../basics/usage-error';
import { changedSettings } from '../../project/settings';
import { isNotebook } from '../../python/notebooks';
import { diagnosed } from '../../reports/doctor';
import { issueText, smallestText } from '../../reports/issue';
import { FileChecker } from '../checking/check-file';
import type { Command } from '../command';
import { readBytes } from '../files/files';
import { NearbyFacts } from '../files/nearby-facts';
import { makeFile } from '../files/write-file';
import { SELECTION_OPTIONS } from '../input/selection-options';
import { listingsOf } from './doctor';

export const report: Command = {
  usage: 'report [--output OUT] [--rule CODE FILE]',
  summary: 'Write what a report about this tool needs, for you to read before you send it.',
  details: [
    'Versions, libraries around the working directory and settings that differ from their defaults, without paths and addresses of people, as Markdown. Nothing is sent. The text of a file is only in it if you name the file: as little of it as still has the problem.',
  ],
  arguments: { FILE: 'A file whose problem is wrong.' },
  options: {
    rule: { type: 'string', value: 'CODE', about: 'The code of that problem.' },
    output: {
      type: 'string',
      short: 'o',
      value: 'OUT',
      about: 'The file to write, -o for short. The default is standard output.',
    },
    config: SELECTION_OPTIONS.config,
    'no-config': SELECTION_OPTIONS['no-config'],
  },
  statuses: {
    0: 'The report is shown or written.',
    2: 'Wrong usage, a file that cannot be read or written, or FILE has no such problem.',
  },
  examples: [
    ['report', 'Versions and settings.'],
    ['report --rule unknown-argument model.py', 'Also the smallest part of the program with that problem.'],
  ],
  async run(values, [path, ...more]) {
    const { rule, output } = values as { readonly rule?: string; readonly output?: string };
    if (more.length > 0 || (rule === undefined) !== (path === undefined))
      throw new UsageError('Name a problem and its file, or neither.', this.usage);
    const nearby = new NearbyFacts(values);
    const text = issueText({
      versions: [
        { package: 'tpu-embedding-tools', version: VERSION, source: 'command line' },
        { package: 'node', version: process.versions.node, source: `${platform()} ${release()} ${arch()}` },
        ...diagnosed(listingsOf('.', values, nearby)).found,
      ],
      settings: changedSettings(nearby.configuration(path ?? 'any')?.settings ?? {}),
      ...(path !== undefined &&
        rule !== undefined && { example: { rule, text: await exampleIn(path, rule, nearby) } }),
    });
    if (output === undefined || output === '-') process.stdout.write(text);
    else await makeFile(output, Buffer.from(text));
    return 0;
  },
};

async function exampleIn(path: string, rule: string, nearby: NearbyFacts): Promise<string> {
  if (isNotebook(path)) throw new UsageError('The cell of a notebook is named by a file with its code.');
  const checker = new FileChecker({}, nearby);
  const rulesIn = (text: string): readonly string[] => {
    const task = { path, named: true, bytes: Buffer.from(text), withFixes: false, fix: false };
    return (checker.check(task).report?.parts ?? []).flatMap(({ diagnostics }) =>
      diagnostics.map(({ code }) => code),
    );
  };
  const found = smallestText(decode(await readBytes(path)).text, rule, rulesIn);
  if (found === undefined) throw new UsageError(`${path} has no problem with the code ${rule}.`);
  return found;
}
