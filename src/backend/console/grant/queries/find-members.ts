import { sql } from 'kysely'
import { namesakeIndex } from '#backend/contract/person-indexes.ts'
import { contractIdOf } from '#backend/contract/of-account.ts'
import type { Db } from '#backend/db/connect.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { contractStates } from '#domain/contract/contract-states.ts'
import type { Search } from '#domain/console/search.ts'
import type { grantApi } from '#protocol/console/grant.ts'
import type { Answer } from '#protocol/endpoint.ts'
import { numberIndex } from './own-numbers.ts'

type Hit = Answer<typeof grantApi.consoleFindPost>['hits'][number]

/** How many are shown; who searches for more than one person does not look for a caller. */
const MOST_HITS = 5

/** Whom exactly this finds, by blind indexes and names of things; never by a part of a name. */
export async function findMembers(
  db: Db,
  sealing: Sealing,
  search: Search,
): Promise<{ hits: Hit[]; more: boolean }> {
  const accounts = await accountsOf(db, sealing, search)
  const shown = accounts.slice(0, MOST_HITS)
  if (shown.length === 0) return { hits: [], more: false }
  const rows = await db
    .selectFrom('account')
    .leftJoin('contract', (on) =>
      on.on('contract.contract_id', '=', contractIdOf(sql.ref('account.account_id'))),
    )
    .select([
      'account.account_id',
      'contract.contract_id',
      'contract.status',
      'contract.started_on',
      'contract.ends_on',
    ])
    .where('account.account_id', 'in', shown)
    .orderBy('account.account_id')
    .execute()
  return { hits: rows.map(toHit), more: accounts.length > MOST_HITS }
}

const toHit = (row: {
  account_id: string
  contract_id: string | null
  status: string | null
  started_on: string | null
  ends_on: string | null
}): Hit => ({
  accountId: row.account_id,
  ...(row.contract_id !== null && { contractId: row.contract_id }),
  ...(row.status !== null && contractStates.isState(row.status) && { status: row.status }),
  ...(row.started_on !== null && { startedOn: row.started_on }),
  ...(row.ends_on !== null && { endsOn: row.ends_on }),
})

/** Account ids, one more than are shown at most. */
async function accountsOf(db: Db, sealing: Sealing, search: Search): Promise<string[]> {
  const rows = await statementOf(sealing, search).execute(db)
  return rows.rows.map((row) => row.account_id)
}

function statementOf(sealing: Sealing, search: Search) {
  const limit = MOST_HITS + 1
  switch (search.by) {
    case 'number':
      return sql<Found>`
        select distinct c.account_id from line l join contract c on c.contract_id = l.contract_id
        where l.number_index = ${numberIndex(sealing, search.value)} limit ${limit}`
    case 'mail': {
      const typed = [search.value, search.value.toLowerCase()]
      const indexes = typed.map((mail) => sealing.index('email', mail))
      return sql<Found>`
        select account_id from account where email_index = any(${indexes}) limit ${limit}`
    }
    case 'contract':
      return sql<Found>`select account_id from contract where contract_id = ${search.value}`
    case 'order':
      return sql<Found>`
        select c.account_id from procedure_order o join contract c on c.contract_id = o.contract_id
        where o.order_no = ${search.value}
        union select account_id from application where order_no = ${search.value} and account_id is not null
        limit ${limit}`
    case 'ticket':
      return sql<Found>`
        select account_id from ticket
        where ticket_no = ${search.value} and account_id is not null and not restricted`
    case 'person': {
      const index = namesakeIndex(sealing, search)
      return sql<Found>`
        select distinct c.account_id from contract_holder h join contract c on c.contract_id = h.contract_id
        where h.namesake_index = ${index} limit ${limit}`
    }
  }
}

type Found = { account_id: string }
