import type { App, View } from '../app';
import { axisNames } from '../model/axis-paths';
import { changes } from '../model/changes';
import { t } from '../model/l10n';
import { namesOf } from '../model/names';
import { overridesOf } from '../model/rows';
import { simulatedText, type Verdict, verdictOf } from '../model/verdict';
import { button, el, write } from './dom';
import type { Part } from './part';

/** What the values in view do, in words, and a button for what to do about it. */
export function answer(app: App, below: readonly Part[]): Part {
  const words = el('p', { class: 'answer', role: 'status', 'aria-live': 'polite' });
  const simulated = el('p', { class: 'hint' });
  const because = el('p', { class: 'because' });
  const advice = el('span');
  const use = button(t('Use these values'), t('Set these values in the preview'), () => {
    const setup = app.base('a');
    const cell = verdict?.use;
    if (setup && cell) app.overrideAll(overridesOf(setup, cell));
  });
  let verdict: Verdict | undefined;
  const isOther = changes();

  return {
    element: el(
      'div',
      { class: 'answers' },
      words,
      simulated,
      because,
      el('p', { class: 'advice' }, advice, use, ...below.map(({ element }) => element)),
    ),
    show(view: View) {
      for (const part of below) part.show(view);
      const { rows, map, mapProgress, stale, problems } = view;
      const side = judgedSide(view);
      if (!isOther(rows, map, mapProgress === undefined, stale, problems, app.choices(), side)) return;
      const run = rows?.[side];
      const problem = problems[side];
      verdict = verdictIn(app);
      write(
        words,
        verdict?.text ?? (problem ? t('Nothing can be said about these values: {0}', problem.text) : ''),
      );
      write(simulated, run ? simulatedText(run, app.choices()?.[side]) : '');
      write(because, verdict?.because ?? '');
      write(advice, verdict?.advice ?? (mapProgress && side === 'a' ? t('Looking for better values …') : ''));
      use.hidden = verdict?.use === undefined;
    },
  };
}

/** The answer for what the page shows; undefined while nothing is computed, or if nothing can be. */
export function verdictIn(app: App): Verdict | undefined {
  const { rows = {}, map, mapProgress, stale, comparison } = app.view;
  const choices = app.choices();
  const side = judgedSide(app.view);
  const [shown, choice] = [rows[side], choices?.[side]];
  if (!shown || !choice || stale) return undefined;
  const another = side === 'a' ? 'b' : 'a';
  const names = namesOf(choices, comparison);
  return verdictOf({
    shown,
    ...(rows[another] && { other: rows[another] }),
    names: { shown: names[side], other: names[another] },
    // The map is of run A.
    ...(map && !mapProgress && side === 'a' && { map }),
    axes: axisNames(choice.setup),
  });
}

/** The run that the charts show. */
const judgedSide = ({ rows, side }: View) => (rows?.[side] ? side : 'a');
