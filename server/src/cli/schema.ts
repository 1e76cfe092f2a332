import { readFile } from '../regular-file';
import { builtin } from '../schema/builtin';
import { combine, type Schema } from '../schema/types';
import { UsageError, type Values } from './command';

/** Our schema and that of each `--descriptor-set`. */
export async function loadSchema(values: Values): Promise<Schema> {
  const paths = (values['descriptor-set'] ?? []) as string[];
  if (paths.length === 0) return builtin;
  const { readDescriptorSet } = await import('../schema/descriptor-set');
  const sets: Schema[] = [];
  for (const path of paths) {
    const bytes = readFile(path);
    try {
      sets.push(readDescriptorSet(bytes));
    } catch (error) {
      throw new UsageError(`${path}: ${error instanceof Error ? error.message : error}`);
    }
  }
  return combine(builtin, ...sets);
}
