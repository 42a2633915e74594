declare const named: unique symbol

/** A primitive that has passed one check and carries its name, so that yen never pass for bytes. */
export type Branded<Primitive, Name extends string> = Primitive & { readonly [named]: Name }
