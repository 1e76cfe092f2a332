import { isSameSet } from '../basics/same-set';
import { cachedFact } from './cache';

/** Code that can change module variables by their names as strings, which the resolver cannot see. */
const SETTERS = /(?<![\w.])(?:(?:exec|globals)\s*\(|(?:locals|vars)\s*\(\s*\))|\bsys\.modules\b/;
/** Such code that contains the name of the variable. */
const NAMED = /(?<![\w.])(?:globals|locals|vars)\s*\(\s*\)\s*\[\s*(['"])(\w+)\1\s*\]/g;

/** Such code that only reads: it lists variables, or takes one by its name. */
const READERS =
  /(?:\bin\s+|\b(?:dict|len|list|set|sorted|tuple)\(\s*)(?:globals|locals|vars)\s*\(\s*\)(?=\s*[):\]]|\s+(?:if|else|and|or)\b)|(?<![\w.]|\bdel\s)(?:globals|locals|vars)\s*\(\s*\)\s*(?:\.\s*(?:copy|get|items|keys|values)\b|\[\s*\w+\s*\](?!\s*(?:[-+*/|&]{0,2}=(?!=)|,|\.)))/g;

type Names = ReadonlySet<string> | 'all';

const isSame = (a: Names, b: Names) => a === b || (a !== 'all' && b !== 'all' && isSameSet(a, b));

/** The module variables that a text may change by their names as strings. */
export const setByName = cachedFact(({ text }) => find(text), isSame);

/** Fast test: without any of these words there is no such code. */
const WORDS = ['exec', 'globals', 'locals', 'vars', 'sys.modules'];

function find(text: string): Names {
  const names = new Set<string>();
  if (!WORDS.some((word) => text.includes(word)) || !SETTERS.test(text)) return names;
  const rest = text.replace(NAMED, (_setter, _quote, name: string) => {
    names.add(name);
    return '';
  });
  return SETTERS.test(rest.replace(READERS, '')) ? 'all' : names;
}
