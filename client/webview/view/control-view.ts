import { t } from '../model/l10n';
import { formatNumber } from '../model/numbers';
import { type Control, documentationOf } from '../model/setup';
import { nextNotch, notchOf, SLIDER_STEPS, valueAtNotch } from '../model/slider';
import { button, el, newId, set, write } from './dom';
import { icon } from './icons';
import { type NumberInput, numberInput } from './number-input';
import { type ProblemNote, problemNote } from './problem-note';
import { Tooltip } from './tooltip';

/** How a control's value relates to the document. */
export interface Standing {
  /** Changed in the preview and not written to the document. */
  changed: boolean;
  /** The document's value; undefined if it has none. */
  written: number | boolean | undefined;
  /** A short note that says why the value stays in the preview, or where it comes from. */
  tag?: string;
  tagHint?: string;
  /** Goes to what the note is about. */
  onTag?: () => void;
  disabled: boolean;
  /** Why the value has no effect. */
  idle?: string | undefined;
  /** Why nothing can be computed with the value. */
  problem?: string | undefined;
}

/** One hyperparameter: a slider with a number beside it, or a checkbox. */
export class ControlView {
  readonly element: HTMLElement;
  private readonly label = el('label', { class: 'name' });
  private readonly tag = el('span');
  private readonly tagLink = button('', undefined, () => this.onTag?.(), { class: 'link' });
  private onTag: (() => void) | undefined;
  private readonly revert: HTMLButtonElement;
  private readonly slider: HTMLInputElement | undefined;
  private readonly number: NumberInput | undefined;
  private readonly checkbox: HTMLInputElement | undefined;
  private readonly problem: ProblemNote;
  private readonly idle = el('p', { class: 'hint idle', hidden: true });
  private control: Control;

  constructor(control: Control, onChange: (path: string, value: number | boolean | undefined) => void) {
    this.control = control;
    const id = newId('control');
    const change = (value: number | boolean | undefined) => onChange(this.control.path, value);
    set(this.label, 'for', id);
    this.revert = button(icon('revert'), t('Back to the document’s value'), () => change(undefined), {
      class: 'quiet revert',
    });
    this.element = el('div', { class: 'control', 'data-path': control.path }, this.label);
    if (control.range) {
      const slider = el('input', {
        type: 'range',
        min: 0,
        max: SLIDER_STEPS,
        step: 1,
        'aria-label': control.label,
      });
      slider.addEventListener('input', () => change(valueAtNotch(this.control.range!, slider.valueAsNumber)));
      slider.addEventListener('keydown', (event) => {
        const direction = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }[event.key];
        if (!direction) return;
        event.preventDefault();
        slider.valueAsNumber = nextNotch(this.control.range!, slider.valueAsNumber, direction);
        change(valueAtNotch(this.control.range!, slider.valueAsNumber));
      });
      this.slider = slider;
      this.number = numberInput(control.label, change, { id });
      // The label already names it.
      set(this.number.element, 'aria-label', undefined);
      this.element.append(slider, this.number.element);
    } else {
      const checkbox = el('input', { type: 'checkbox', id });
      checkbox.addEventListener('change', () => change(checkbox.checked));
      this.checkbox = checkbox;
      this.element.append(el('span', { class: 'check' }, checkbox));
    }
    const field = this.number?.element ?? this.checkbox!;
    const tooltip = new Tooltip(this.label, this.slider ? [this.slider, field] : [field]);
    tooltip.write(control.documentation ?? documentationOf(control.path));
    this.problem = problemNote(field);
    const aside = el(
      'span',
      { class: 'aside' },
      el('span', { class: 'tag' }, this.tag, this.tagLink),
      this.revert,
    );
    this.element.append(aside, this.idle, this.problem.element, tooltip.element);
  }

  show(control: Control, { changed, written, tag, tagHint, onTag, disabled, idle, problem }: Standing): void {
    this.control = control;
    write(this.label, control.label);
    this.problem.show(problem);
    write(this.idle, idle ?? '');
    this.idle.hidden = idle === undefined;
    this.element.classList.toggle('without-effect', idle !== undefined);
    this.onTag = onTag;
    this.tagLink.hidden = onTag === undefined;
    write(this.tag, (!onTag && tag) || '');
    write(this.tagLink, (onTag && tag) || '');
    for (const element of [this.tag, this.tagLink]) set(element, 'title', tagHint);
    this.element.classList.toggle('changed', changed);
    this.revert.hidden = !changed;
    set(this.revert, 'title', t('Back to {0}', describeValue(written)));
    set(this.revert, 'aria-label', t('{0}: back to {1}', control.label, describeValue(written)));
    const { value, range } = control;
    if (this.checkbox) {
      this.checkbox.checked = value === true;
      this.checkbox.disabled = disabled;
      return;
    }
    const number = typeof value === 'number' ? value : undefined;
    const slider = this.slider!;
    this.element.classList.toggle('unset', number === undefined);
    // If several positions have the same value, as with whole numbers, the slider stays where the user put it.
    if (number === undefined || valueAtNotch(range!, slider.valueAsNumber) !== number)
      slider.value = String(number === undefined ? SLIDER_STEPS / 2 : notchOf(range!, number));
    set(slider, 'aria-valuetext', number === undefined ? t('not set') : formatNumber(number));
    this.number!.show(number);
    set(this.number!.element, 'placeholder', number === undefined ? t('none') : undefined);
    slider.disabled = disabled;
    this.number!.element.disabled = disabled;
  }
}

function describeValue(value: number | boolean | undefined): string {
  if (value === undefined) return t('what the document says');
  if (typeof value === 'boolean') return value ? t('on') : t('off');
  return formatNumber(value);
}
