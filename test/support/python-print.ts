import type {
  Argument,
  Entry,
  Expression,
  Node,
  Parameter,
  Statement,
  Tree,
} from '../../server/src/python/tree';

/**
 * A tree with one line per statement and every operation in brackets: `□` is a missing part, `…` a missing closing
 * bracket.
 */
export function printTree(tree: Tree): string {
  return tree.module.body.map((statement) => printStatement(statement, '')).join('');
}

function printStatement(node: Statement, indent: string): string {
  const body = (statements: readonly Statement[]) =>
    statements.map((statement) => printStatement(statement, `${indent}  `)).join('');
  const decorators = (expressions: readonly Expression[]) =>
    expressions.map((expression) => `${indent}@${print(expression)}\n`).join('');
  switch (node.kind) {
    case 'expression':
      return `${indent}${print(node.value)}\n`;
    case 'assignment': {
      const type = node.annotation ? `: ${print(node.annotation)}` : '';
      const value = node.value ? ` ${node.operator} ${print(node.value)}` : '';
      return `${indent}${node.targets.map(print).join(' = ')}${type}${value}\n`;
    }
    case 'import': {
      const names = node.names.map(
        ({ name, alias }) => (name || '□') + (alias === undefined ? '' : ` as ${alias || '□'}`),
      );
      const from = node.from === undefined ? '' : `from ${node.from || '□'} `;
      return `${indent}${from}import ${node.star ? '*' : names.join(', ')}\n`;
    }
    case 'function': {
      const returns = node.returns ? ` -> ${print(node.returns)}` : '';
      const head = `def ${node.name || '□'}(${node.parameters.map(printParameter).join(', ')})${returns}`;
      return `${decorators(node.decorators)}${indent}${head}\n${body(node.body)}`;
    }
    case 'class': {
      const head = `class ${node.name || '□'}(${node.arguments.map(printArgument).join(', ')})`;
      return `${decorators(node.decorators)}${indent}${head}\n${body(node.body)}`;
    }
    case 'block': {
      const items = node.items.map(
        ({ value, target }) => print(value) + (target ? ` as ${print(target)}` : ''),
      );
      const parts = [
        node.keyword as string,
        node.target && print(node.target),
        node.value && (node.keyword === 'for' ? `in ${print(node.value)}` : print(node.value)),
        items.length > 0 ? items.join(', ') : undefined,
      ];
      return `${indent}${parts.filter((part) => part !== undefined).join(' ')}:\n${body(node.body)}`;
    }
    case 'simple':
      return `${indent}${[node.keyword, node.values.map(print).join(', ')].filter(Boolean).join(' ')}\n`;
  }
}

const printArgument = (node: Argument): string => {
  const value = print(node.value);
  switch (node.kind) {
    case 'positional':
      return value;
    case 'keyword':
      return `${node.name}=${value}`;
    case 'star':
      return `*${value}`;
    case 'doubleStar':
      return `**${value}`;
  }
};

const printParameter = (node: Parameter): string =>
  node.star +
  node.name +
  (node.annotation ? `: ${print(node.annotation)}` : '') +
  (node.default ? `=${print(node.default)}` : '');

const printEntry = ({ key, value }: Entry): string =>
  key ? `${print(key)}: ${print(value)}` : `**${print(value)}`;

export function print(node: Expression | Entry): string {
  const list = (nodes: readonly Expression[]) => nodes.map(print).join(', ');
  const end = (close: number, bracket: string) => (close < 0 ? '…' : bracket);
  switch (node.kind) {
    case 'name':
      return node.name;
    case 'number':
      return node.text;
    case 'constant':
      return node.value;
    case 'missing':
      return '□';
    case 'string':
      return (
        node.parts
          .map(
            ({ prefix, quote, bodyEnd, bodyStart, closed }) =>
              `${prefix}${quote}${bodyEnd - bodyStart}${closed ? quote : '…'}`,
          )
          .join(' ') + (node.fields.length > 0 ? `{${list(node.fields)}}` : '')
      );
    case 'attribute':
      return `${print(node.object)}.${node.name || '□'}`;
    case 'call':
      return `${print(node.callee)}(${node.arguments.map(printArgument).join(', ')}${end(node.close, ')')}`;
    case 'subscript':
      return `${print(node.object)}[${list(node.indices)}${end(node.close, ']')}`;
    case 'slice':
      return `slice ${node.parts.map((part) => (part ? print(part) : '□')).join(', ')}`;
    case 'list':
      return `[${list(node.elements)}${end(node.close, ']')}`;
    case 'set':
      return `{${list(node.elements)}${end(node.close, '}')}`;
    case 'tuple':
      return `(${list(node.elements)},)`;
    case 'dict':
      return `{${node.entries.map(printEntry).join(', ')}${end(node.close, '}')}`;
    case 'entry':
      return printEntry(node);
    case 'unary':
      return `(${node.operator} ${print(node.operand)})`;
    case 'binary':
    case 'compare':
    case 'boolean':
      return `(${node.operands.map((o, i) => (i === 0 ? '' : ` ${node.operators[i - 1]} `) + print(o)).join('')})`;
    case 'conditional':
      return `(${print(node.body)} if ${print(node.test)} else ${print(node.otherwise)})`;
    case 'lambda':
      return `(lambda ${node.parameters.map(printParameter).join(', ')}: ${print(node.body)})`;
    case 'comprehension': {
      const generators = node.generators.map(
        ({ target, iterable, conditions }) =>
          ` for ${print(target)} in ${print(iterable)}${conditions.map((c) => ` if ${print(c)}`).join('')}`,
      );
      return `${node.form}<${print(node.element)}${generators.join('')}>`;
    }
    case 'starred':
      return `*${print(node.value)}`;
    case 'await':
      return `(await ${print(node.value)})`;
    case 'yield':
      return `(yield${node.value ? ` ${print(node.value)}` : ''})`;
    case 'walrus':
      return `(${print(node.target)} := ${print(node.value)})`;
  }
}

/** Nodes that extend beyond their parents, or have the wrong parent. */
export function misplaced(tree: Tree, children: (node: Node) => readonly Node[]): Node[] {
  const found: Node[] = [];
  const stack: Node[] = [tree.module];
  for (let node = stack.pop(); node; node = stack.pop()) {
    for (const child of children(node)) {
      if (
        child.parent !== node ||
        child.start < node.start ||
        child.end > node.end ||
        child.end < child.start
      )
        found.push(child);
      stack.push(child);
    }
  }
  return found;
}
