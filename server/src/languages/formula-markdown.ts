import { codeBlock, paragraphs } from '../basics/markdown';
import { booleanOf, numberOf, type Optimization } from '../configuration/configuration';
import { formulaText, type Hyperparameters, optimizers } from '../optimizers';

/** How an optimizer updates the weights, in Markdown; with usual hyperparameters where none are known. */
export function formulaMarkdown(name: string, hyperparameters?: Hyperparameters): string | undefined {
  const optimizer = optimizers.get(name);
  if (!optimizer) return undefined;
  const usual = Object.fromEntries(optimizer.hyperparameters.map(({ name, usual }) => [name, usual]));
  const lines = formulaText(optimizer, hyperparameters ?? usual);
  return paragraphs(
    lines.length > 0 ? codeBlock('text', lines.join('\n')) : optimizer.note,
    optimizer.approximate && `An approximation. ${optimizer.approximate}`,
  );
}

/** The hyperparameters that a configuration gives its optimizer; undefined where one cannot be read. */
export function hyperparametersOf({ algorithm, choice }: Optimization): Hyperparameters | undefined {
  const values: Record<string, number | boolean> = {};
  for (const { name, usual } of algorithm?.hyperparameters ?? []) {
    const message = choice?.message;
    const value =
      message && (typeof usual === 'boolean' ? booleanOf(message, name) : numberOf(message, name));
    if (value === undefined) return undefined;
    values[name] = value;
  }
  return values;
}
