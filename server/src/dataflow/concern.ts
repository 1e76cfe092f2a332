import { importsAllIn, moduleBindings, moduleNamesBoundIn } from '../python/names';
import { isInComment, nodesOf, ofSection, type Section, type Tree } from '../python/tree';
import { TRACES } from '../relevant';
import { once } from '../text/once';
import { lastStartingBy } from '../text/search';

/**
 * The sections of a program in which something of TPU embedding can be used: they name it, or share a name with another
 * such section that binds it or may put something into it. What a function does with its arguments shows where it is called.
 */
export const concernedSections = once((tree: Tree): ReadonlySet<Section> => {
  const concerned = new Set<Section>();
  if (sectionsThat(tree, TRACE, 1).length === 0) return concerned;
  const pending = sectionsThat(tree, STEP);
  for (const section of pending) concerned.add(section);
  if (pending.some(importsAllIn)) return new Set(tree.sections);
  const users = usersOfNames(tree, concerned);
  for (let section = pending.pop(); section; section = pending.pop())
    for (const name of namesHandedOn(tree, section)) {
      for (const user of users.get(name) ?? []) {
        if (concerned.has(user)) continue;
        concerned.add(user);
        pending.push(user);
      }
      users.delete(name);
    }
  return concerned;
});

const TRACE = new RegExp(TRACES, 'g');
/**
 * The same, a step of the way there, which a program may go one by one (`t = tf.tpu`, `e = t.experimental`), or a module of
 * the formats in which messages are read and written.
 */
const STEP = new RegExp(`${TRACES}|\\b(?:tpu|experimental|embedding|(?:text|json)_format)\\b`, 'g');

/** The first sections in whose code there is something; comments and docstrings are no code. */
function sectionsThat(tree: Tree, has: RegExp, most = Infinity): Section[] {
  const { text, sections } = tree;
  const found: Section[] = [];
  let index = 0;
  has.lastIndex = 0;
  for (let match = has.exec(text); match && found.length < most; match = has.exec(text)) {
    while (index + 1 < sections.length && sections[index + 1]!.start <= match.index) index++;
    const section = sections[index]!;
    if (isInComment(tree, match.index) || isInDocstring(text, section, match.index)) continue;
    found.push(section);
    has.lastIndex = sections[index + 1]?.start ?? text.length;
  }
  return found;
}

/** Of docstrings in three quotes, as almost all are. */
function isInDocstring(text: string, section: Section, offset: number): boolean {
  // To look for the quotes costs less than to look at the nodes.
  if (!TRIPLE_QUOTE.test(text.slice(section.start, offset))) return false;
  const last = lastStartingBy(docstringsOf(section), offset);
  return last !== undefined && offset < last.end;
}

const TRIPLE_QUOTE = /"""|'''/;

const docstringsOf = ofSection((section) =>
  nodesOf(section).filter((node) => node.kind === 'expression' && node.value.kind === 'string'),
);

/** The other sections that use each name of the module. */
function usersOfNames(tree: Tree, concerned: ReadonlySet<Section>): Map<string, Section[]> {
  const all = moduleBindings(tree);
  const users = new Map<string, Section[]>();
  for (const section of tree.sections) {
    if (concerned.has(section)) continue;
    for (const name of namesIn(section)) {
      if (!all.has(name)) continue;
      const others = users.get(name);
      if (others) others.push(section);
      else users.set(name, [section]);
    }
  }
  return users;
}

/** The names that a section uses, with the one of the class that it is a part of. */
const namesIn = ofSection((section): ReadonlySet<string> => {
  const names = new Set(classesOf(section));
  for (const node of nodesOf(section)) if (node.kind === 'name') names.add(node.name);
  return names;
});

/** The name of the class whose members a section has. */
const classesOf = ({ opens, members }: Section): readonly string[] =>
  [opens, members[0]?.parent].flatMap((node) => (node?.kind === 'class' ? node.name : []));

/** The names by which others get what a section makes: what it binds, and variables of the module that it may change. */
function* namesHandedOn(tree: Tree, section: Section): Generator<string> {
  yield* moduleNamesBoundIn(section);
  yield* classesOf(section);
  const all = moduleBindings(tree);
  for (const name of namesIn(section))
    if (all.get(name)?.some(({ kind }) => kind === 'assignment' || kind === 'other')) yield name;
}
