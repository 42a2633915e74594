import { sql } from 'kysely'
import type { AreaDeps } from '#backend/area.ts'
import { bareName, personIndexes } from '#backend/contract/person-indexes.ts'
import type { Db } from '#backend/db/connect.ts'
import { anyOfMany, columnsOf, findRow } from '#backend/db/rows.ts'
import { readContractHolderNames } from '#backend/verified-identity.ts'
import type { TokyoDate } from '#domain/tokyo.ts'
import { openContent } from '../rows.ts'

const AT_ONCE = 500
/** So many names are opened for one search at most (ours): some 20 seconds. */
const MOST_NAMES = 100_000

/** A contract, or a name; with a birthday a whole name, without one a part of it. */
export type AskedCustomer = { readonly customer: string; readonly birth?: TokyoDate | undefined }

export type FoundCustomers = {
  readonly contractIds: readonly string[]
  readonly by: 'contract' | 'person' | 'name'
  /** Contracts whose sealed names were opened to find them. */
  readonly namesOpened: number
}

/**
 * Contracts whose number is this, or whose holder or invoices have this in their name. With the birthday the holder is found
 * by blind index, and no name is opened. Without it each name is: those of `among` alone, which are in the books that are asked for.
 * @throws RangeError where more names than `MOST_NAMES` would be opened
 */
export async function findCustomers(
  db: Db,
  deps: Pick<AreaDeps, 'sealing'>,
  { customer, birth }: AskedCustomer,
  among: () => Promise<readonly string[]>,
): Promise<FoundCustomers> {
  const exact = await findRow(db, 'contract', { contract_id: customer }, 'contract_id')
  if (exact !== undefined)
    return { by: 'contract', contractIds: [exact.contract_id], namesOpened: 0 }
  if (bareName(customer) === '') return { by: 'name', contractIds: [], namesOpened: 0 }
  if (birth !== undefined)
    return {
      by: 'person',
      contractIds: await findPerson(db, deps, customer, birth),
      namesOpened: 0,
    }
  const contractIds = await among()
  if (contractIds.length > MOST_NAMES)
    throw new RangeError(
      `${contractIds.length} customers are in those books, and at most ${MOST_NAMES} names are opened for a search: say the birthday, the days or the amount as well`,
    )
  return {
    by: 'name',
    contractIds: await findNamed(db, deps, bareName(customer), contractIds),
    namesOpened: contractIds.length,
  }
}

/** The holder of this whole name, as it is written or in kana, who was born on that day. */
async function findPerson(
  db: Db,
  { sealing }: Pick<AreaDeps, 'sealing'>,
  name: string,
  birth: TokyoDate,
): Promise<string[]> {
  const indexes = personIndexes(sealing, { name, kana: name, birth })
  const rows = await db
    .selectFrom('contract_holder')
    .select('contract_id')
    .where((where) =>
      where.or([
        where('name_index', '=', indexes.name_index),
        where('namesake_index', '=', indexes.namesake_index),
      ]),
    )
    .orderBy('contract_id')
    .execute()
  return rows.map((row) => row.contract_id)
}

async function findNamed(
  db: Db,
  deps: Pick<AreaDeps, 'sealing'>,
  sought: string,
  contractIds: readonly string[],
): Promise<string[]> {
  const isNamed = (name: string) => bareName(name).includes(sought)
  const found: string[] = []
  for (let at = 0; at < contractIds.length; at += AT_ONCE) {
    const part = contractIds.slice(at, at + AT_ONCE)
    const holders = await namesOfContracts(db, deps, part)
    const recipients = await recipientsOfContracts(db, deps, part)
    for (const contractId of part) {
      const names = [holders.get(contractId) ?? '', ...(recipients.get(contractId) ?? [])]
      if (names.some(isNamed)) found.push(contractId)
    }
  }
  return found
}

async function recipientsOfContracts(
  db: Db,
  { sealing }: Pick<AreaDeps, 'sealing'>,
  contractIds: readonly string[],
): Promise<ReadonlyMap<string, string[]>> {
  const rows = await db
    .selectFrom('invoice')
    .select(['invoice_id', 'contract_id', 'kind', 'content_sealed'])
    .where('contract_id', '=', sql<string>`any(${contractIds})`)
    .execute()
  const byContract = Map.groupBy(rows, (row) => row.contract_id)
  return new Map(
    [...byContract].map(([contractId, papers]) => [
      contractId,
      papers.map((row) => openContent(sealing, row).data.recipientName),
    ]),
  )
}

/** Who holds each contract today: as verified, else as registered. A contract whose account is deleted has no name. */
export async function namesOfContracts(
  db: Db,
  { sealing }: Pick<AreaDeps, 'sealing'>,
  contractIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (contractIds.length === 0) return new Map()
  const rows = await columnsOf(db, 'contract', ['contract_id', 'account_id'], {
    contract_id: anyOfMany(contractIds),
  })
  const names = await readContractHolderNames(
    db,
    sealing,
    rows.map((row) => row.account_id),
  )
  return new Map(rows.map((row) => [row.contract_id, names.get(row.account_id) ?? '']))
}
