/** Gives an object that already exists the field of `Attachments`, as a constructor's result replaces `this`. */
class Existing {
  constructor(object: object) {
    // biome-ignore lint/correctness/noConstructorReturn: so the object gets the private fields of a derived class.
    return object;
  }
}

/** What is attached to an object, under each `Attached` that has something. */
interface Attachment {
  readonly of: object;
  value: unknown;
  next: Attachment | undefined;
}

class Attachments extends Existing {
  #first: Attachment | undefined;

  static first(object: object): Attachment | undefined {
    return #first in object ? object.#first : undefined;
  }

  static begin(object: object, first: Attachment | undefined): void {
    if (!(#first in object)) new Attachments(object);
    (object as Attachments).#first = first;
  }
}

/**
 * Values for objects, as in a WeakMap, but kept in the objects. A WeakMap becomes old, and V8 then takes its values for
 * reachable in each collection of young objects: all trees and their values would be copied, and grow old, for nothing.
 * What is attached stays as long as the object, so such a map is a constant of a module.
 */
export class Attached<K extends object, V> {
  get(object: K): V | undefined {
    return this.find(object)?.value as V | undefined;
  }

  /** What is attached, or else made and attached now. */
  getOrMake(object: K, make: (object: K) => V): V {
    const found = this.find(object);
    if (found) return found.value as V;
    const value = make(object);
    this.set(object, value);
    return value;
  }

  has(object: K): boolean {
    return this.find(object) !== undefined;
  }

  set(object: K, value: V): this {
    const found = this.find(object);
    if (found) found.value = value;
    else Attachments.begin(object, { of: this, value, next: Attachments.first(object) });
    return this;
  }

  /** What is found moves to the front, where it is found soon. */
  private find(object: K): Attachment | undefined {
    const first = Attachments.first(object);
    let before: Attachment | undefined;
    let at = first;
    while (at && at.of !== this) {
      before = at;
      at = at.next;
    }
    if (at && before) {
      before.next = at.next;
      at.next = first;
      Attachments.begin(object, at);
    }
    return at;
  }
}
