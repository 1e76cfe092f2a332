import { formatFloat32 } from '../../../server/src/optimizers/float32';
import { t } from '../model/l10n';
import { parseNumber } from '../model/numbers';
import { el, set } from './dom';

export interface NumberInput {
  element: HTMLInputElement;
  /** Shows a value, unless the user is typing. */
  show(value: number | undefined): void;
}

/**
 * A text field for a number. Unlike an input of type number, it accepts NaN, infinity and scientific notation in every
 * language. The up and down arrow keys change the last digit.
 */
export function numberInput(
  name: string,
  onInput: (value: number) => void,
  attributes: Record<string, string | number | boolean> = {},
): NumberInput {
  const element = el('input', {
    type: 'text',
    inputmode: 'decimal',
    autocomplete: 'off',
    spellcheck: 'false',
    class: 'number',
    'aria-label': name,
    ...attributes,
  });
  let shown = '';
  const take = (value: number | undefined) => {
    set(element, 'aria-invalid', value === undefined ? 'true' : undefined);
    set(element, 'title', value === undefined ? t('This is not a number.') : undefined);
    if (value !== undefined) onInput(value);
  };
  element.addEventListener('input', () => take(parseNumber(element.value)));
  // An invalid text is replaced by the current value.
  element.addEventListener('blur', () => {
    if (parseNumber(element.value) !== undefined) return;
    element.value = shown;
    set(element, 'aria-invalid', undefined);
    set(element, 'title', undefined);
  });
  element.addEventListener('keydown', (event) => {
    const direction = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    const value = parseNumber(element.value);
    if (!direction || value === undefined || !Number.isFinite(value)) return;
    event.preventDefault();
    const next = value + direction * lastDigit(element.value);
    element.value = formatFloat32(Math.fround(next));
    take(next);
  });
  return {
    element,
    show(value) {
      const text = value === undefined ? '' : formatFloat32(Math.fround(value));
      shown = text;
      const typed = parseNumber(element.value);
      if (
        document.activeElement === element &&
        typed !== undefined &&
        Object.is(Math.fround(typed), Math.fround(value ?? Number.NaN))
      )
        return;
      if (element.value !== text) element.value = text;
      set(element, 'aria-invalid', undefined);
    },
  };
}

/** The place value of the last digit of a number. */
function lastDigit(text: string): number {
  const [digits = '', exponent = '0'] = text.trim().toLowerCase().split('e');
  const decimals = digits.split('.')[1]?.length ?? 0;
  return 10 ** (Number(exponent) - decimals);
}
