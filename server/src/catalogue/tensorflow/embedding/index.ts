import { describedEntry } from '../../described-entry';
import { embeddingId, everywhere, officialPage } from '../../names';
import { describedParameters } from '../../parameters';
import type { Entry } from '../../types';
import { type MemberName, memberNames, memberSignature, type SignatureParameter } from '../registry';
import { CLASS_WORDS } from './classes';
import { CONFIGURATION_WORDS } from './configuration';
import type { ClassMember, MemberWords } from './member-words';
import { OPTIMIZER_WORDS } from './optimizers';

const WORDS: Partial<Record<MemberName, MemberWords>> = {
  ...OPTIMIZER_WORDS,
  ...CONFIGURATION_WORDS,
  ...CLASS_WORDS,
};

/** The name in the defining module, if it differs from the exported name. */
const INTERNAL_NAMES: Partial<Record<MemberName, string>> = {
  serving_embedding_lookup: 'cpu_embedding_lookup',
};

/** The members of `tf.tpu.experimental.embedding`, and their members. */
export function embeddingEntries(): Entry[] {
  return memberNames().flatMap((name) => {
    const words = WORDS[name];
    if (!words) throw new Error(`${name} is not documented.`);
    const entry = memberEntry(name, words);
    return [entry, ...(words.members ?? []).map((member) => classMemberEntry(entry, member))];
  });
}

function memberEntry(name: MemberName, words: MemberWords): Entry {
  const { kind, module, parameters } = memberSignature(name);
  const path = `tpu.experimental.embedding.${name}`;
  return {
    id: embeddingId(name),
    kind,
    name,
    qualifiedNames: [...everywhere(path), `${module}.${INTERNAL_NAMES[name] ?? name}`],
    group: words.group,
    library: 'tensorflow',
    ...(words.role && { role: words.role }),
    ...(words.hardware && { hardware: words.hardware }),
    ...(words.isFrozen && { isFrozen: words.isFrozen }),
    ...(words.isToldByIdentity && { isToldByIdentity: words.isToldByIdentity }),
    ...(words.scope && { scope: words.scope }),
    summary: words.summary,
    doc: words.doc,
    returns: words.returns ?? `A new \`${name}\`.`,
    ...(words.lacks && { lacks: words.lacks }),
    ...(words.failsIn && { failsIn: words.failsIn }),
    ...(words.optimizer && { optimizer: words.optimizer }),
    ...(words.givesNested && { givesNested: words.givesNested }),
    ...(kind === 'class' && { lacksItems: true as const }),
    ...(kind === 'class' && !OWN_ATTRIBUTES.has(name) && { attributes: attributesOf(words, parameters) }),
    parameters: describedParameters(name, parameters, words.parameters),
    url: officialPage(path),
  };
}

/** Classes whose objects store their arguments differently. */
const OWN_ATTRIBUTES: ReadonlySet<MemberName> = new Set<MemberName>(['CustomCombiner', 'CustomOptimizer']);

/** Configurations and optimizers store their arguments as attributes; other objects have only their members. */
function attributesOf(
  { group, members = [] }: MemberWords,
  parameters: readonly SignatureParameter[],
): readonly string[] {
  const names = members.map((member) => member.name);
  if (group === 'embedding') return names;
  const kept = parameters.map((parameter) => parameter.name);
  return group === 'optimizer'
    ? [...names, ...kept.filter((name) => name !== 'clipvalue'), ...OF_OPTIMIZERS]
    : [...names, ...kept];
}

const OF_OPTIMIZERS = ['clip_gradient_min', 'clip_gradient_max', 'slot_variable_creation_fn'];

/** A method, property or constant of a class. */
function classMemberEntry(owner: Entry, member: ClassMember): Entry {
  const { group, library } = owner;
  const qualifiedNames = owner.qualifiedNames.map((name) => `${name}.${member.name}`);
  return {
    ...describedEntry({ kind: member.kind, group, library, qualifiedNames }, member),
    ...(member.scope && { scope: member.scope }),
    ...(member.building && { building: member.building }),
    ...(member.callsRates && { callsRates: true }),
    ...(member.graphOnly && { graphOnly: true }),
    ...(member.givesNested && { givesNested: member.givesNested }),
    ...(member.keys && { keys: member.keys }),
    ...(member.result === null && { result: null }),
    ...(owner.url && { url: `${owner.url}#${member.name}` }),
  };
}
