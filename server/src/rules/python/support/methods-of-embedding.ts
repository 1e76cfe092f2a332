import { excerpt } from '../../../basics/excerpt';
import { lazy } from '../../../basics/once';
import { allEntries } from '../../../catalogue';
import { caughtFrom, evaluationOf } from '../../../dataflow/calls/evaluation';
import type { PythonFile } from '../../../dataflow/calls/python-file';
import { isLayer } from '../../../dataflow/libraries/keras-layers';
import { ATTRIBUTE_ERROR, NO_EXCEPTION } from '../../../python/exceptions';
import { attributeNames, attributeValues } from '../../../python/instance-attributes';
import { bindingOf, localsOf, resolve, writtenFor } from '../../../python/names';
import { functionOf, isExpectedToFail } from '../../../python/surroundings';
import { type Attribute, type ClassDefinition, cachedBySection, type Tree } from '../../../python/tree';
import type { CallProblem } from '../call-rule';
import { isGuarded, isProbed, mayBeAdded } from './guarded';

/** Methods of an embedding object that are looked up on the model of Keras which holds it. */
export function methodsOnModels(file: PythonFile): readonly CallProblem[] {
  return file.tree.sections.flatMap(calledIn).flatMap((node) => {
    const cls = modelIn(file, node);
    const holder = cls && attributeNames(cls).find((name) => holdsEmbedding(file, cls, name));
    if (!holder || mayHave(file, cls, node.name) || isPrepared(file, node)) return [];
    const { name, nameStart: start, end } = node;
    return {
      start,
      end,
      message: `\`${excerpt(cls.name)}\` has no \`${name}\`, which is a method of the embedding object: call \`${name}\` of its attribute \`${excerpt(holder)}\`.`,
    };
  });
}

/** What models of Keras have no method of that name for, unlike `build`. */
const names = lazy(
  () =>
    new Set(
      allEntries().flatMap(({ building, library, name }) =>
        building && library === 'tensorflow' && name !== 'build' ? name : [],
      ),
    ),
);

const calledIn = cachedBySection(({ nodes }) =>
  nodes.call.flatMap(({ callee }) => (callee.kind === 'attribute' && names().has(callee.name) ? callee : [])),
);

/** The class of an object that certainly is a model of the program, derived from Keras's own classes alone. */
function modelIn({ tree }: PythonFile, { object }: Attribute): ClassDefinition | undefined {
  const made = writtenFor(tree, object);
  const cls =
    made.kind === 'call' && made.callee.kind === 'name' ? bindingOf(tree, made.callee)?.node : undefined;
  return cls?.kind === 'class' &&
    cls.decorators.length === 0 &&
    cls.arguments.length > 0 &&
    cls.arguments.every((base) => isOfKeras(tree, base))
    ? cls
    : undefined;
}

const isOfKeras = (tree: Tree, { kind, value }: ClassDefinition['arguments'][number]): boolean =>
  kind === 'positional' && isLayer(resolve(tree, value) ?? '');

const holdsEmbedding = ({ tree, typeOf }: PythonFile, cls: ClassDefinition, attribute: string): boolean =>
  attributeValues(tree, cls, attribute).some((value) => {
    const type = typeOf(value);
    return type.kind === 'instance' && type.entry.role === 'embedding';
  });

/** Whether an object of a class may have the method after all. */
const mayHave = (file: PythonFile, cls: ClassDefinition, name: string): boolean =>
  [name, ...GIVING_ANY].some((each) => localsOf(file.tree, cls).has(each) || mayBeAdded(file, each));

/** By these, an object may have any attribute. */
const GIVING_ANY = ['__getattr__', '__getattribute__', '__class__'];

/** Whether the program asks for the method, catches its absence, or does not get there. */
function isPrepared(file: PythonFile, node: Attribute): boolean {
  const { tree, text } = file;
  const { name, object } = node;
  const around = functionOf(node);
  return (
    (caughtFrom(tree, node) & ATTRIBUTE_ERROR) !== NO_EXCEPTION ||
    isGuarded(file, node, name, ['version', 'class'], object) ||
    isProbed(text, node.start) ||
    isExpectedToFail(tree, node) ||
    (around ? !evaluationOf(tree).runs(around) : evaluationOf(tree).neverReaches(node))
  );
}
