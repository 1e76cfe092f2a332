import type { ParameterWords } from '../../parameters';
import type { Entry, Group } from '../../types';

/** The documentation of a member of `tf.tpu.experimental.embedding`. */
export interface MemberWords
  extends Pick<
    Entry,
    | 'role'
    | 'hardware'
    | 'scope'
    | 'isFrozen'
    | 'isToldByIdentity'
    | 'lacks'
    | 'failsIn'
    | 'optimizer'
    | 'givesNested'
  > {
  readonly group: Group;
  readonly summary: string;
  readonly doc: string;
  /** May document more parameters than the signature has, so that classes can share it. */
  readonly parameters: Readonly<Record<string, ParameterWords>>;
  /** For functions; a class returns an instance. */
  readonly returns?: string;
  readonly members?: readonly ClassMember[];
}

/** A method or property. */
export interface ClassMember
  extends Pick<Entry, 'scope' | 'building' | 'callsRates' | 'graphOnly' | 'givesNested' | 'keys' | 'result'> {
  readonly kind: 'method' | 'property' | 'constant';
  readonly name: string;
  /** In Python syntax, without self. */
  readonly signature: string;
  readonly summary: string;
  readonly doc: string;
  readonly returns: string;
  readonly parameters: Readonly<Record<string, ParameterWords>>;
}
