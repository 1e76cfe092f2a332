import { type Content, isContent } from './content';

/** Where a message has fields that the schema does not know, such as `table_descriptor[0].1000`. */
export function unknownPlaces({ fields, unknown }: Content, prefix = ''): string[] {
  const places = new Set<string>();
  const counts = new Map<string, number>();
  for (const { field, value } of fields) {
    const index = counts.get(field.name) ?? 0;
    counts.set(field.name, index + 1);
    const name = field.repeated ? `${field.name}[${index}]` : field.name;
    if (isContent(value)) for (const place of unknownPlaces(value, `${prefix}${name}.`)) places.add(place);
  }
  for (const { number } of unknown) places.add(prefix + number);
  return [...places];
}
