import { sql } from 'kysely'
import { refusalWords } from '#backend/billing/public.ts'
import type { Db } from '#backend/db/connect.ts'
import { rowsOf } from '#backend/db/rows.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { consentTextOn, findPartnerId } from '#backend/partner/public.ts'
import type { PointsPort } from '#backend/ports/points.ts'
import { ruleRows, ruleValue } from '#domain/catalogue/rules.ts'
import { yen } from '#domain/money.ts'
import {
  earnsFrom,
  grantMoment,
  nextGrantOn,
  pointsEarned,
  pointsTakenBack,
} from '#domain/point/points.ts'
import { formatRfc3339, monthOf, toTokyoDate, type Instant } from '#domain/tokyo.ts'
import type { Answer } from '#protocol/endpoint.ts'
import type { pointApi } from '#protocol/point.ts'
import { billPage } from '#vocabulary/pages.ts'
import { pointEntryStateLabels } from '#vocabulary/point.ts'
import { grantedPoints, type PointsOfBill } from './rows.ts'

/** A contract whose bills earn points: the account is linked and has agreed, and the contract is not over. */
export type Earner = {
  readonly contractId: string
  readonly accountId: string
  /** Bills that were paid, or were fixed below zero, from here on count. */
  readonly from: Instant
  /** Since when link and consent are both there. */
  readonly since: Instant
}

/** Contracts with a bill from before `until` that has no points yet; or one contract, whatever its bills. */
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

/** The least amount that earns a point on any day; how many points it earns on a day is worked out by `ungrantedPoints`. */
function leastYenPerPoint(): number {
  return Math.min(...ruleRows.filter(({ key }) => key === 'yenPerPoint').map(({ value }) => value))
}

/** The points of every bill that was paid, or fixed below zero, from `from` until `until` and has none yet; the oldest first. */
export async function ungrantedPoints(
  db: Db,
  { contractId, from }: Pick<Earner, 'contractId' | 'from'>,
  until: Instant,
): Promise<PointsOfBill[]> {
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
  let granted = await grantedPoints(db, contractId)
  const pointsOfBills: PointsOfBill[] = []
  for (const bill of bills) {
    const { month, bill_id: billId, total_yen: total, tax_yen: tax } = bill
    const of = { totalYen: yen(total), rates: [{ taxYen: yen(tax) }] }
    const on = toTokyoDate(bill.at)
    const points = total > 0 ? pointsEarned(of, on) : -pointsTakenBack(of, granted, on)
    granted += points
    if (points !== 0) pointsOfBills.push({ month, billId, points })
  }
  return pointsOfBills
}

type Points = Answer<typeof pointApi.pointGet>
type Entry = Omit<Points['entries'][number], 'stateLabel' | 'path'>

/** The balance as the partner says it now, and every point that was earned, spent, given or taken back here (wire Points). */
export async function readPoints(
  db: Db,
  { sealing, pointsInTime }: { readonly sealing: Sealing; readonly pointsInTime: PointsPort },
  {
    accountId,
    now,
    // An account without a contract has no bill: nothing is earned or spent.
    contractId = '',
  }: {
    readonly accountId: string
    readonly contractId: string | undefined
    readonly now: Instant
  },
): Promise<Points> {
  const partnerId = await findPartnerId(db, sealing, accountId)
  const answer = partnerId === undefined ? undefined : await pointsInTime.balance(partnerId)
  const [earner] = await earners(db, now, { contractId })
  const nextOn = nextGrantOn(now)
  const planned =
    earner === undefined ? [] : await ungrantedPoints(db, earner, grantMoment(monthOf(nextOn)))
  const entries: Entry[] = [
    ...planned.map(({ month, points }): Entry => ({
      kind: points > 0 ? 'earned' : 'takenBack',
      month,
      points,
      state: 'planned',
      on: nextOn,
    })),
    ...(await granted(db, contractId)),
    ...(await spent(db, contractId)),
    ...(await givenBack(db, contractId)),
  ]
  return {
    isLinked: partnerId !== undefined,
    earns: earner !== undefined,
    balance: answer?.kind === 'accepted' ? answer.value.points : undefined,
    yenPerPoint: ruleValue('yenPerPoint', toTokyoDate(now)),
    nextGrantOn: nextOn,
    entries: entries
      .toSorted((a, b) => (a.on < b.on ? 1 : -1))
      .map((entry) => ({
        ...entry,
        stateLabel: pointEntryStateLabels[entry.state],
        path: billPage(entry.month),
      })),
    asOf: formatRfc3339(now),
  }
}

const states = { sent: 'asked', unknown: 'asked', ok: 'done', refused: 'refused' } as const

/** How a movement of points ended; while its answer is awaited, when it was requested. */
const outcomeOf = (
  row: { state: keyof typeof states; reason: string | null; answered_at: Instant | null },
  askedAt: Instant,
) => ({
  state: states[row.state],
  message: row.state === 'refused' ? refusalWords(row.reason) : undefined,
  on: toTokyoDate(row.answered_at ?? askedAt),
})

async function granted(db: Db, contractId: string): Promise<Entry[]> {
  const rows = await rowsOf(db, 'point_grant', { contract_id: contractId })
  return rows.map((row) => ({
    kind: row.points > 0 ? 'earned' : 'takenBack',
    month: row.month,
    points: Math.sign(row.points) * (row.moved_points ?? Math.abs(row.points)),
    ...outcomeOf(row, row.asked_at),
  }))
}

async function spent(db: Db, contractId: string): Promise<Entry[]> {
  const rows = await db
    .selectFrom('payment')
    .select(['month', 'amount_yen', 'state', 'reason', 'sent_at', 'answered_at'])
    .where('contract_id', '=', contractId)
    .where('way', '=', 'points')
    .execute()
  return rows.map((row) => ({
    kind: 'used',
    month: row.month,
    points: -row.amount_yen,
    ...outcomeOf(row, row.sent_at),
  }))
}

async function givenBack(db: Db, contractId: string): Promise<Entry[]> {
  const rows = await db
    .selectFrom('refund')
    .select(['month', 'amount_yen', 'state', 'reason', 'requested_at', 'answered_at'])
    .where('contract_id', '=', contractId)
    .where('way', '=', 'points')
    .execute()
  return rows.map((row) => ({
    kind: 'givenBack',
    month: row.month,
    points: row.amount_yen,
    ...outcomeOf(row, row.requested_at),
  }))
}
