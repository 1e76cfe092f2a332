import { excerpt } from '../../basics/excerpt';
import { isUsageError, UsageError } from '../../basics/usage-error';
import { adviceAbout, readArguments } from './arguments';
import type { Answer, Host, Tool } from './tool';
import { check } from './tools/check';
import { diff } from './tools/diff';
import { lookup } from './tools/lookup';
import { show } from './tools/show';
import { simulate } from './tools/simulate';

export type { ObjectSchema } from './schema';
export type { Answer, Host, Searchable, Surroundings, Tool } from './tool';

/** In the order in which lists show them. */
export const TOOLS: readonly Tool[] = [check, lookup, show, diff, simulate];

/** An answer, or a sentence for the caller that says why there is none. */
type ToolResult = Answer | { readonly problem: string };

/** Calls a tool. Throws only on an internal error, or if `host` cancels the call. */
export async function ask(name: string, given: unknown, host: Host): Promise<ToolResult> {
  try {
    const tool = TOOLS.find((each) => each.name === name);
    const names = TOOLS.map((each) => each.name);
    if (!tool) throw new UsageError(`There is no tool "${excerpt(name)}". ${adviceAbout(name, names)}`);
    return await tool.run(readArguments(tool.takes, given), host);
  } catch (error) {
    if (isUsageError(error)) return { problem: error.message };
    throw error;
  }
}
