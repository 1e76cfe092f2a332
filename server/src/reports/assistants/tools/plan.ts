import { printable } from '../../../basics/terminal';
import { UsageError } from '../../../basics/usage-error';
import { counted } from '../../../configuration/quantities';
import { CONFIGURATION } from '../../../schema/builtin';
import { generations, type Slice, sliceNamed } from '../../../sizing/slices';
import { nothingIn } from '../../derived';
import { plannedJson, plannedOn, sizedInProgram, sizedInText } from '../../plan';
import { plannedText } from '../../plan-text';
import type { Arguments } from '../arguments';
import { analysisOf, errorsIn, LANGUAGE, type Opened, open, TEXT } from '../opened';
import { boolean, integer, list, number, object, text } from '../schema';
import type { Tool } from '../tool';
import { PLACE_IN_FILE } from './places';
import { givenStrategy, STRATEGY, strategyFor } from './strategy';

const PLAN = {
  'tpu?': text('The slice that was asked for.'),
  'fits?': boolean('Missing if no slice is named, or if it is not known.'),
  'notes?': list(text(), 'Obstacles besides memory, unknown values, and assumptions of the figures.'),
  'perDevice?': object(
    { 'bytes?': integer('Missing where it is not known.'), capacity: integer('In bytes.') },
    'The fullest chip.',
  ),
  'perHost?': object(
    { bytes: integer(), 'capacity?': integer('In bytes.') },
    "A checkpoint's copy on the host with the most rows.",
  ),
  'tables?': list(
    object({
      name: text(),
      slots: list(
        object({
          name: text(),
          deviceBytes: integer('On all chips.'),
          hostBytes: integer('On all hosts.'),
          'perDeviceBytes?': integer('On the fullest chip.'),
        }),
        'parameters, slot variables and gradient accumulators; empty where unknown.',
      ),
      'onDevice?': object({ rows: integer(), width: integer('Floats.'), isPacked: boolean() }),
      'paddingBytes?': integer(),
      rowsPerHost: list(integer()),
    }),
  ),
  'deviceBytes?': integer('All tables on all chips.'),
  'hostBytes?': integer('All tables on all hosts.'),
  'hosts?': integer(),
  'sharding?': list(
    object({
      strategy: text('DIV_DEFAULT or MOD.'),
      isChosen: boolean(),
      'imbalance?': number('The load of the fullest host, relative to the average host.'),
      shares: list(object({ name: text(), share: number('Of look-ups that one host answers.') })),
    }),
  ),
  'stacks?': list(
    object({
      name: text(),
      width: integer('Floats.'),
      rowsPerSparseCore: integer(),
      activationBytes: integer(),
      shardBytes: integer(),
      tables: list(
        object({ name: text(), paddedRows: integer(), rowOffset: integer(), rotation: integer() }),
      ),
    }),
    'Tables that share a table on SparseCores.',
  ),
  'smallest?': list(
    object({ tpu: text(), isCertain: boolean('Whether its accelerator is stated.') }),
    'The smallest slice of each generation that holds the tables.',
  ),
  'sources?': list(text()),
  'at?': PLACE_IN_FILE,
};

export const plan: Tool = {
  name: 'plan',
  title: 'Plan the memory of TPU embedding tables',
  summary: 'Shows the memory of tables on a TPU slice, and whether they fit.',
  icon: 'server',
  description: `The memory of embedding tables by slot variable, chip and host in bytes, whether they fit into a TPU slice, how rows and look-ups spread, and the smallest slices that hold them. Takes a TPUEmbeddingConfiguration in text format, or Python or a notebook that makes one. Slices are named as Google Cloud names them: ${generations.map(({ name }) => `${name}-N`).join(', ')}, such as v5p-16. Use it before a launch, or to choose sizes, dimensions or a slice.`,
  takes: object({
    ...TEXT,
    ...LANGUAGE,
    'tpu?': text('The slice, such as v5p-16. Without it, the answer has only memory.'),
    ...STRATEGY,
  }),
  answers: object({
    ...PLAN,
    'configurations?': list(
      { type: 'object' },
      'For a text with several configurations: a plan of each, instead of all other members.',
    ),
    'refused?': list(text(), 'Configurations of the program that TensorFlow refuses to build, and why.'),
  }),
  async run(given, host) {
    const slice = sliceOf(given);
    const opened = await open(given, host);
    const { found, refused } =
      opened.kind === 'textproto' ? await inText(opened, given) : await inProgram(opened, given, slice);
    const planned = found.map((each) => plannedOn(each, slice));
    return {
      data: { ...plannedJson(planned), ...(refused.length > 0 && { refused }) },
      text: [...refused, ...planned.flatMap(plannedText)].map(printable).join('\n'),
    };
  },
};

function sliceOf(given: Arguments): Slice | undefined {
  const name = given.get('tpu');
  if (name === undefined) return undefined;
  const slice = sliceNamed(String(name));
  if ('problem' in slice) throw new UsageError(slice.problem);
  return slice;
}

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

async function inProgram(opened: Opened, given: Arguments, slice: Slice | undefined) {
  const { name, placeOf } = opened;
  const strategyGiven = givenStrategy(given);
  if (slice && strategyGiven.numHosts !== undefined && strategyGiven.numHosts !== slice.hosts)
    throw new UsageError(
      `${slice.name} has ${counted(slice.hosts, 'host')}, and numHosts says ${strategyGiven.numHosts}. Leave one out.`,
    );
  // The named slice decides the number of hosts, even if settings have another number.
  const strategy = strategyFor(opened, {
    ...strategyGiven,
    numHosts: strategyGiven.numHosts ?? slice?.hosts,
  });
  const sized = sizedInProgram(name, await analysisOf(opened), placeOf, strategy);
  if (sized.found.length + sized.refused.length === 0) throw new UsageError(nothingIn(name));
  if (sized.found.length === 0) throw new UsageError(sized.refused.join('\n'));
  return sized;
}
