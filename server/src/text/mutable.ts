/** A type whose properties may be set, for what makes or moves its objects. */
export type Mutable<T> = { -readonly [K in keyof T]: T[K] };
