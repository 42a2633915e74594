export type Round = {
  /** The last contract of the round before; empty for the first. */
  readonly after: string
  /** How many rows at the most. */
  readonly limit: number
}

/**
 * Walks through rows in the order of their contracts' ids, a round at a time: however many there are, one round is held at
 * once, and what becomes of a round does not move the next. It ends with the first round that is not full.
 * @param read the rows of the contracts beyond `after`, one a contract
 */
export async function* inRounds<Row>(
  limit: number,
  read: (round: Round) => Promise<readonly Row[]>,
  contractOf: (row: Row) => string,
): AsyncGenerator<readonly Row[]> {
  for (let after = ''; ;) {
    const rows = await read({ after, limit })
    if (rows.length > 0) yield rows
    const last = rows.at(-1)
    if (last === undefined || rows.length < limit) return
    after = contractOf(last)
  }
}
