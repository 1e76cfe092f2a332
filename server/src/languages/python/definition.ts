import type { Entry } from '../../catalogue';
import { fieldOf } from '../../dataflow/calls/classes';
import type { PythonFile } from '../../dataflow/calls/python-file';
import { type Argument, isInComment, nodeAt } from '../../python/tree';
import { builtin } from '../../schema/builtin';
import type { Location } from '../../schema/types';
import type { Definition } from '../answers';
import { declaredAt } from '../name-answers';
import { apiCallOf, entryOf, importedAt } from './lookup';

/** Definitions of messages, fields and enum values, in our .proto files. Other Python servers know the rest. */
export function definitionPython(file: PythonFile, offset: number): Definition | undefined {
  const { tree } = file;
  if (isInComment(tree, offset)) return undefined;
  const node = nodeAt(tree, offset);
  switch (node.kind) {
    case 'import': {
      const imported = importedAt(node, offset);
      return imported && declaredAt(declarationOf(imported.entry), imported);
    }
    case 'name': {
      const entry = entryOf(tree, node);
      return entry && declaredAt(declarationOf(entry), node);
    }
    case 'attribute': {
      if (offset < node.nameStart) return undefined;
      const entry = entryOf(tree, node);
      const location = entry ? declarationOf(entry) : fieldOf(tree, node)?.location;
      return declaredAt(location, { start: node.nameStart, end: node.end });
    }
    case 'keyword':
      return offset <= node.nameEnd ? argumentDefinition(file, node) : undefined;
    default:
      return undefined;
  }
}

function argumentDefinition(file: PythonFile, node: Argument): Definition | undefined {
  const call = node.parent?.kind === 'call' ? apiCallOf(file, node.parent) : undefined;
  const message = call?.entry.message;
  if (message === undefined) return undefined;
  const field = builtin.message(message)?.fieldsByName.get(node.name!);
  return declaredAt(field?.location, { start: node.start, end: node.nameEnd });
}

function declarationOf({ message, value, name }: Entry): Location | undefined {
  if (message !== undefined) return builtin.message(message)?.location;
  if (!value || !('enum' in value)) return undefined;
  return enumValueLocation(value.enum, name);
}

/** An enum is found through a field of its type. */
function enumValueLocation(name: string, value: string): Location | undefined {
  for (const message of builtin.messageNames) {
    const found = builtin.message(message)?.fields.find((field) => field.enum?.name === name);
    if (found) return found.enum!.values.find((candidate) => candidate.name === value)?.location;
  }
  return undefined;
}
