import { readSuppressions } from '../../rules/support/suppressions';
import { readFileHeader } from '../../schema/resolve';
import type { Link } from '../answers';
import { ruleLinks } from '../links';
import type { Snapshot } from '../snapshot';

/** Links from the .proto that the header names, if it is one of ours, and from the rules that comments silence. */
export function links({ text, tree, schema }: Snapshot): Link[] {
  const header = readFileHeader(text);
  const isOurs =
    header && [...schema.messageNames].some((name) => schema.message(name)?.location?.file === header.name);
  return [
    ...(isOurs ? [{ start: header.start, end: header.end, to: { proto: header.name } }] : []),
    ...ruleLinks(readSuppressions(tree)),
  ];
}
