import { isSameSet } from '../basics/same-set';
import { cachedFact } from './cache';

/** Code that can change module variables by their names as strings, which the resolver cannot see. */
const SETTERS = /(?<![\w.])(?:(?:exec|globals)\s*\(|(?:locals|vars)\s*\(\s*\))|\bsys\.modules\b/;
/** Such code that contains the name of the variable. */
const NAMED = /(?<![\w.])(?:globals|locals|vars)\s*\(\s*\)\s*\[\s*(['"])(\w+)\1\s*\]/g;

const VARIABLES = '(?:globals|locals|vars)\\s*\\(\\s*\\)';

/** What only reads of a dict: it lists variables, or takes one by its name. */
const readsOf = (dict: string): RegExp =>
  new RegExp(
    `(?:\\bin\\s+|\\b(?:dict|len|list|set|sorted|tuple)\\(\\s*)${dict}(?=\\s*[):\\]]|\\s+(?:if|else|and|or)\\b)|` +
      `(?<![\\w.]|\\bdel\\s)${dict}\\s*(?:\\.\\s*(?:copy|get|items|keys|values)\\b|\\[\\s*\\w+\\s*\\](?!\\s*(?:[-+*/|&]{0,2}=(?!=)|,|\\.)))`,
    'g',
  );

const READERS = readsOf(VARIABLES);

/** A call that passes all variables, and nothing else, as in `run_tests(globals())`. */
const PASSING = new RegExp(`(?<![\\w.])(\\w+)\\(\\s*${VARIABLES}\\s*\\)`, 'g');

/** Whether a function of the text with one parameter only reads what that holds. */
function onlyReads(text: string, name: string): boolean {
  const header = new RegExp(`^def ${name}\\(\\s*(\\w+)\\b[^,()]*\\)[^\\n]*(?:\\n(?:[ \\t][^\\n]*)?)*`, 'gm');
  const [definition, ...others] = text.matchAll(header);
  if (!definition || others.length > 0) return false;
  const [whole, parameter = ''] = definition;
  const rest = whole.slice(whole.indexOf(')')).replace(readsOf(parameter), '');
  return !new RegExp(`\\b${parameter}\\b`).test(rest);
}

type Names = ReadonlySet<string> | 'all';

const isSame = (a: Names, b: Names) => a === b || (a !== 'all' && b !== 'all' && isSameSet(a, b));

/** The module variables that a text may change by their names as strings. */
export const setByName = cachedFact(({ text }) => find(text), isSame);

/** Fast test: without any of these words there is no such code. */
const WORDS = /\b(?:exec|globals|locals|vars|sys\.modules)\b/;

function find(text: string): Names {
  const names = new Set<string>();
  if (!WORDS.test(text) || !SETTERS.test(text)) return names;
  const rest = text.replace(NAMED, (_setter, _quote, name: string) => {
    names.add(name);
    return '';
  });
  const unread = rest.replace(READERS, '');
  const kept = unread.replace(PASSING, (call, name: string) => (onlyReads(text, name) ? '' : call));
  return SETTERS.test(kept) ? 'all' : names;
}
