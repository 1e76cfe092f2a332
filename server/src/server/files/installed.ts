import type { Client } from '../session';

/** URIs of folders that came with the server, for people to read. */
export interface Installed {
  /** Our .proto files. */
  readonly protos: string;
  readonly rulePages: string;
}

/** Where the page of a rule is. */
export type LinkToRule = (code: string) => string;

/** The client's own view of the pages or, without one, their files. */
export const ruleLinks =
  ({ rulePages }: Client, installed: Installed): LinkToRule =>
  (code) =>
    `${rulePages ?? installed.rulePages}/${code}.md`;
