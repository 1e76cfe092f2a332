/** Each item whose name an earlier one has, with the first one of that name. */
export function sharingNames<T extends { readonly name?: string | undefined }>(
  items: readonly T[],
): readonly (readonly [again: T, first: T])[] {
  const owners = new Map<string, T>();
  return items.flatMap((item) => {
    const first = item.name ? owners.get(item.name) : undefined;
    if (item.name && !first) owners.set(item.name, item);
    return first ? [[item, first] as const] : [];
  });
}
