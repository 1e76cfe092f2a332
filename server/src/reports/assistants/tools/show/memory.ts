import { printable } from '../../../../basics/terminal';
import { UsageError } from '../../../../basics/usage-error';
import { CONFIGURATION } from '../../../../schema/builtin';
import { nothingIn } from '../../../derived';
import { plannedJson, plannedOn, sizedInProgram, sizedInText } from '../../../plan';
import { plannedText } from '../../../plan-text';
import type { Arguments } from '../../arguments';
import { analysisOf, errorsIn, LANGUAGE, type Opened, open, TEXT } from '../../opened';
import { boolean, integer, list, number, object, text } from '../../schema';
import type { View } from '../../tool';
import { PLACE_IN_FILE } from '../places';
import { givenStrategy, STRATEGY, sliceGiven, strategyFor } from '../strategy';

const PLAN = {
  'tpu?': text(),
  'fits?': boolean(),
  'notes?': list(text()),
  'perDevice?': object({ 'bytes?': integer(), capacity: integer() }),
  'perHost?': object({ bytes: integer(), 'capacity?': integer() }),
  'tables?': list(
    object({
      name: text(),
      slots: list(
        object({
          name: text(),
          deviceBytes: integer(),
          hostBytes: integer(),
          'perDeviceBytes?': integer(),
        }),
      ),
      'onDevice?': object({ rows: integer(), width: integer(), isPacked: boolean() }),
      'paddingBytes?': integer(),
      rowsPerHost: list(integer()),
    }),
  ),
  'deviceBytes?': integer(),
  'hostBytes?': integer(),
  'hosts?': integer(),
  'sharding?': list(
    object({
      strategy: text(),
      isChosen: boolean(),
      'imbalance?': number(),
      shares: list(object({ name: text(), share: number() })),
    }),
  ),
  'stacks?': list(
    object({
      name: text(),
      width: integer(),
      rowsPerSparseCore: integer(),
      activationBytes: integer(),
      shardBytes: integer(),
      tables: list(
        object({ name: text(), paddedRows: integer(), rowOffset: integer(), rotation: integer() }),
      ),
    }),
  ),
  'smallest?': list(object({ tpu: text(), isCertain: boolean() })),
  'sources?': list(text()),
  'at?': PLACE_IN_FILE,
};

export const memory: View = {
  takes: object({
    ...TEXT,
    ...LANGUAGE,
    ...STRATEGY,
  }),
  answers: object({
    ...PLAN,
    'configurations?': list({ type: 'object' }),
    'refused?': list(text()),
  }),
  async run(given, host) {
    const slice = sliceGiven(given);
    const opened = await open(given, host);
    const { found, refused } =
      opened.kind === 'textproto' ? await inText(opened, given) : await inProgram(opened, given);
    const planned = found.map((each) => plannedOn(each, slice));
    return {
      data: { ...plannedJson(planned), ...(refused.length > 0 && { refused }) },
      text: [...refused, ...planned.flatMap(plannedText)].map(printable).join('\n'),
    };
  },
};

async function inText(opened: Opened, given: Arguments) {
  const { name, options, program } = opened;
  const superfluous = Object.entries(givenStrategy(given)).find(([, value]) => value !== undefined);
  if (superfluous)
    throw new UsageError(`${superfluous[0]} is for programs, and ${name} is a configuration. Leave it out.`);
  const errors = errorsIn(opened, await analysisOf(opened));
  const snapshot = options.analyzer.open(program.text, options);
  const found = sizedInText(name, snapshot, errors.length === 0);
  if (found.length === 0)
    throw new UsageError(
      [`${name}: not a ${CONFIGURATION}. ${snapshot.resolution.detail}`, ...errors].join('\n'),
    );
  return { found, refused: [] };
}

async function inProgram(opened: Opened, given: Arguments) {
  const { name, placeOf } = opened;
  const strategy = strategyFor(opened, given);
  const sized = sizedInProgram(name, await analysisOf(opened), placeOf, strategy);
  if (sized.found.length + sized.refused.length === 0) throw new UsageError(nothingIn(name));
  if (sized.found.length === 0) throw new UsageError(sized.refused.join('\n'));
  return sized;
}
