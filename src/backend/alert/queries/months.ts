import { sql } from 'kysely'
import type { Db } from '#backend/db/connect.ts'
import { loadSpent } from '#backend/top-up/public.ts'
import { bytes } from '#domain/bytes.ts'
import type { PriceBook } from '#domain/catalogue/price-book.ts'
import { defaultAlertSettings, type MonthSoFar, type Threshold } from '#domain/data/alert.ts'
import { yen } from '#domain/money.ts'
import { spentYen } from '#domain/spending/limit.ts'
import { type Instant, startOfDay, startOfMonth, toTokyoDate, toTokyoMonth } from '#domain/tokyo.ts'

/** A contract's month so far, the thresholds of its member, and the notices that were sent. */
export type WatchedMonth = {
  contractId: string
  accountId: string
  channel: 'mail' | 'none'
  thresholds: readonly Threshold[]
  usedUp: boolean
  /** Keys of this month's notices. */
  notified: ReadonlySet<string>
  sofar: MonthSoFar
}

type Row = {
  contract_id: string
  account_id: string
  channel: 'mail' | 'none' | null
  thresholds: Threshold[] | null
  used_up: boolean | null
  newest_bucket_id: string | null
  notified: string[] | null
  remaining_bytes: number
  used_bytes: number
}

/** Of these contracts those in service, in the order of their ids; every read goes by the contract's key. */
export async function readMonths(
  db: Db,
  deps: { readonly book: PriceBook },
  contractIds: readonly string[],
  now: Instant,
): Promise<WatchedMonth[]> {
  const today = toTokyoDate(now)
  const month = toTokyoMonth(now)
  const firstDay = startOfMonth(month)
  const begin = startOfDay(firstDay).toString()
  const { rows } = await sql<Row>`
    select c.contract_id, c.account_id, s.channel, s.thresholds, s.used_up,
      (select array_agg(n.notice_key) from alert_notice n
        where n.contract_id = c.contract_id and n.raised_at >= ${begin}) as notified,
      (select b.bucket_id from data_bucket b
        where b.contract_id = c.contract_id and b.granted_bytes > 0 and b.kind <> 'carry'
          and b.granted_at <= ${now.toString()} and b.expires_at > ${now.toString()}
        order by b.granted_at desc, b.bucket_id limit 1) as newest_bucket_id,
      (select coalesce(sum(b.remaining_bytes), 0)::bigint from data_bucket b
        where b.contract_id = c.contract_id and b.granted_at <= ${now.toString()}
          and b.expires_at > ${now.toString()}) as remaining_bytes,
      (select coalesce(sum(greatest(u.high_bytes - coalesce(uncovered_bytes, 0), 0)), 0)::bigint
        from usage_by_day u left join usage_uncovered using (contract_id, line_id, day)
        where u.contract_id = c.contract_id and u.day between ${firstDay} and ${today}) as used_bytes
    from contract c left join alert_setting s on s.contract_id = c.contract_id
    where c.status in ('active', 'cancel_reserved') and c.contract_id = any(${contractIds})
    order by c.contract_id`.execute(db)
  const months: WatchedMonth[] = []
  for (const row of rows) {
    const thresholds = row.thresholds ?? defaultAlertSettings.thresholds
    const asksForYen = thresholds.some(({ unit, enabled }) => enabled && unit === 'chargesYen')
    months.push({
      contractId: row.contract_id,
      accountId: row.account_id,
      channel: row.channel ?? defaultAlertSettings.channel,
      thresholds,
      usedUp: row.used_up ?? defaultAlertSettings.usedUp,
      notified: new Set(row.notified),
      sofar: {
        month,
        remainingBytes: bytes(row.remaining_bytes),
        usedBytes: bytes(row.used_bytes),
        newestBucketId: row.newest_bucket_id ?? undefined,
        extraChargesYen: asksForYen
          ? spentYen(await loadSpent(db, deps, row.contract_id, now))
          : yen(0),
      },
    })
  }
  return months
}
