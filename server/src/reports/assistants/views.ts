// Tools with several answers, of which the arguments choose one.
import { UsageError } from '../../basics/usage-error';
import { type Arguments, readArguments } from './arguments';
import { type JsonSchema, type ObjectSchema, object } from './schema';
import type { Answer, Host, View } from './tool';

/** What the answers of any of these views can have. */
export function anyAnswer(views: readonly View[]): ObjectSchema {
  const schemas = new Map<string, JsonSchema[]>();
  for (const { answers } of views)
    for (const [name, schema] of Object.entries(answers.properties)) {
      const known = schemas.get(name) ?? [];
      if (!known.some((each) => JSON.stringify(each) === JSON.stringify(schema))) known.push(schema);
      schemas.set(name, known);
    }
  return object(
    Object.fromEntries(
      [...schemas].map(([name, [first, ...others]]) => [
        `${name}?`,
        others.length === 0 ? first! : { anyOf: [first!, ...others] },
      ]),
    ),
  );
}

/** Throws an error for the user if an argument is missing, or is one that this view does not take. */
export function answerOf(view: View, given: Arguments, host: Host, chosen: string): Promise<Answer> {
  const names = Object.keys(view.takes.properties);
  const other = [...given.keys()].find((name) => !names.includes(name));
  if (other !== undefined)
    throw new UsageError(`${chosen} does not take ${other}, only ${names.join(', ')}. Leave it out.`);
  return view.run(readArguments(view.takes, Object.fromEntries(given)), host);
}
