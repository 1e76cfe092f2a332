import * as vscode from 'vscode';

/** An answer; 'back' repeats the previous question, undefined cancels. */
type StepResult<T> = { readonly answer: T } | 'back' | undefined;

/** Title and step number of a question. */
type Heading = Pick<vscode.QuickInput, 'title' | 'step' | 'totalSteps'>;

/** Returns the answers with the user's new one. */
export type Question<A> = (heading: Heading, answers: A) => Promise<StepResult<Partial<A>>>;

/** Asks one question after the other, starting from `answers`. A user can go back to earlier questions. */
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

/** Lets the user choose an item; `before` is the initial selection. */
export function choose<T>(
  heading: Heading,
  placeholder: string,
  items: readonly Item<T>[],
  before: Item<T> | undefined,
): Promise<StepResult<T>> {
  const input = vscode.window.createQuickPick<Item<T>>();
  Object.assign(input, { placeholder, items, activeItems: before ? [before] : [] });
  return shown(heading, input, () => input.selectedItems[0]?.answer);
}

/** Lets the user type a text; `read` returns its value, or a sentence that says why it is invalid. */
export function enter<T extends object>(
  heading: Heading,
  prompt: string,
  value: string,
  read: (text: string) => T | string,
): Promise<StepResult<T>> {
  const input = vscode.window.createInputBox();
  Object.assign(input, { prompt, value });
  const validate = () => {
    const result = read(input.value);
    input.validationMessage = typeof result === 'string' ? result : undefined;
    return typeof result === 'string' ? undefined : result;
  };
  input.onDidChangeValue(validate);
  return shown(heading, input, validate);
}

/** Shows an input until it is accepted, cancelled, or left with Back. */
function shown<T>(
  heading: Heading,
  input: vscode.QuickPick<vscode.QuickPickItem> | vscode.InputBox,
  answerOf: () => T | undefined,
): Promise<StepResult<T>> {
  Object.assign(input, heading, { ignoreFocusOut: true });
  if (heading.step !== 1) input.buttons = [vscode.QuickInputButtons.Back];
  return new Promise<StepResult<T>>((resolve) => {
    input.onDidTriggerButton(() => resolve('back'));
    input.onDidHide(() => resolve(undefined));
    input.onDidAccept(() => {
      const answer = answerOf();
      if (answer !== undefined) resolve({ answer });
    });
    input.show();
  }).finally(() => input.dispose());
}
