/** The directives in comments `# txtpbfmt: …` at the top of a text, under txtpbfmt's own names. */
export interface Directives {
  readonly switches: ReadonlySet<Switch>;
  /** Column at which strings wrap; 0: never. */
  readonly wrapColumn: number;
  /** Paths such as `operation.name`, in the order in which they decide. */
  readonly sortSubfields: readonly string[];
}

const SWITCHES = [
  'allow_triple_quoted_strings',
  'allow_unnamed_nodes_everywhere',
  'disable',
  'expand_all_children',
  'preserve_angle_brackets',
  'remove_duplicate_values_for_repeated_fields',
  'reverse_sort',
  'skip_all_colons',
  'smartquotes',
  'sort_fields_by_field_name',
  'sort_repeated_fields_by_content',
  'wrap_html_strings',
  'wrap_strings_after_newlines',
  'wrap_strings_without_wordwrap',
] as const;

export type Switch = (typeof SWITCHES)[number];

/** Lines that begin with `#`, and empty ones between them. */
const TOP = /^(?:(?:#[^\n]*)?(?:\n|$))+/;
const DIRECTIVE = /^#\s*txtpbfmt\s*:(.*)$/gm;

/** The directives of a text whose lines end in LF; undefined if one of them is unknown. */
export function readDirectives(text: string): Directives | undefined {
  const switches = new Set<Switch>();
  const sortSubfields: string[] = [];
  let wrapColumn = 0;
  for (const [, list] of TOP.exec(text)?.[0].matchAll(DIRECTIVE) ?? []) {
    for (const directive of list!.trim().split(',')) {
      const [, name, value] = /^([^=]*)(?:=(.*))?$/.exec(directive.trim())!;
      const known = SWITCHES.find((one) => one === name);
      if (known) switches.add(known);
      else if (name === 'sort_repeated_fields_by_subfield' && value !== undefined) sortSubfields.push(value);
      else if (name === 'wrap_strings_at_column' && /^\s*[+-]?\d+\s*$/.test(value ?? ''))
        wrapColumn = Number(value);
      // These two are about the lines between them.
      else if (name !== 'off' && name !== 'on') return undefined;
    }
  }
  return { switches, wrapColumn, sortSubfields };
}
