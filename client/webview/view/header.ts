import type { App, View } from '../app';
import { titleOf } from '../model/comparison';
import { t } from '../model/l10n';
import { stepsOf } from '../model/options';
import { optimizerOf } from '../model/setup';
import { button, el, set, write } from './dom';
import { icon, setIcon } from './icons';
import { numberInput } from './number-input';
import type { Part } from './part';

/** Steps per second while playing, unless the run would then play for too long. */
const PLAY_RATE = 15;
const PLAY_MS = 4000;

/** Steps per frame: screens show at most sixty frames a second. */
const stride = (last: number) => Math.max(1, Math.round(last / (PLAY_MS * 0.06)));

/** Title, choosers and current step; stays visible. `tools` get a row of their own if there is no space. */
export function header(app: App, tools: readonly Part[]): Part {
  const title = el('h1');
  const table = el('span', { class: 'table-name' });
  const place = button('', undefined, () => app.reveal(), { class: 'link' });
  const pin = button(icon('pin'), undefined, () => app.pin(!app.view.pinned), { class: 'quiet' });
  const sides = el('span', { class: 'sides', role: 'group', 'aria-label': t('Run') });
  const sideButtons = (['a', 'b'] as const).map((side) => {
    const element = button(side.toUpperCase(), undefined, () => app.show(side), { class: `side ${side}` });
    sides.append(element);
    return [side, element] as const;
  });

  const to = (step: number) => () => app.goTo(step);
  const reset = button(icon('reset'), t('Back to the start'), to(0), { class: 'quiet' });
  const back = button(icon('back'), t('One step back'), () => app.goTo(app.view.step - 1), {
    class: 'quiet',
  });
  const play = button(icon('play'), t('Play'), () => app.play(!app.view.playing), { class: 'quiet play' });
  const forth = button(icon('step'), t('One step on'), () => app.goTo(app.view.step + 1), { class: 'quiet' });
  const scrub = el('input', { type: 'range', min: 0, step: 1, class: 'scrub', 'aria-label': t('Step') });
  scrub.addEventListener('input', () => app.goTo(scrub.valueAsNumber));
  const count = el('span', { class: 'count' });
  const steps = numberInput(t('Number of steps'), setSteps, { class: 'number' });
  const of = el('label', { class: 'of' }, t('of'), ' ', steps.element);

  const progress = el('progress', { 'aria-label': t('Computing') });
  const cancel = button(t('Cancel'), undefined, () => app.stop());
  const working = el('div', { class: 'working' }, progress, cancel);
  const transport = el(
    'div',
    { class: 'transport', role: 'group', 'aria-label': t('Steps') },
    reset,
    back,
    play,
    forth,
    scrub,
    working,
    count,
    of,
  );

  /** Runs over rows have a number of steps of their own. */
  function setSteps(steps: number): void {
    const { preset, ids } = app.view.options;
    app.setOptions(preset === 'rows' ? { ids: { ...ids, steps } } : { steps });
  }

  let waiting = false;
  function next(): void {
    if (!app.view.playing || waiting) return;
    waiting = true;
    const last = app.lastStep();
    setTimeout(tick, Math.min(1000 / PLAY_RATE, (PLAY_MS * stride(last)) / last));
  }
  const tick = () => {
    waiting = false;
    if (!app.view.playing) return;
    app.advance(stride(app.lastStep()));
    next();
  };

  return {
    element: el(
      'header',
      {},
      el('div', { class: 'what' }, title, table, place, el('span', { class: 'space' }), pin),
      el('div', { class: 'tools' }, ...tools.map(({ element }) => element), sides),
      transport,
    ),
    show(view: View) {
      const { shown, pinned, step, playing, comparison } = view;
      const setup = app.base(view.side) ?? shown?.setup;
      const optimizer = setup && optimizerOf(setup);
      write(title, optimizer?.title ?? t('Optimizer preview'));
      set(title, 'title', optimizer?.title);
      const name = shown && shown.place.title !== optimizer?.title ? shown.place.title : '';
      write(table, name);
      write(place, shown ? `${shown.source.file}:${shown.place.range.start.line + 1}` : '');
      place.hidden = !shown;
      set(place, 'title', t('Show it in its editor'));
      set(pin, 'aria-pressed', String(pinned));
      const pinName = pinned
        ? t('Pinned to this optimizer: follow the cursor')
        : t('Following the cursor: pin to this optimizer');
      set(pin, 'aria-label', pinName);
      set(pin, 'title', pinName);
      const choices = app.choices();
      sides.hidden = comparison.kind === 'none';
      for (const [side, element] of sideButtons) {
        set(element, 'aria-pressed', String(view.side === side));
        const what = side === 'a' ? t('this run') : choices ? titleOf(comparison, choices.a) : '';
        const name = t('Run {0}: {1}', side.toUpperCase(), what);
        set(element, 'aria-label', name);
        set(element, 'title', name);
      }
      const last = app.lastStep();
      set(scrub, 'max', last);
      scrub.value = String(step);
      set(scrub, 'aria-valuetext', t('step {0} of {1}', step, last));
      write(count, t('step {0}', step));
      const path = view.options.preset === 'rows' ? 'options.ids.steps' : 'options.steps';
      set(of, 'data-path', path);
      steps.show(stepsOf(view.options));
      if (view.problems.a?.at === path) set(steps.element, 'aria-invalid', 'true');
      reset.disabled = back.disabled = step === 0;
      forth.disabled = step >= last;
      play.disabled = last === 0;
      // A panel opens at the last step: playing from there restarts.
      const [sign, action] = playing
        ? (['pause', t('Pause')] as const)
        : step >= last
          ? (['replay', t('Play from the start')] as const)
          : (['play', t('Play')] as const);
      setIcon(play, sign);
      set(play, 'aria-label', action);
      set(play, 'title', action);
      // The progress of a long run replaces the playback controls, so that nothing moves.
      working.hidden = !view.progress;
      scrub.hidden = count.hidden = !working.hidden;
      if (view.progress) {
        progress.max = view.progress.total;
        progress.value = view.progress.done;
      }
      next();
    },
  };
}
