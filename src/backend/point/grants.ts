import { lockContract } from '#backend/contract/contracts.ts'
import type { By } from '#backend/contract/who.ts'
import type { Db } from '#backend/db/connect.ts'
import { isolated } from '#backend/jobs/isolated.ts'
import type { CarrierAnswer } from '#backend/ports/carrier.ts'
import type { PointResult, PointsPort } from '#backend/ports/points.ts'
import type { ProcedureDeps } from '#backend/procedure/deps.ts'
import { lastGrantMoment } from '#domain/point/points.ts'
import { isBefore, type Instant } from '#domain/tokyo.ts'
import {
  duePoints,
  earners,
  findGrant,
  openGrants,
  partnerAad,
  type GrantRow,
} from './grant-rows.ts'
import { grantMessage } from './messages.ts'

type GrantDeps = Pick<ProcedureDeps, 'database' | 'sealing' | 'log' | 'commit'> & {
  readonly points: PointsPort
  readonly findPartnerId: (db: Db, accountId: string) => Promise<string | undefined>
}

/**
 * Asks the partner once a month for the points of paid bills (billing.md 22), and takes back what a bill below zero undoes.
 * Written down before it is asked, settled by the answer once; an answer that never came is looked up by its id.
 */
export function createGrants({
  database: { db },
  sealing,
  log,
  commit,
  points,
  findPartnerId,
}: GrantDeps) {
  async function grant(now: Instant): Promise<void> {
    for (const row of await openGrants(db))
      await isolated(log, { orderId: row.order_id }, 'points not settled', () =>
        reconcile(row, now),
      )
    const until = lastGrantMoment(now)
    for (const { contractId, accountId } of await earners(db, now, { until }))
      await isolated(log, { contractId }, 'points not granted', async () => {
        const begun = await db
          .transaction()
          .execute((tx) => begin(tx, { actor: 'system', contractId, now }, accountId, until))
        for (const row of begun) await ask(row, now)
      })
  }

  /** One row a bill, once; nothing while an answer of this contract is awaited. */
  async function begin(
    tx: Db,
    by: By,
    accountId: string,
    until: Instant,
  ): Promise<readonly GrantRow[]> {
    const { contractId, now } = by
    await lockContract(tx, contractId)
    const [earner] = await earners(tx, now, { contractId })
    const partnerId = await findPartnerId(tx, accountId)
    if (earner === undefined || partnerId === undefined) return []
    // Who joins after the day of granting has it with the next.
    if (!isBefore(earner.since, until)) return []
    if ((await openGrants(tx, contractId)).length > 0) return []
    const due = await duePoints(tx, earner, until)
    if (due.length === 0) return []
    await commit.change(tx, by, {
      action: 'points-asked-for',
      target: contractId,
      details: { points: due.map(({ month, points: of }) => ({ month, points: of })) },
    })
    return tx
      .insertInto('point_grant')
      .values(
        due.map(({ month, billId, points: of }) => ({
          contract_id: contractId,
          month,
          order_id: `points-${billId}`,
          partner_id_sealed: sealing.seal(partnerAad(contractId), partnerId),
          points: of,
          moved_points: null,
          state: 'sent' as const,
          reason: null,
          asked_at: now,
          answered_at: null,
        })),
      )
      .returningAll()
      .execute()
  }

  async function ask(row: GrantRow, now: Instant) {
    const { order_id: orderId, contract_id: contractId } = row
    const memberId = sealing.open(partnerAad(contractId), row.partner_id_sealed)
    const kind = row.points > 0 ? 'grant' : 'take-back'
    const asked = { orderId, memberId, kind, points: Math.abs(row.points) } as const
    await settle(row, await points.move(asked), now)
  }

  /** What never arrived is sent again under the same id, but not to a partner that may hear of the member no more. */
  async function reconcile(row: GrantRow, now: Instant) {
    const known = await points.find(row.order_id)
    if (known.kind !== 'rejected') return settle(row, known, now)
    const [earner] = await earners(db, now, { contractId: row.contract_id })
    if (earner !== undefined) return ask(row, now)
    const unlinked = {
      result: 'refused',
      reason: 'unlinked',
      points: Math.abs(row.points),
    } as const
    return settle(row, { kind: 'accepted', value: { ...unlinked, at: now.toString() } }, now)
  }

  async function settle(
    { contract_id, month }: GrantRow,
    answer: CarrierAnswer<PointResult>,
    now: Instant,
  ): Promise<void> {
    await db.transaction().execute(async (tx) => {
      await lockContract(tx, contract_id)
      const row = await findGrant(tx, { contract_id, month })
      if (row.state === 'ok' || row.state === 'refused') return
      const value = believed(row, answer)
      if (value === undefined) {
        await write(tx, row, { state: 'unknown' })
        return
      }
      const isDone = value.result === 'ok'
      const settled = await write(tx, row, {
        state: value.result,
        moved_points: isDone ? value.moved : null,
        reason: isDone ? null : value.reason,
        answered_at: now,
      })
      await commit.change(
        tx,
        { actor: 'system', contractId: contract_id, now },
        {
          action: isDone ? 'points-moved' : 'points-refused',
          target: row.order_id,
          details: { points: row.points, moved: settled.moved_points, reason: settled.reason },
          message: (accountId) => grantMessage({ accountId, row: settled }),
        },
      )
    })
  }

  /** An answer of other points is none. */
  function believed(row: GrantRow, answer: CarrierAnswer<PointResult>) {
    if (answer.kind !== 'accepted') return undefined
    const { value } = answer
    const asked = Math.abs(row.points)
    const isPossible =
      value.points === asked &&
      (value.result === 'refused' ||
        (row.points > 0 ? value.moved === asked : value.moved >= 0 && value.moved <= asked))
    if (isPossible) return value
    log.error({ orderId: row.order_id, answered: value }, 'points answer of another amount')
    return undefined
  }

  return { grant }
}

async function write(
  tx: Db,
  { contract_id, month }: GrantRow,
  answer: Partial<Pick<GrantRow, 'state' | 'moved_points' | 'reason' | 'answered_at'>>,
): Promise<GrantRow> {
  return tx
    .updateTable('point_grant')
    .set(answer)
    .where('contract_id', '=', contract_id)
    .where('month', '=', month)
    .returningAll()
    .executeTakeFirstOrThrow()
}
