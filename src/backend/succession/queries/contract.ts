import { holderIndexes, personIndexes } from '#backend/contract/person-indexes.ts'
import { findLivingContract } from '#backend/contract/of-account.ts'
import type { Db } from '#backend/db/connect.ts'
import { anyOf, columnsOf } from '#backend/db/rows.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { checkOfOrder } from '#backend/identity/public.ts'
import { RefusalError } from '#backend/refusal.ts'
import { served } from '#domain/exclusion/rule.ts'
import { DAYS_AFTER_STOP, DAYS_IN_VAIN, MOST_IN_VAIN } from '#domain/succession/steps.ts'
import { openSuccessions } from '#domain/succession/succession-states.ts'
import { isBefore, type Instant } from '#domain/tokyo.ts'
import type { SuccessionRequest } from '#vocabulary/succession.ts'
import type { Deceased, SuccessionRow } from '../rows/successions.ts'

const cameToNothing = ['withdrawn', 'rejected', 'stopped', 'lapsed']

/**
 * Accepts one more succession to this contract only while few have come to nothing lately: a report takes a minute to make
 * and frightens the holder.
 * @throws RefusalError SUCCESSION_UNDER_WAY, SUCCESSION_AT_DESK, SUCCESSION_NOT_FOUND
 */
export async function requireAcceptedHere(db: Db, contractId: string, now: Instant) {
  const contract = await db
    .selectFrom('contract')
    .select('contract_id')
    .where('contract_id', '=', contractId)
    .where('status', 'in', [...served])
    .executeTakeFirst()
  if (contract === undefined) throw new RefusalError('SUCCESSION_NOT_FOUND')
  const rows = await columnsOf(db, 'succession', ['state', 'closed_at'], {
    contract_id: contractId,
    state: anyOf([...openSuccessions, ...cameToNothing]),
  })
  if (rows.some(({ closed_at: at }) => at === null)) throw new RefusalError('SUCCESSION_UNDER_WAY')
  const since = (days: number) => now.subtract({ hours: 24 * days })
  const isAfter = (at: Instant | null, from: Instant) => at !== null && !isBefore(at, from)
  const wasStopped = rows.some(
    ({ state, closed_at: at }) => state === 'stopped' && isAfter(at, since(DAYS_AFTER_STOP)),
  )
  const lately = rows.filter(({ closed_at: at }) => isAfter(at, since(DAYS_IN_VAIN)))
  if (wasStopped || lately.length >= MOST_IN_VAIN) throw new RefusalError('SUCCESSION_AT_DESK')
}

/** One person has one contract; a member may still end the contract of another. @throws RefusalError HEIR_HAS_CONTRACT */
export async function requireFree(db: Db, accountId: string, request: SuccessionRequest) {
  if (request === 'take_over' && (await findLivingContract(db, accountId)) !== undefined)
    throw new RefusalError('HEIR_HAS_CONTRACT')
}

/** @throws RefusalError HEIR_HAS_CONTRACT, IDENTITY_NOT_DONE */
export async function requireReady(db: Db, row: SuccessionRow) {
  await requireFree(db, row.account_id, row.wish)
  const { state } = await checkOfOrder(db, row.account_id, row.identity_ref)
  if (state !== 'matched') throw new RefusalError('IDENTITY_NOT_DONE')
}

/** The contract in service that has this number. */
export async function findByNumber(db: Db, sealing: Sealing, phone: string) {
  const contract = await db
    .selectFrom('line as l')
    .innerJoin('contract as c', 'c.contract_id', 'l.contract_id')
    .leftJoin('contract_holder as h', 'h.contract_id', 'c.contract_id')
    .select(['c.contract_id', 'c.account_id', 'h.namesake_index'])
    .where('l.number_index', '=', sealing.index('number', phone))
    .where('l.status', '!=', 'ended')
    .where('c.status', 'in', [...served])
    .executeTakeFirst()
  if (contract === undefined) return undefined
  const { contract_id: contractId, account_id: accountId, namesake_index: namesakeIndex } = contract
  return { contractId, accountId, namesakeIndex }
}

/**
 * The contract in service that has this number and whose holder has this name and birthday. Whether the number, the name or
 * the day is wrong is never revealed.
 */
export async function findDeceased(
  db: Db,
  sealing: Sealing,
  { phone, lastNameKana, firstNameKana, birth }: Omit<Deceased, 'diedOn' | 'relation'>,
) {
  const contract = await findByNumber(db, sealing, phone)
  if (contract === undefined) return undefined
  const { contractId, accountId, namesakeIndex: known } = contract
  const holder = known ?? (await holderIndexes(db, sealing, accountId)).namesake_index
  const kana = lastNameKana + firstNameKana
  const asked = personIndexes(sealing, { name: '', kana, birth }).namesake_index
  return asked === holder ? { contractId, accountId } : undefined
}
