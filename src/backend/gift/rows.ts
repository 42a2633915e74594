import { randomInt } from 'node:crypto'
import { sql, type Selectable } from 'kysely'
import type { Db } from '#backend/db/connect.ts'
import { above, findRow, rowsOf } from '#backend/db/rows.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import type { Database } from '#backend/db/tables.ts'
import { bytes } from '#domain/bytes.ts'
import type { GivenThisMonth } from '#domain/gift/decide-gift.ts'
import { startOfDay, startOfMonth, toTokyoMonth, type Instant } from '#domain/tokyo.ts'
import { giftCodeDigits } from '#vocabulary/gift.ts'

export type GiftRow = Selectable<Database['gift']>

/** Gifts that a list shows of each side. */
const SHOWN = 50
/** Gifts that come back at one go. */
const BATCH = 500

export const nicknameAad = (giftId: string) => `gift.nickname:${giftId}`
export const codeAad = (giftId: string) => `gift.code:${giftId}`

/** The bucket of a gift at its receiver: one for each end (`lotsOf`), counted from 1. */
export const bucketOfGift = (giftId: string, lot: number) => `gift/${giftId}-${lot}`

/** Random digits that no open gift has; the first is never 0, so that nobody leaves it out. */
export async function newCode(tx: Db, sealing: Sealing): Promise<string> {
  for (;;) {
    const rest = Array.from({ length: giftCodeDigits - 1 }, () => randomInt(10))
    const code = [randomInt(1, 10), ...rest].join('')
    if ((await findByCode(tx, sealing, code)) === undefined) return code
  }
}

export const codeIndex = (sealing: Sealing, code: string) => sealing.index('gift code', code)

export const findGift = (db: Db, giftId: string): Promise<GiftRow | undefined> =>
  findRow(db, 'gift', { gift_id: giftId })

/** An open gift by its code; its clock may have run out. */
export const findByCode = (db: Db, sealing: Sealing, code: string): Promise<GiftRow | undefined> =>
  findRow(db, 'gift', { code_index: codeIndex(sealing, code), state: 'open' })

/** What a contract gave, the latest first; of a user of a line what went from that line. */
export async function givenBy(
  db: Db,
  { contractId, lineId }: { readonly contractId: string; readonly lineId: string | undefined },
): Promise<GiftRow[]> {
  let query = db.selectFrom('gift').selectAll().where('contract_id', '=', contractId)
  if (lineId !== undefined) query = query.where('line_id', '=', lineId)
  return query.orderBy('given_at', 'desc').orderBy('gift_id').limit(SHOWN).execute()
}

/** Gifts for this contract alone that it can take now. */
export const offeredTo = (db: Db, contractId: string, now: Instant): Promise<GiftRow[]> =>
  rowsOf(
    db,
    'gift',
    { to_contract_id: contractId, state: 'open', expires_at: above(now) },
    'expires_at',
    'gift_id',
  )

/** What a contract has taken, the latest first. */
export const takenBy = (db: Db, contractId: string): Promise<GiftRow[]> =>
  db
    .selectFrom('gift')
    .selectAll()
    .where('taken_contract_id', '=', contractId)
    .orderBy('taken_at', 'desc')
    .orderBy('gift_id')
    .limit(SHOWN)
    .execute()

/** What counts against the month's limits: gifts that are on their way or were taken. */
export async function givenThisMonth(
  db: Db,
  contractId: string,
  lineId: string | undefined,
  now: Instant,
): Promise<GivenThisMonth> {
  const { rows } = await sql<{ times: number; all: number; own: number }>`
    select count(*)::int as times, coalesce(sum(bytes), 0)::bigint as all,
      coalesce(sum(bytes) filter (where line_id = ${lineId ?? null}), 0)::bigint as own
    from gift where contract_id = ${contractId} and state in ('open', 'taken')
      and given_at >= ${startOfDay(startOfMonth(toTokyoMonth(now))).toString()}`.execute(db)
  const [sums] = rows
  return {
    times: sums?.times ?? 0,
    bytes: bytes(sums?.all ?? 0),
    ofLineBytes: bytes(sums?.own ?? 0),
  }
}

/**
 * An open gift's facts hold: its giver's contract is served, and its holder is who held it when it was given. Otherwise it
 * comes back, at once, and its row follows within the hour.
 */
const holds = sql<boolean>`exists (select from contract c where c.contract_id = gift.contract_id
  and c.account_id = gift.holder_account_id and c.status in ('active', 'suspended', 'cancel_reserved'))`

export async function giftHolds(db: Db, giftId: string): Promise<boolean> {
  const row = await db
    .selectFrom('gift')
    .select('gift_id')
    .where('gift_id', '=', giftId)
    .where(holds)
    .executeTakeFirst()
  return row !== undefined
}

/** Open gifts that can be taken no longer, by their clock or by what they come from. */
export const giftsThatAreOver = (db: Db, now: Instant): Promise<GiftRow[]> =>
  db
    .selectFrom('gift')
    .selectAll()
    .where('state', '=', 'open')
    .where((eb) => eb.or([eb('expires_at', '<=', now), eb.not(holds)]))
    .orderBy('gift_id')
    .limit(BATCH)
    .execute()
