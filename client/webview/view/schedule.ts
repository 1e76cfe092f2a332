import { formatFloat32 } from '../../../server/src/optimizers/float32';
import type { App, View } from '../app';
import { t } from '../model/l10n';
import { parseNumbers } from '../model/numbers';
import { newSchedule, ratesOf, SCHEDULE_TITLES, type Schedule, type ScheduleKind } from '../model/schedules';
import { controlsOf, optimizerOf } from '../model/setup';
import { el, field, newId, section, select, set } from './dom';
import { type NumberInput, numberInput } from './number-input';
import type { Part } from './part';

/** Labels of a schedule's parameters. */
const NUMBER_TITLES = {
  rate: t('Rate'),
  steps: t('Duration in steps'),
  decay: t('Factor'),
  floor: t('Lowest part'),
};

/** The parameters of each kind. */
const NUMBERS: Record<ScheduleKind, (keyof typeof NUMBER_TITLES)[]> = {
  configured: [],
  constant: ['rate'],
  list: [],
  warmup: ['rate', 'steps'],
  exponential: ['rate', 'decay', 'steps'],
  cosine: ['rate', 'floor', 'steps'],
};

/** Learning rates over time, as a training loop would pass them. */
export function schedule(app: App): Part {
  const { element, body } = section('schedule', t('Learning rate over time'));
  const kind = select(SCHEDULE_TITLES, (value) => choose(value as ScheduleKind), { id: newId('schedule') });
  const fields = el('div', { class: 'fields' });
  const correction = el('input', { type: 'checkbox', id: newId('correction') });
  correction.addEventListener('change', () => app.setOptions({ biasCorrection: correction.checked }));
  const correctionRow = el(
    'div',
    { class: 'check-row' },
    correction,
    el('label', { for: correction.id }, t('With the bias correction that Adam leaves to the caller')),
  );
  body.append(fields, correctionRow);
  let inputs: [keyof typeof NUMBER_TITLES, NumberInput][] = [];
  let list: HTMLInputElement | undefined;
  let built = '';

  function choose(chosen: ScheduleKind): void {
    app.setOptions({ schedule: newSchedule(chosen, app.view.options.steps) });
  }

  /** The configured rate of the chosen side's optimizer. */
  function configuredRate({ side }: View): number {
    const base = app.base(side);
    const overrides = side === 'a' ? app.view.overrides : app.view.secondOverrides;
    const rate = base && controlsOf(base, overrides).find(({ label }) => label === 'learning_rate')?.value;
    return typeof rate === 'number' ? rate : Number.NaN;
  }

  function build(schedule: Schedule): void {
    if (built === schedule.kind) return;
    built = schedule.kind;
    const names = NUMBERS[schedule.kind];
    inputs = names.map((name) => [
      name,
      numberInput(
        NUMBER_TITLES[name],
        (value) => {
          if (name !== 'steps' || value > 0)
            app.setOptions({ schedule: { ...app.view.options.schedule, [name]: value } as Schedule });
        },
        { id: newId(name), class: 'number small' },
      ),
    ]);
    list = undefined;
    if (schedule.kind === 'list') {
      const input = el('input', {
        type: 'text',
        class: 'number wide',
        id: newId('rates'),
        spellcheck: 'false',
      });
      input.addEventListener('input', () => {
        const rates = parseNumbers(input.value);
        set(input, 'aria-invalid', rates ? undefined : 'true');
        if (rates) app.setOptions({ schedule: { kind: 'list', rates } });
      });
      list = input;
    }
    fields.replaceChildren(
      field(t('Schedule'), kind),
      ...inputs.map(([name, { element }]) => field(NUMBER_TITLES[name], element)),
      ...(list ? [field(t('Rates, step by step'), list)] : []),
    );
  }

  return {
    element,
    show(view: View) {
      const { options, side } = view;
      build(options.schedule);
      kind.value = options.schedule.kind;
      const configured = configuredRate(view);
      const numbers = { rate: configured, ...options.schedule } as Record<string, unknown>;
      for (const [name, input] of inputs) input.show(Number(numbers[name]));
      if (list && options.schedule.kind === 'list' && document.activeElement !== list)
        list.value = ratesOf(options.schedule, configured)
          .map((rate) => formatFloat32(Math.fround(rate)))
          .join(', ');
      correction.checked = options.biasCorrection;
      const base = app.base(side);
      const optimizer = base && optimizerOf(base);
      correctionRow.hidden = !['adam', 'online_yogi', 'proximal_yogi'].includes(optimizer?.name ?? '');
    },
  };
}
