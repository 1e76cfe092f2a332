/** A type with writable properties, for code that makes or moves its objects. */
export type Mutable<T> = { -readonly [K in keyof T]: T[K] };
