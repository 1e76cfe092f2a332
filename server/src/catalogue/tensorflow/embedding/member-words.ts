import type { ParameterWords } from '../../parameters';
import type { Group, OptimizerFacts, Role } from '../../types';

/** What is said of a member of `tf.tpu.experimental.embedding`. */
export interface MemberWords {
  readonly group: Group;
  readonly role?: Role;
  readonly summary: string;
  readonly doc: string;
  /** May say more than the signature asks for, so that classes can share. */
  readonly parameters: Readonly<Record<string, ParameterWords>>;
  /** Of a function; a class gives an instance. */
  readonly returns?: string;
  readonly members?: readonly ClassMember[];
  readonly optimizer?: OptimizerFacts;
}

/** A method or property. */
export interface ClassMember {
  readonly kind: 'method' | 'property' | 'constant';
  readonly name: string;
  /** As Python writes it, without self. */
  readonly signature: string;
  readonly summary: string;
  readonly doc: string;
  readonly returns: string;
  readonly parameters: Readonly<Record<string, ParameterWords>>;
}
