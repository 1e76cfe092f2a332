import * as vscode from 'vscode';

/** An answer; 'back' asks the question before again, undefined ends it all. */
export type Outcome<T> = { readonly answer: T } | 'back' | undefined;

/** How a question shows that it is one of several. */
export type Place = Pick<vscode.QuickInput, 'title' | 'step' | 'totalSteps'>;

/** Answers with what a person chose to change of the answers so far. */
export type Question<A> = (place: Place, answers: A) => Promise<Outcome<Partial<A>>>;

/** Asks one question after another, and again from `answers` on where a person goes back. */
export async function askAll<A>(
  title: string,
  answers: A,
  questions: readonly Question<A>[],
): Promise<A | undefined> {
  let given = answers;
  let at = 0;
  while (at < questions.length) {
    const outcome = await questions[at]!({ title, step: at + 1, totalSteps: questions.length }, given);
    if (!outcome) return undefined;
    if (outcome !== 'back') given = { ...given, ...outcome.answer };
    at += outcome === 'back' ? -1 : 1;
  }
  return given;
}

export type Item<T> = vscode.QuickPickItem & { readonly answer: T };

/** Lets a person choose one of some items; the one `before` is active at first. */
export function choose<T>(
  place: Place,
  placeholder: string,
  items: readonly Item<T>[],
  before: Item<T> | undefined,
): Promise<Outcome<T>> {
  const input = vscode.window.createQuickPick<Item<T>>();
  Object.assign(input, { placeholder, items, activeItems: before ? [before] : [] });
  return shown(place, input, () => input.selectedItems[0]?.answer);
}

/** Lets a person type; `read` says what a text means or, in a sentence, why it is no answer. */
export function enter<T extends object>(
  place: Place,
  prompt: string,
  value: string,
  read: (text: string) => T | string,
): Promise<Outcome<T>> {
  const input = vscode.window.createInputBox();
  Object.assign(input, { prompt, value });
  const judge = () => {
    const result = read(input.value);
    input.validationMessage = typeof result === 'string' ? result : undefined;
    return typeof result === 'string' ? undefined : result;
  };
  input.onDidChangeValue(judge);
  return shown(place, input, judge);
}

/** Shows an input until it is accepted with an answer, left, or gone back from. */
function shown<T>(
  place: Place,
  input: vscode.QuickPick<vscode.QuickPickItem> | vscode.InputBox,
  answerOf: () => T | undefined,
): Promise<Outcome<T>> {
  Object.assign(input, place, { ignoreFocusOut: true });
  if (place.step !== 1) input.buttons = [vscode.QuickInputButtons.Back];
  return new Promise<Outcome<T>>((resolve) => {
    input.onDidTriggerButton(() => resolve('back'));
    input.onDidHide(() => resolve(undefined));
    input.onDidAccept(() => {
      const answer = answerOf();
      if (answer !== undefined) resolve({ answer });
    });
    input.show();
  }).finally(() => input.dispose());
}
