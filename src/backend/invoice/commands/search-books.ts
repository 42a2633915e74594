import type { AreaDeps } from '#backend/area.ts'
import { bareName } from '#backend/contract/person-indexes.ts'
import type { Db } from '#backend/db/connect.ts'
import { recordNote, type Acting } from '#backend/step/record-change.ts'
import { contractsInBooks, type BookQuery } from '../queries/books.ts'
import { findCustomers, type AskedCustomer } from '../queries/customers.ts'

/** What staff look for: with `customer` the books of those alone. */
export type BookSearch = Omit<BookQuery, 'contractIds'> & Partial<AskedCustomer>

/**
 * Looks the customer up once, and writes down who searched the books for what: of a name a fingerprint, and how many names were
 * opened for it.
 * @returns the query whose pages are read
 * @throws RangeError where too many names would be opened
 */
export async function beginBookSearch(
  tx: Db,
  deps: Pick<AreaDeps, 'sealing'>,
  { customer, birth, ...query }: BookSearch,
  who: Acting,
): Promise<BookQuery> {
  const found =
    customer === undefined
      ? undefined
      : await findCustomers(tx, deps, { customer, birth }, () => contractsInBooks(tx, query))
  await recordNote(tx, who, {
    action: 'books-searched',
    target: 'books',
    details: {
      ...query,
      ...(found && {
        by: found.by,
        customer: fingerprintOf(deps, customer ?? '', birth),
        namesOpened: found.namesOpened,
        contracts: found.contractIds.length,
      }),
    },
  })
  return found === undefined ? query : { ...query, contractIds: found.contractIds }
}

const fingerprintOf = (
  { sealing }: Pick<AreaDeps, 'sealing'>,
  customer: string,
  birth: string | undefined,
) => sealing.index('books customer', `${bareName(customer)}\n${birth ?? ''}`).slice(0, 12)
