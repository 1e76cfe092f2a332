/** The same list without the room for 17 elements that one has which was pushed to: a tree has thousands of short ones. */
export const trimmed = <T>(list: T[]): T[] => (list.length > 0 ? list.slice() : list);
