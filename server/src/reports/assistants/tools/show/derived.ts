import { printable } from '../../../../basics/terminal';
import { UsageError } from '../../../../basics/usage-error';
import { derivedJson, derivedText, nothingIn } from '../../../derived';
import { analysisOf, open, TEXT } from '../../opened';
import { list, object, text } from '../../schema';
import type { View } from '../../tool';
import { PLACE, PLACE_IN_FILE } from '../places';
import { STRATEGY, strategyFor } from '../strategy';

const FIELD = text();

export const derived: View = {
  takes: object({
    ...TEXT,
    ...STRATEGY,
  }),
  answers: object({
    configurations: list(
      object({
        at: PLACE_IN_FILE,
        'library?': text(),
        'message?': { type: 'object' },
        'made?': { type: 'object' },
        text: text(),
        unknown: list(
          object({ path: FIELD, reason: text(), 'range?': PLACE.range, 'cell?': PLACE['cell?'] }),
        ),
        origins: list(object({ path: FIELD, ...PLACE })),
        'refused?': object({ reason: text(), ...PLACE }),
      }),
    ),
  }),
  async run(given, host) {
    const opened = await open(given, host);
    const { name, kind, placeOf } = opened;
    if (kind === 'textproto')
      throw new UsageError(
        `${name} is read as text format: derived is of Python and notebooks. Give path with its file ending, or ask for description.`,
      );
    const analysis = await analysisOf(opened);
    const found = analysis.derive(strategyFor(opened, given));
    if (found.length === 0) throw new UsageError(nothingIn(name));
    const configurations = found.map((each) => ({
      ...derivedJson(each, name, placeOf),
      text: each.lines.map((line) => `${printable(line.text)}\n`).join(''),
    }));
    return {
      data: { configurations },
      text: found.flatMap((each) => derivedText(each, name, placeOf).map(printable)).join('\n'),
    };
  },
};
