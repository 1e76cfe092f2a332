import { excerpt } from '../../../../basics/excerpt';
import { addTo } from '../../../../basics/groups';
import { didYouMean } from '../../../../basics/nearest';
import { lazy } from '../../../../basics/once';
import { UsageError } from '../../../../basics/usage-error';
import { allEntries, displayName, type Entry, entryIn } from '../../../../catalogue';
import { entryMarkdown, fieldMarkdown, parameterMarkdown } from '../../../../languages/python/documentation';
import { messageMarkdown, valueDocumentation } from '../../../../languages/textproto/hover';
import { builtin } from '../../../../schema/builtin';
import type { EnumType } from '../../../../schema/types';
import { integer, list, object, text } from '../../schema';
import type { View } from '../../tool';

/** With more matches than these, the caller has to be more specific. */
const MAX_MATCHES = 5;

const KINDS = [
  'message',
  'field',
  'enum value',
  'op',
  'class',
  'function',
  'method',
  'property',
  'constant',
  'argument',
] as const;

export const nameLookup: View = {
  takes: object({
    name: text('The name to look up.'),
  }),
  answers: object({
    matches: list(
      object({
        kind: { type: 'string', enum: KINDS },
        name: text(),
        documentation: text(),
      }),
    ),
    more: integer(),
  }),
  async run(given) {
    const name = (given.get('name') as string).trim();
    const found = matching(name);
    if (found.length === 0)
      throw new UsageError(`TPU embedding has no name "${excerpt(name)}". ${advice(name)}`);
    const matches = found
      .slice(0, MAX_MATCHES)
      .map(({ kind, name, documentation }) => ({ kind, name, documentation: documentation() }));
    const more = found.length - matches.length;
    return {
      data: { matches, more },
      text: [
        ...matches.map(({ kind, name, documentation }) => `# ${name} (${kind})\n\n${documentation}\n`),
        ...(more > 0
          ? [
              `${more} further names match: ${found
                .slice(MAX_MATCHES, MAX_NAMES)
                .map(({ name }) => name)
                .join(', ')}.`,
            ]
          : []),
      ].join('\n'),
    };
  },
};

const MAX_NAMES = 25;

interface Named {
  readonly kind: (typeof KINDS)[number];
  /** The full name, split at the dots. */
  readonly name: string;
  /** Further full names. */
  readonly others?: readonly string[];
  readonly documentation: () => string;
}

/** The kinds in order of how often people look for them. */
const RANK: readonly Named['kind'][] = [
  'class',
  'op',
  'function',
  'message',
  'field',
  'enum value',
  'argument',
];

const rankOf = ({ kind }: Named) => (RANK.includes(kind) ? RANK.indexOf(kind) : RANK.length);

/** Treats `clippingLimits` and `clipping_limits` as the same name. */
const plain = (name: string) => name.toLowerCase().replaceAll(/[_\s-]/g, '');

function matching(name: string): readonly Named[] {
  const parts = name.split('.').map(plain);
  const last = parts.at(-1)!;
  const found = (everything().get(last) ?? []).filter(({ name, others = [] }) =>
    [name, ...others].some((full) => endsWith(full, parts)),
  );
  const isExact = (each: Named) => each.name === name || each.name.endsWith(`.${name}`);
  return found.toSorted(
    (a, b) =>
      Number(isExact(b)) - Number(isExact(a)) || rankOf(a) - rankOf(b) || a.name.length - b.name.length,
  );
}

/** Treats `tf` as `tensorflow`, and accepts the last parts of a path, because many people know only those. */
function endsWith(full: string, wanted: readonly string[]): boolean {
  const parts = full.split('.').map(plain);
  const own = wanted[0] === 'tf' || wanted[0] === 'tensorflow' ? wanted.slice(1) : wanted;
  return own.every((part, i) => {
    const found = parts[parts.length - own.length + i];
    // The field `adam` holds AdamParameters.
    return found === part || found === `${part}parameters`;
  });
}

/** All names by their last part. */
const everything = lazy((): ReadonlyMap<string, readonly Named[]> => {
  const byLast = new Map<string, Named[]>();
  for (const each of [...schemaNames(), ...allEntries().filter(isOurs).flatMap(entryNames)]) {
    const names = [each.name, ...(each.others ?? [])];
    for (const last of new Set(names.map((full) => plain(full.split('.').at(-1)!))))
      addTo(byLast, last, each);
  }
  return byLast;
});

function* schemaNames(): Generator<Named> {
  const enums = new Map<string, EnumType>();
  for (const name of builtin.messageNames) {
    const message = builtin.message(name)!;
    yield { kind: 'message', name, documentation: () => messageMarkdown(message) };
    for (const field of message.fields) {
      if (field.enum) enums.set(field.enum.name, field.enum);
      yield { kind: 'field', name: `${name}.${field.name}`, documentation: () => fieldMarkdown(name, field) };
    }
  }
  for (const [name, type] of enums)
    for (const value of type.values)
      yield {
        kind: 'enum value',
        name: `${name}.${value.name}`,
        documentation: () => valueDocumentation(name, value),
      };
}

const isOurs = ({ kind, foreign }: Entry) => !foreign && kind !== 'module';

function entryNames(entry: Entry): Named[] {
  const { kind, id, qualifiedNames, parameters, message } = entry;
  const own: Named = {
    kind: kind as Exclude<Entry['kind'], 'module'>,
    name: displayName(id),
    others: qualifiedNames,
    documentation: () => entryMarkdown(entryIn(entry, {})),
  };
  // The arguments of a message's class are its fields.
  if (message !== undefined) return [own];
  return [
    own,
    ...parameters.map(
      (parameter): Named => ({
        kind: 'argument',
        name: `${displayName(id)}.${parameter.name}`,
        documentation: () => parameterMarkdown(entry, parameter),
      }),
    ),
  ];
}

function advice(name: string): string {
  const names = [...everything().values()].flatMap((named) =>
    named.map((each) => each.name.split('.').at(-1)!),
  );
  return (
    didYouMean(name.split('.').at(-1)!, new Set(names)) ??
    'Names are those of protobuf fields and messages, ops, classes and arguments.'
  );
}
