import { refusalWords } from '#backend/billing/public.ts'
import type { Db } from '#backend/db/connect.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { findPartnerId } from '#backend/partner/public.ts'
import type { PointsPort } from '#backend/ports/points.ts'
import { ruleValue } from '#domain/catalogue/rules.ts'
import { grantMoment, nextGrantOn } from '#domain/point/points.ts'
import { formatRfc3339, monthOf, toTokyoDate, type Instant } from '#domain/tokyo.ts'
import type { Answer } from '#protocol/endpoint.ts'
import type { pointApi } from '#protocol/point.ts'
import { billPage } from '#vocabulary/pages.ts'
import { pointEntryStateLabels } from '#vocabulary/point.ts'
import { earners, ungrantedPoints } from './earnings.ts'

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
  const rows = await db
    .selectFrom('point_grant')
    .selectAll()
    .where('contract_id', '=', contractId)
    .execute()
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
