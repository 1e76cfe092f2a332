import { resolve, writtenFor } from '../../python/names';
import type { Call, Expression, StringLiteral, Tree } from '../../python/tree';

const MAX_DEPTH = 16;
/** Functions that do not change the meaning of text format. */
const FUNCTIONS: ReadonlySet<string> = new Set(['textwrap.dedent', 'inspect.cleandoc']);
const METHODS: ReadonlySet<string> = new Set(['strip', 'lstrip', 'rstrip', 'encode']);

/** The literals that an expression in text format concatenates; undefined if it contains anything else. */
export function literalsOf(
  tree: Tree,
  expression: Expression,
  depth = 0,
): readonly StringLiteral[] | undefined {
  if (depth > MAX_DEPTH) return undefined;
  switch (expression.kind) {
    case 'string':
      return [expression];
    case 'binary': {
      if (expression.operators.some((operator) => operator !== '+')) return undefined;
      const operands = expression.operands.map((operand) => literalsOf(tree, operand, depth + 1));
      return operands.every((literals) => literals !== undefined) ? operands.flat() : undefined;
    }
    case 'call': {
      const wrapped = wrappedText(tree, expression);
      return wrapped && literalsOf(tree, wrapped, depth + 1);
    }
    case 'walrus':
      return literalsOf(tree, expression.value, depth + 1);
    case 'name': {
      const node = writtenFor(tree, expression);
      return node === expression ? undefined : literalsOf(tree, node, depth + 1);
    }
    default:
      return undefined;
  }
}

function wrappedText(tree: Tree, { callee, arguments: given }: Call): Expression | undefined {
  if (callee.kind === 'attribute' && METHODS.has(callee.name)) return callee.object;
  const name = resolve(tree, callee);
  return name !== undefined && FUNCTIONS.has(name) && given.length === 1 ? given[0]!.value : undefined;
}
