// The form with the settings of TensorFlow and the TPU.
import { COUNTS, type Settings } from './content';
import { debounced, one } from './dom';

/** Fills the form in, and reports changes. */
export function bindSettings(given: Settings, onChange: (settings: Settings) => void): void {
  const form = one<HTMLFormElement>('.settings form');
  const input = (name: string) => form.elements.namedItem(name) as HTMLInputElement;
  input('tensorflowVersion').value = String(given.tensorflowVersion ?? '');
  for (const name of COUNTS) input(name).value = String(given.derive?.[name] ?? '');
  const read = (): Settings => {
    const version = input('tensorflowVersion');
    const counts = COUNTS.map((name) => [name, input(name)] as const).filter(
      ([, { value, validity }]) => value !== '' && validity.valid,
    );
    return {
      ...(version.value && version.validity.valid && { tensorflowVersion: version.value }),
      derive: Object.fromEntries(counts.map(([name, { value }]) => [name, Number(value)])),
    };
  };
  form.addEventListener(
    'input',
    debounced(() => onChange(read()), 200),
  );
  form.addEventListener('submit', (event) => event.preventDefault());
  const details = form.closest('details')!;
  document.addEventListener('pointerdown', ({ target }) => {
    if (!details.contains(target as Node)) details.open = false;
  });
  details.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape') return;
    details.open = false;
    details.querySelector('summary')!.focus();
  });
}
