/** Beyond this the statements are not a page's own any more; a session keeps some thirty kilobytes for each. */
const MOST_PREPARED = 300
/** Texts that were asked once, some kilobytes each. */
const MOST_SEEN = 300

/** What a session says that does not know the statement, or whose plan for it no longer fits the tables. */
const staleCodes: readonly unknown[] = ['26000', '0A000']

/**
 * Statements that are asked over and over are kept by a session under a name: reading and planning one takes the database
 * longer than answering it (docs/decisions/071). One that is asked for the first time, as those are whose text follows
 * their values, is not.
 * @param kind begins the names: a session may know those of one kind only.
 */
export function createNames(kind: string) {
  const names = new Map<string, string>()
  const seen = new Set<string>()
  return (text: string): string | undefined => {
    const known = names.get(text)
    if (known !== undefined || names.size >= MOST_PREPARED) return known
    if (!seen.delete(text)) {
      if (seen.size >= MOST_SEEN) seen.clear()
      seen.add(text)
      return undefined
    }
    const name = `${kind}-${names.size + 1}`
    names.set(text, name)
    return name
  }
}

const prepared = /^\s*(select|insert|update|delete|with)\b/i
const star = /[\s,.]\*/
const partialConflict = /\bon conflict\s*\([^)]*\)\s*where\b/i

/** Whether the statement is to be asked without its name: a migration changed a table, or a session was replaced. */
export function isStale(error: unknown): boolean {
  return error instanceof Error && 'code' in error && staleCodes.includes(error.code)
}

/**
 * Whether the statement of a change may be prepared. Not with `*`: a column that a migration adds would be one of the answer, and
 * the session refuses the plan of before. Not with a list: a plan for all lists takes each to be short. Not where a conflict is
 * one of a partial index: a plan for any values does not know that its condition holds, and the session refuses it.
 */
export function mayPrepare(asked: unknown, values: unknown): asked is string {
  if (typeof asked !== 'string' || !Array.isArray(values) || values.some(Array.isArray))
    return false
  return prepared.test(asked) && !star.test(asked) && !partialConflict.test(asked)
}
