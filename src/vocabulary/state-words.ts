/** What the member reads about a state: a short label and one plain sentence. */
export type StateWords = { readonly label: string; readonly sentence: string }

/* @__NO_SIDE_EFFECTS__ */
export const words = (label: string, sentence: string): StateWords => ({ label, sentence })

/** The names of states or kinds, for an enum of the wire or a column of the database. */
/* @__NO_SIDE_EFFECTS__ */
export function namesOf<Words extends Readonly<Record<string, StateWords | string>>>(
  words: Words,
): readonly (keyof Words & string)[] {
  return Object.keys(words).filter((name): name is keyof Words & string =>
    Object.hasOwn(words, name),
  )
}

/** Choices of a field by their words: all of them, or these. */
export const optionsOf = <Name extends string>(
  words: Readonly<Record<Name, string>>,
  names: readonly Name[] = namesOf(words),
) => names.map((value) => ({ value, label: words[value] }))
