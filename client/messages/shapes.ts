// Type guards for untrusted data: messages between extension and page, and saved state.

/** Whether a value has the shape; narrows it to `T`. */
export type Guard<T> = (value: unknown) => value is T;

/** The type that a guard narrows to. */
type Guarded<G> = G extends Guard<infer T> ? T : never;

export const isString: Guard<string> = (value) => typeof value === 'string';
export const isNull: Guard<null> = (value) => value === null;
export const isBoolean: Guard<boolean> = (value) => typeof value === 'boolean';
/** Accepts NaN and the infinities: they are valid values here. */
export const isNumber: Guard<number> = (value) => typeof value === 'number';
export const isCount: Guard<number> = (value): value is number =>
  Number.isInteger(value) && Number(value) >= 0;

export const isRecord: Guard<Record<string, unknown>> = (value): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const literal =
  <const T extends string | number>(...wanted: T[]): Guard<T> =>
  (value): value is T =>
    (wanted as unknown[]).includes(value);

export const optional =
  <T>(guard: Guard<T>): Guard<T | undefined> =>
  (value): value is T | undefined =>
    value === undefined || guard(value);

export const either =
  <A, B>(a: Guard<A>, b: Guard<B>): Guard<A | B> =>
  (value): value is A | B =>
    a(value) || b(value);

export const listOf =
  <T>(guard: Guard<T>): Guard<T[]> =>
  (value): value is T[] =>
    Array.isArray(value) && value.every(guard);

export const recordOf =
  <T>(guard: Guard<T>): Guard<Record<string, T>> =>
  (value): value is Record<string, T> =>
    isRecord(value) && Object.values(value).every(guard);

type Shape = Record<string, Guard<unknown>>;
type OptionalKeys<S extends Shape> = {
  [K in keyof S]: undefined extends Guarded<S[K]> ? K : never;
}[keyof S];
/** Members that may be undefined may be absent. */
type Shaped<S extends Shape> = { [K in Exclude<keyof S, OptionalKeys<S>>]: Guarded<S[K]> } & {
  [K in OptionalKeys<S>]?: Exclude<Guarded<S[K]>, undefined>;
};

/** An object with at least these members. */
export const shape =
  <S extends Shape>(members: S): Guard<Shaped<S>> =>
  (value): value is Shaped<S> =>
    isRecord(value) && Object.entries(members).every(([name, guard]) => guard(value[name]));
