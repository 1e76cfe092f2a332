import { el, newId, set } from './dom';

/** Long enough that a pointer passing over a name does not open it. */
const HOVER_MS = 350;

/**
 * Documentation of a control. It opens on hover over the name and while a field has keyboard focus; Escape closes it.
 */
export class Tooltip {
  readonly element = el('div', { class: 'tooltip', role: 'tooltip', id: newId('tooltip'), hidden: true });
  /** Whether the focus came from the pointer: then the tooltip would be in the way. */
  private pointed = false;
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** Hovering over `name`, or keyboard focus in `fields`, opens it. */
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

  /** Writes a text with code in backticks; each line is a paragraph. */
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
