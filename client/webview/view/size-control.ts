import { t } from '../model/l10n';
import { formatCount, parseCount } from '../model/numbers';
import { notchOf, type Range, SLIDER_STEPS, valueAtNotch } from '../model/slider';
import { button, el, newId, set, write } from './dom';
import { icon } from './icons';

interface SizeControl {
  element: HTMLElement;
  /** Shows a value, the document's value, and why it cannot be written, if it cannot. */
  show(value: number | undefined, written: number | undefined, reason: string | undefined): void;
}

/** A whole number: a logarithmic slider with an exact number beside it. */
export function sizeControl(
  name: string,
  range: Range,
  onChange: (value: number | undefined) => void,
): SizeControl {
  const id = newId('size');
  const slider = el('input', { type: 'range', min: 0, max: SLIDER_STEPS, step: 1, 'aria-label': name });
  const number = el('input', {
    type: 'text',
    inputmode: 'numeric',
    autocomplete: 'off',
    class: 'number',
    id,
  });
  const revert = button(icon('revert'), t('Back to the document’s value'), () => onChange(undefined), {
    class: 'quiet revert',
  });
  const tag = el('span', { class: 'tag' });
  slider.addEventListener('input', () => onChange(valueAtNotch(range, slider.valueAsNumber)));
  number.addEventListener('input', () => {
    const value = parseCount(number.value) ?? 0;
    const isValid = value >= 1 && Number.isSafeInteger(value);
    set(number, 'aria-invalid', isValid ? undefined : 'true');
    set(number, 'title', isValid ? undefined : t('A whole number of at least 1 is expected.'));
    if (isValid) onChange(value);
  });
  let shown = '';
  number.addEventListener('blur', () => {
    number.value = shown;
    set(number, 'aria-invalid', undefined);
  });
  return {
    element: el(
      'div',
      { class: 'control' },
      el('label', { class: 'name', for: id }, name),
      slider,
      number,
      el('span', { class: 'aside' }, tag, revert),
    ),
    show(value, written, reason) {
      const changed = value !== written;
      shown = value === undefined ? '' : formatCount(value);
      if (value === undefined || valueAtNotch(range, slider.valueAsNumber) !== value)
        slider.value = String(value === undefined ? SLIDER_STEPS / 2 : notchOf(range, value));
      set(slider, 'aria-valuetext', value === undefined ? t('not known') : shown);
      if (document.activeElement !== number) number.value = shown;
      set(number, 'placeholder', t('not known'));
      revert.hidden = !changed;
      write(tag, changed && reason !== undefined ? t('preview only') : '');
      set(tag, 'title', reason);
    },
  };
}
