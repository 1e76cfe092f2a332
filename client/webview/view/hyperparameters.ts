import { SPARSECORE_DIFFERENCES } from '../../../server/src/optimizers';
import type { App, View } from '../app';
import { t } from '../model/l10n';
import { setsRate } from '../model/schedules';
import { type Control, controlsOf, isRate, whyNotWritten } from '../model/setup';
import { ControlView, type Standing } from './control-view';
import { button, el, goTo, section, set, write } from './dom';
import type { Part } from './part';

/** Sliders for the optimizer's hyperparameters, and a summary of their changes. */
export function hyperparameters(app: App): Part {
  const apply = button(t('Apply'), undefined, () => void app.apply(), { class: 'primary', id: 'apply' });
  const revert = button(t('Revert'), undefined, () => app.revert(), { id: 'revert' });
  const changes = el('span', { class: 'hint changes' });
  const { element, body } = section('hyperparameters', t('Hyperparameters'), changes, revert, apply);
  set(element, 'tabindex', -1);
  const message = el('span');
  const undo = button(t('Undo'), t('Undo what was written'), () => app.steps.undo(), { class: 'link' });
  const status = el('p', { class: 'status', role: 'status' }, message, ' ', undo);
  const usual = el('div', { class: 'controls' });
  const rare = el('div', { class: 'controls' });
  const more = el('details', {}, el('summary', {}, t('Limits, decay, quantization, packing')), rare);
  const note = el('p', { class: 'hint' });
  body.append(note, status, usual, more);
  let views = new Map<string, ControlView>();
  let built = '';

  function build(controls: Control[]): void {
    const paths = controls.map(({ path }) => path).join();
    if (paths === built) return;
    built = paths;
    views = new Map(
      controls.map((control) => [
        control.path,
        new ControlView(control, (path, value) => app.override(path, value)),
      ]),
    );
    const elements = (wanted: boolean) =>
      controls.filter(({ rare }) => rare === wanted).map(({ path }) => views.get(path)!.element);
    usual.replaceChildren(...elements(false));
    rare.replaceChildren(...elements(true));
  }

  return {
    element,
    show(view: View) {
      const base = app.base(view.side);
      if (!base || !view.shown) return;
      const first = view.side === 'a';
      const overrides = first ? view.overrides : view.secondOverrides;
      const controls = controlsOf(base, overrides);
      const written = new Map(controlsOf(base, {}).map(({ path, value }) => [path, value]));
      build(controls);
      const { place } = view.shown;
      write(note, place.note ?? '');
      note.hidden = !place.note;
      more.hidden = controls.every(({ rare }) => !rare);
      const problem = view.problems[view.side];
      for (const control of controls) {
        const { path } = control;
        const changed = Object.hasOwn(overrides, path);
        const { schedule } = view.options;
        const scheduled = schedule.kind !== 'configured' && isRate(path);
        const reasons = {
          scheduled,
          computed: place.unknown.includes(path),
          fed: path === 'fed.rate',
          previewOnly: changed && first && whyNotWritten(path, overrides[path]!, base, place) !== undefined,
        };
        const tag = TAG_NAMES.find((name) => reasons[name]);
        const idle = view.options.hardware === 'sparsecore' ? idleOnSparseCore(path) : undefined;
        const standing: Standing = {
          changed,
          written: written.get(path),
          ...(tag && TAGS[tag]),
          disabled: (scheduled && setsRate(schedule)) || idle !== undefined,
          idle,
          ...(problem?.at === path && { problem: problem.text }),
        };
        views.get(path)!.show(control, standing);
      }
      const count = Object.keys(overrides).length;
      const writable = first ? app.applicable().length : 0;
      write(changes, changesText(count, writable));
      set(changes, 'title', changes.textContent || undefined);
      revert.disabled = count === 0;
      const wasFocused = document.activeElement === apply;
      apply.disabled = writable === 0;
      const reasons = first
        ? Object.entries(overrides).map(([path, value]) => whyNotWritten(path, value, base, place))
        : [];
      const reason = reasons.find((reason) => reason !== undefined);
      apply.title = first
        ? t('Write the changed values to the document')
        : t('Run B is for comparison: only run A is written to the document');
      const { notice } = app.steps;
      write(message, notice?.text ?? reason ?? '');
      undo.hidden = !notice?.canUndo;
      // A disabled button with the focus would swallow Ctrl+Z.
      if (wasFocused && apply.disabled) (undo.hidden ? element : undo).focus();
    },
  };
}

/** Why SparseCores ignore a value. */
function idleOnSparseCore(path: string): string | undefined {
  const field = path.replace('optimizationParameters.', '');
  const difference = SPARSECORE_DIFFERENCES.find(
    (one) => field === one.path || field.startsWith(`${one.path}.`),
  );
  if (!difference) return undefined;
  const { verdict, why } = difference;
  return verdict === 'ignored'
    ? t('TPUEmbeddingV2 ignores it: {0}', why)
    : t('TPUEmbeddingV2 refuses it: {0}', why);
}

/** The number of changes, and of those that Apply does not write. */
function changesText(count: number, writable: number): string {
  if (count === 0) return '';
  const changes = count === 1 ? t('1 change') : t('{0} changes', count);
  if (writable === count) return changes;
  return writable === 0
    ? t('{0}, only in the preview', changes)
    : t('{0}, {1} only in the preview', changes, count - writable);
}

/**
 * Why a value stays in the preview, or where it comes from: a short note and its explanation. The first match counts.
 */
const TAGS = {
  scheduled: {
    tag: t('scheduled'),
    tagHint: t('A schedule changes it from step to step.'),
    onTag: () => goTo('#schedule select'),
  },
  computed: {
    tag: t('computed'),
    tagHint: t('The program computes it. This value is only used in the preview.'),
  },
  fed: {
    tag: t('from training loop'),
    tagHint: t('The training loop feeds it. This value is only used in the preview.'),
  },
  previewOnly: {
    tag: t('preview only'),
    tagHint: t('No field of the document can hold it, so it stays in the preview.'),
  },
};

const TAG_NAMES = Object.keys(TAGS) as (keyof typeof TAGS)[];
