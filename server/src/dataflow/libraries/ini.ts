/** What a parser of `configparser` holds: options of sections, undefined where a text refers to others. */
export interface Ini {
  readonly defaults: ReadonlyMap<string, string | undefined>;
  readonly sections: ReadonlyMap<string, ReadonlyMap<string, string | undefined>>;
}

const MAX_TEXT = 100_000;
const HEADER = /^\[([^\]]+)\]/;
const OPTION = /^([^=:]+?)\s*[=:]\s*(.*)$/;

/** A configuration with the sections of a text added, in the usual forms; undefined where the text has others. */
export function iniOf(text: string, to: Ini): Ini | undefined {
  if (text.length > MAX_TEXT) return undefined;
  const defaults = new Map(to.defaults);
  const sections = new Map([...to.sections].map(([name, options]) => [name, new Map(options)] as const));
  const seen = new Set<string>();
  let section: string | undefined;
  let indent: number | undefined;
  for (const line of text.split('\n')) {
    const written = line.trim();
    if (written === '' || /^[#;]/.test(written)) continue;
    const column = line.length - line.trimStart().length;
    // A text that goes on in the next line.
    if (indent !== undefined && column > indent) return undefined;
    const name = HEADER.exec(written)?.[1];
    if (name !== undefined) {
      if (seen.has(name)) return undefined;
      seen.add(name);
      section = name;
      indent = undefined;
      if (name !== 'DEFAULT' && !sections.has(name)) sections.set(name, new Map());
      continue;
    }
    const [, option, value] = OPTION.exec(written) ?? [];
    const options = section === 'DEFAULT' ? defaults : sections.get(section ?? '');
    const key = option?.toLowerCase();
    if (key === undefined || value === undefined || !options || seen.has(`${section}\n${key}`))
      return undefined;
    seen.add(`${section}\n${key}`);
    options.set(key, /[%$]/.test(value) ? undefined : value);
    indent = column;
  }
  return { defaults, sections };
}
