import { Attached } from './attached';
import { detached } from './detached';

/** Caches the result of a function of a module for each object, for as long as the object lives. */
export function once<K extends object, T>(make: (of: K) => T): (of: K) => T {
  const made = new Attached<K, T>();
  return (of) => made.getOrMake(of, make);
}

/** The same for a function that belongs to something, such as a tree: its results live as long as that does. */
export function onceWithin<K, T>(make: (of: K) => T): (of: K) => T {
  const made = new Map<K, { readonly value: T }>();
  return (of) => {
    let found = made.get(of);
    if (!found) {
      found = { value: make(of) };
      made.set(of, found);
    }
    return found.value;
  };
}

/** At most so many words or names are remembered. */
const MAX_REMEMBERED = 10_000;

/** Caches the result of a function for each of the words that it was asked about lately. */
export function oncePerWord<T>(make: (word: string) => T): (word: string) => T {
  const made = new Map<string, { readonly value: T }>();
  return (word) => {
    let found = made.get(word);
    if (!found) {
      const own = detached(word);
      if (made.size === MAX_REMEMBERED) made.clear();
      found = { value: make(own) };
      made.set(own, found);
    }
    return found.value;
  };
}

/** What functions have answered about names, by function. */
const answersByName = new Map<string, unknown[]>();
/** Many functions are asked about one name in turn. */
let lastName: string | undefined;
let lastAnswers: unknown[] = [];
let questions = 0;

/** The same for a constant of a module about dotted names, of which many functions are asked about one in turn. */
export function oncePerName<T>(make: (name: string) => T): (name: string) => T {
  const question = questions++;
  const makeOf = (name: string) => make(detached(name));
  return (name) => answered(name === lastName ? lastAnswers : answersAbout(name), question, makeOf, name);
}

function answersAbout(name: string): unknown[] {
  let answers = answersByName.get(name);
  if (!answers) {
    if (answersByName.size === MAX_REMEMBERED) answersByName.clear();
    answers = [];
    answersByName.set(detached(name), answers);
  }
  lastName = name;
  lastAnswers = answers;
  return answers;
}

/** Computes a value in the first call and returns it in all further calls. */
export function lazy<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** The answer to a question among all about something, which is made the first time; null counts as none. */
export function answered<K, T>(answers: unknown[], question: number, make: (of: K) => T, of: K): T {
  let answer = answers[question];
  if (answer === undefined) {
    answer = make(of) ?? NOTHING;
    answers[question] = answer;
  }
  return (answer === NOTHING ? undefined : answer) as T;
}

const NOTHING = Symbol('nothing');
