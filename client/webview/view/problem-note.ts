import { el, newId, set, write } from './dom';

export interface ProblemNote {
  element: HTMLElement;
  show(problem: string | undefined): void;
}

/** A message beside an invalid field, which is marked as invalid. */
export function problemNote(field: HTMLElement): ProblemNote {
  const element = el('p', { class: 'wrong', role: 'alert', id: newId('problem'), hidden: true });
  return {
    element,
    show(problem) {
      write(element, problem ?? '');
      element.hidden = problem === undefined;
      set(field, 'aria-invalid', problem === undefined ? undefined : 'true');
      set(field, 'aria-errormessage', problem === undefined ? undefined : element.id);
    },
  };
}
