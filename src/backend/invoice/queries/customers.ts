import { sql } from 'kysely'
import type { AreaDeps } from '#backend/area.ts'
import { bareName } from '#backend/contract/person-indexes.ts'
import type { Db } from '#backend/db/connect.ts'
import { readContractHolderNames } from '#backend/verified-identity.ts'
import { openContent } from '../rows.ts'

const AT_ONCE = 500

/**
 * Contracts whose number is this, or whose holder or invoices have this in their name. Names are sealed, so each is opened: a walk
 * through all contracts, for staff who look for a customer, not for a member's screen.
 */
export async function findCustomers(
  db: Db,
  deps: Pick<AreaDeps, 'sealing'>,
  asked: string,
): Promise<string[]> {
  const exact = await db
    .selectFrom('contract')
    .select('contract_id')
    .where('contract_id', '=', asked)
    .executeTakeFirst()
  if (exact !== undefined) return [exact.contract_id]
  const sought = bareName(asked)
  if (sought === '') return []
  const isNamed = (name: string) => bareName(name).includes(sought)
  const [holders, recipients] = [
    await contractsOfHolders(db, deps, isNamed),
    await contractsOfRecipients(db, deps, isNamed),
  ]
  return [...new Set([...holders, ...recipients])]
}

async function contractsOfHolders(
  db: Db,
  deps: Pick<AreaDeps, 'sealing'>,
  isNamed: (name: string) => boolean,
): Promise<string[]> {
  const found: string[] = []
  for (let after = '', more = true; more;) {
    const rows = await db
      .selectFrom('contract')
      .select('contract_id')
      .where('contract_id', '>', after)
      .orderBy('contract_id')
      .limit(AT_ONCE)
      .execute()
    const names = await namesOfContracts(
      db,
      deps,
      rows.map((row) => row.contract_id),
    )
    for (const [contractId, name] of names) if (isNamed(name)) found.push(contractId)
    after = rows.at(-1)?.contract_id ?? after
    more = rows.length === AT_ONCE
  }
  return found
}

async function contractsOfRecipients(
  db: Db,
  { sealing }: Pick<AreaDeps, 'sealing'>,
  isNamed: (name: string) => boolean,
): Promise<string[]> {
  const found: string[] = []
  for (let after = '', more = true; more;) {
    const rows = await db
      .selectFrom('invoice')
      .select(['invoice_id', 'contract_id', 'kind', 'content_sealed'])
      .where('invoice_id', '>', after)
      .orderBy('invoice_id')
      .limit(AT_ONCE)
      .execute()
    for (const row of rows)
      if (isNamed(openContent(sealing, row).data.recipientName)) found.push(row.contract_id)
    after = rows.at(-1)?.invoice_id ?? after
    more = rows.length === AT_ONCE
  }
  return found
}

/** Who holds each contract today: as verified, else as registered. A contract whose account is deleted has no name. */
export async function namesOfContracts(
  db: Db,
  { sealing }: Pick<AreaDeps, 'sealing'>,
  contractIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (contractIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('contract')
    .select(['contract_id', 'account_id'])
    .where('contract_id', '=', sql<string>`any(${contractIds})`)
    .execute()
  const names = await readContractHolderNames(
    db,
    sealing,
    rows.map((row) => row.account_id),
  )
  return new Map(rows.map((row) => [row.contract_id, names.get(row.account_id) ?? '']))
}
