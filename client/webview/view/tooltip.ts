import { el, newId, set } from './dom';

/** Long enough to pass over a name without one opening. */
const HOVER_MS = 350;

/** Documentation of a control: on hover of its name, and while the keyboard is in it. Escape closes it. */
export class Tooltip {
  readonly element = el('div', { class: 'tooltip', role: 'tooltip', id: newId('tooltip'), hidden: true });
  /** Whether the pointer brought the focus: it would be in the way then. */
  private pointed = false;
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** `name` opens it when hovered, `fields` when the keyboard reaches them. */
  constructor(name: HTMLElement, fields: readonly HTMLElement[]) {
    name.addEventListener('pointerenter', () => this.open(HOVER_MS));
    name.addEventListener('pointerleave', (event) => {
      if (event.relatedTarget !== this.element) this.close();
    });
    this.element.addEventListener('pointerleave', () => this.close());
    for (const field of fields) {
      set(field, 'aria-describedby', this.element.id);
      field.addEventListener('focus', () => !this.pointed && this.open(HOVER_MS));
      field.addEventListener('blur', () => this.point(false));
      field.addEventListener('pointerdown', () => this.point(true));
      field.addEventListener('keydown', ({ key }) => key === 'Escape' && this.close());
    }
  }

  /** Text with code between backticks, a paragraph a line. */
  write(text: string): void {
    this.element.replaceChildren(...text.split(/\n+/).filter(Boolean).map(paragraph));
  }

  private point(pointed: boolean): void {
    this.pointed = pointed;
    this.close();
  }

  private open(delay: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.element.hidden = this.element.childNodes.length === 0;
    }, delay);
  }

  private close(): void {
    clearTimeout(this.timer);
    this.element.hidden = true;
  }
}

const paragraph = (line: string) =>
  el('p', {}, ...line.split('`').map((part, index) => (index % 2 === 0 ? part : el('code', {}, part))));
