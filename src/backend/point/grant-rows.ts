import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import type { Db } from '#backend/db/connect.ts'
import type { PartnerTables } from '#backend/db/tables/partner.ts'
import { consentTextOn } from '#backend/partner/consent-text.ts'
import { ruleRows } from '#domain/catalogue/rules.ts'
import { yen } from '#domain/money.ts'
import { earnsFrom, pointsEarned, pointsTakenBack } from '#domain/point/points.ts'
import { toTokyoDate, type Instant, type TokyoMonth } from '#domain/tokyo.ts'

export type GrantRow = Selectable<PartnerTables['point_grant']>

/** Where whose points they are is sealed. */
export const partnerAad = (contractId: string) => `point_grant.partner_id:${contractId}`

/** A contract whose bills earn points: linked, agreed, and not over. */
export type Earner = {
  readonly contractId: string
  readonly accountId: string
  /** Bills paid, and bills below zero fixed, from here on count. */
  readonly from: Instant
  /** When link and consent both held. */
  readonly since: Instant
}

/** Points of one bill; below zero where they are taken back. */
export type DuePoints = {
  readonly month: TokyoMonth
  readonly billId: string
  readonly points: number
}

/** Contracts with a bill of before `until` that has no points yet; or the one that is asked for, whatever its bills. */
export async function earners(
  db: Db,
  now: Instant,
  of: { readonly until: Instant } | { readonly contractId: string },
): Promise<Earner[]> {
  const { version } = consentTextOn(toTokyoDate(now))
  const wanted =
    'contractId' in of
      ? sql`c.contract_id = ${of.contractId}`
      : sql`exists (
          select from bill b left join bill_rate r using (contract_id, month)
          where b.contract_id = c.contract_id and (b.state = 'paid' or b.total_yen < 0)
            and case when b.total_yen > 0 then b.paid_at else b.fixed_at end < ${of.until.toString()}::timestamptz
            and case when b.total_yen > 0 then b.paid_at else b.fixed_at end
              >= date_trunc('month', greatest(l.linked_at, w.at) at time zone 'Asia/Tokyo') at time zone 'Asia/Tokyo'
            and not exists (select from point_grant g where g.contract_id = b.contract_id and g.month = b.month)
          group by b.month, b.total_yen
          having abs(b.total_yen - coalesce(sum(r.tax_yen), 0)) >= ${leastYenPerPoint()})`
  const { rows } = await sql<{
    contract_id: string
    account_id: string
    linked_at: Instant
    agreed_at: Instant
  }>`
    select c.contract_id, c.account_id, l.linked_at, w.at as agreed_at
    from partner_link l join contract c using (account_id)
    cross join lateral (select agreed, text_version, at from partner_consent p
      where p.account_id = l.account_id order by sequence desc limit 1) w
    where l.status = 'linked' and w.agreed and w.text_version = ${version}
      and c.status not in ('terminated', 'initial_cancelled', 'ported_out', 'withdrawn') and ${wanted}
    order by c.contract_id`.execute(db)
  return rows.map((row) => ({
    contractId: row.contract_id,
    accountId: row.account_id,
    from: earnsFrom(row.linked_at, row.agreed_at),
    since:
      Temporal.Instant.compare(row.linked_at, row.agreed_at) < 0 ? row.agreed_at : row.linked_at,
  }))
}

/** Below it a bill earns nothing, whichever day it is paid; how many points it earns that day is `duePoints`. */
function leastYenPerPoint(): number {
  return Math.min(...ruleRows.filter(({ key }) => key === 'yenPerPoint').map(({ value }) => value))
}

/** The points of every bill paid, or fixed below zero, between the two that has none yet; in the order of time. */
export async function duePoints(
  db: Db,
  { contractId, from }: Pick<Earner, 'contractId' | 'from'>,
  until: Instant,
): Promise<DuePoints[]> {
  const countsAt = sql<Instant>`case when b.total_yen > 0 then b.paid_at else b.fixed_at end`
  const bills = await db
    .selectFrom('bill as b')
    .leftJoin('bill_rate as r', (join) =>
      join.onRef('r.contract_id', '=', 'b.contract_id').onRef('r.month', '=', 'b.month'),
    )
    .select(['b.month', 'b.bill_id', 'b.total_yen', countsAt.as('at')])
    .select(sql<number>`coalesce(sum(r.tax_yen), 0)::bigint`.as('tax_yen'))
    .where('b.contract_id', '=', contractId)
    .where((eb) => eb.or([eb('b.state', '=', 'paid'), eb('b.total_yen', '<', 0)]))
    .where(countsAt, '>=', from)
    .where(countsAt, '<', until)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('point_grant as g')
            .select('g.month')
            .where('g.contract_id', '=', contractId)
            .whereRef('g.month', '=', 'b.month'),
        ),
      ),
    )
    .groupBy(['b.month', 'b.bill_id', 'b.total_yen', 'b.paid_at', 'b.fixed_at'])
    .orderBy(countsAt)
    .orderBy('b.month')
    .execute()
  let kept = await grantedPoints(db, contractId)
  const due: DuePoints[] = []
  for (const bill of bills) {
    const { month, bill_id: billId, total_yen: total, tax_yen: tax } = bill
    const of = { totalYen: yen(total), rates: [{ taxYen: yen(tax) }] }
    const on = toTokyoDate(bill.at)
    const points = total > 0 ? pointsEarned(of, on) : -pointsTakenBack(of, kept, on)
    kept += points
    if (points !== 0) due.push({ month, billId, points })
  }
  return due
}

/** What the contract was granted and has not lost again. */
async function grantedPoints(db: Db, contractId: string): Promise<number> {
  const { points } = await db
    .selectFrom('point_grant')
    .select(sql<number>`coalesce(sum(moved_points * sign(points)), 0)::bigint`.as('points'))
    .where('contract_id', '=', contractId)
    .where('state', '=', 'ok')
    .executeTakeFirstOrThrow()
  return points
}

export async function openGrants(db: Db, contractId?: string): Promise<GrantRow[]> {
  const open = db.selectFrom('point_grant').selectAll().where('state', 'in', ['sent', 'unknown'])
  return (contractId === undefined ? open : open.where('contract_id', '=', contractId))
    .orderBy('asked_at')
    .orderBy('order_id')
    .execute()
}

export async function findGrant(
  db: Db,
  { contract_id, month }: Pick<GrantRow, 'contract_id' | 'month'>,
): Promise<GrantRow> {
  return db
    .selectFrom('point_grant')
    .selectAll()
    .where('contract_id', '=', contract_id)
    .where('month', '=', month)
    .executeTakeFirstOrThrow()
}
