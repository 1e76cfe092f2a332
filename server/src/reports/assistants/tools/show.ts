import type { Arguments } from '../arguments';
import { LANGUAGE, TEXT } from '../opened';
import { object } from '../schema';
import type { Tool, View } from '../tool';
import { answerOf, anyAnswer } from '../views';
import { LINE } from './chosen-by-line';
import { derived } from './show/derived';
import { description } from './show/description';
import { extraction } from './show/extracted';
import { form, WRITTEN } from './show/form';
import { memory } from './show/memory';
import { STRATEGY } from './strategy';

/** By the word of `as`; the others are forms. */
const VIEWS: Readonly<Record<string, View>> = { description, memory, derived, extracted: extraction };

export const show: Tool = {
  name: 'show',
  title: 'Show a TPU embedding configuration',
  summary: 'Shows a configuration: its shapes, its memory, what a program builds, or another form of it.',
  icon: 'list-tree',
  description:
    'A TPUEmbeddingConfiguration as: description (shapes of outputs in their order, slot variables, padded widths, rows and bytes, learning rate tags; of text format), memory (by slot, chip and host, whether it fits the slice tpu, the smallest slices that hold it), derived (what a library builds from a Python program or notebook, with the place of each field and what is unknown; the program is not run), extracted (all in a graph, SavedModel, checkpoint, event file or log, or below a folder), or the same in a form: textproto, json, python (messages), tf (TableConfig and FeatureConfig), base64, bytes. Give hosts and replicas, or tpu, where a program lacks them.',
  takes: object({
    ...TEXT,
    as: { type: 'string', enum: [...Object.keys(VIEWS), ...WRITTEN], description: 'What to show.' },
    ...LANGUAGE,
    'from?': { ...form.takes.properties['from']!, description: 'The form of the input, if not guessed.' },
    ...LINE,
    ...STRATEGY,
  }),
  answers: anyAnswer([...Object.values(VIEWS), form]),
  run(given, host) {
    const as = given.get('as') as string;
    const view = VIEWS[as];
    return view
      ? answerOf(view, without(given, 'as'), host, `as: ${as}`)
      : answerOf(form, given, host, `as: ${as}`);
  },
};

const without = (given: Arguments, name: string): Arguments =>
  new Map([...given].filter(([each]) => each !== name));
