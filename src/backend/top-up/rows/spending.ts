import type { Insertable } from 'kysely'
import type { Db } from '#backend/db/connect.ts'
import { insertRow, rowsOf } from '#backend/db/rows.ts'
import type { Database } from '#backend/db/tables.ts'
import { bytes } from '#domain/bytes.ts'
import { yen, type Yen } from '#domain/money.ts'
import type { AutoTopUp } from '#domain/spending/auto-top-up.ts'
import type { Instant, TokyoMonth } from '#domain/tokyo.ts'

export type Limit = { readonly limitYen: Yen | undefined; readonly setAt: Instant }

/** `setting` is undefined where automatic top-up is switched off. */
export type AutoSetting = {
  readonly version: number
  readonly setting: AutoTopUp | undefined
  readonly setAt: Instant
}

/** Every ceiling that was set, the newest first; the first counts. */
export async function readLimits(db: Db, contractId: string): Promise<Limit[]> {
  const rows = await db
    .selectFrom('spending_limit')
    .select(['limit_yen', 'set_at'])
    .where('contract_id', '=', contractId)
    .orderBy('version', 'desc')
    .execute()
  return rows.map(({ limit_yen, set_at }) => ({
    limitYen: limit_yen === null ? undefined : yen(limit_yen),
    setAt: set_at,
  }))
}

export async function limitOf(db: Db, contractId: string): Promise<Yen | undefined> {
  const [newest] = await readLimits(db, contractId)
  return newest?.limitYen
}

/** Every setting of the automatic top-up, the newest first; the first counts. */
export async function readAutoSettings(db: Db, contractId: string): Promise<AutoSetting[]> {
  const rows = await rowsOf(db, 'auto_top_up_setting', { contract_id: contractId }, 'version desc')
  return rows.map(({ version, set_at, pack_code, at_bytes, times_a_month, price_yen }) => ({
    version,
    setAt: set_at,
    setting:
      pack_code === null || at_bytes === null || times_a_month === null || price_yen === null
        ? undefined
        : {
            packId: pack_code,
            atBytes: bytes(at_bytes),
            timesAMonth: times_a_month,
            priceYen: yen(price_yen),
          },
  }))
}

type SetBy = { readonly contractId: string; readonly accountId: string; readonly now: Instant }

/** Under the contract's lock: the next version. */
export async function writeLimit(tx: Db, by: SetBy, limitYen: number | null) {
  const version = (await readLimits(tx, by.contractId)).length + 1
  await insertRow(tx, 'spending_limit', { ...setBy(by), version, limit_yen: limitYen })
  return version
}

/** Under the contract's lock: the next version. */
export async function writeAutoSetting(tx: Db, by: SetBy, setting: AutoTopUp | undefined) {
  const version = (await readAutoSettings(tx, by.contractId)).length + 1
  await insertRow(tx, 'auto_top_up_setting', {
    ...setBy(by),
    version,
    pack_code: setting?.packId ?? null,
    at_bytes: setting?.atBytes ?? null,
    times_a_month: setting?.timesAMonth ?? null,
    price_yen: setting?.priceYen ?? null,
  })
  return version
}

const setBy = ({ contractId, accountId, now }: SetBy) => ({
  contract_id: contractId,
  account_id: accountId,
  set_at: now,
})

/** What was bought automatically in a month, the first first. */
export function readBought(db: Db, contractId: string, month: TokyoMonth) {
  return rowsOf(db, 'auto_top_up', { contract_id: contractId, month }, 'nth')
}

export function readNotices(db: Db, contractId: string, month: TokyoMonth) {
  return db
    .selectFrom('spending_notice')
    .select(['notice_key', 'message', 'raised_at'])
    .where('contract_id', '=', contractId)
    .where('month', '=', month)
    .orderBy('raised_at')
    .execute()
}

/** @returns whether this call wrote the row: of two that write the same notice at once, one does. */
export async function writeNotice(tx: Db, notice: Insertable<Database['spending_notice']>) {
  const written = await tx
    .insertInto('spending_notice')
    .values(notice)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return written.numInsertedOrUpdatedRows === 1n
}
