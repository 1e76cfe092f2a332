import { resolve, writtenFor } from '../../../python/names';
import { expressionOf } from './arguments';
import type { Draft } from './draft';
import type { Site } from './program';
import type { Rows } from './rows';

/** Writes the initializer of a table with the names of the other library. */
export function renameInitializer(draft: Draft, site: Site, { initializers }: Rows): void {
  const expression = expressionOf(site, 'initializer');
  if (!expression) return;
  const { tree } = draft.file;
  const written = writtenFor(tree, expression);
  const named = written.kind === 'call' ? written.callee : written;
  const name = resolve(tree, named)?.split('.').at(-1);
  const to = name !== undefined && Object.hasOwn(initializers, name) ? initializers[name] : undefined;
  if (to) draft.replace(named, draft.reference(to));
  else
    draft.remark(
      expression,
      'this initializer is kept: keras-rs calls it with the shape and dtype, and wants a tensor of the Keras backend.',
    );
}
