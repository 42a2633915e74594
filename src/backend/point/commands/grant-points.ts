import type { AreaDeps } from '#backend/area.ts'
import { lockContract } from '#backend/contract/contracts.ts'
import type { Db } from '#backend/db/connect.ts'
import { isolated } from '#backend/jobs/isolated.ts'
import { defineJob } from '#backend/jobs/queue.ts'
import { findPartnerId } from '#backend/partner/public.ts'
import type { CarrierAnswer } from '#backend/ports/carrier.ts'
import type { PointResult, PointsPort } from '#backend/ports/points.ts'
import { recordChange } from '#backend/step/record-change.ts'
import { takeStep } from '#backend/step/take-step.ts'
import { pointGrantStates } from '#domain/point/grant-states.ts'
import { lastGrantMoment } from '#domain/point/points.ts'
import { isBefore, type Instant } from '#domain/tokyo.ts'
import { z } from 'zod'
import { earners, ungrantedPoints, type Earner } from '../queries.ts'
import { findGrant, insertGrants, openGrants, partnerAad, type GrantRow } from '../rows.ts'
import { grants } from '../steps.ts'

type Deps = Pick<AreaDeps, 'database' | 'sealing' | 'log' | 'outbox'> & {
  readonly points: PointsPort
}

/** Asks once more what became of a grant without an answer. */
export const askPointsAgainJob = defineJob({
  name: 'points-ask-again',
  payload: z.object({ orderId: z.string() }),
  retryLimit: 3,
  retryDelaySeconds: 10,
})

/**
 * Asks the partner once a month for the points of paid bills (billing.md 22), and takes back what a bill below zero undoes.
 * A grant is written down before the partner is asked, and its answer is taken once; an answer that never came is looked up
 * by the id of the grant.
 */
export async function grantPoints(deps: Deps, now: Instant): Promise<void> {
  const { log } = deps
  const { db } = deps.database
  for (const row of await openGrants(db))
    await isolated(log, { orderId: row.order_id }, 'points not settled', () =>
      reconcile(deps, row, now),
    )
  const until = lastGrantMoment(now)
  for (const { contractId, accountId } of await earners(db, now, { until }))
    await isolated(log, { contractId }, 'points not granted', async () => {
      const begun = await db
        .transaction()
        .execute((tx) => beginGrants(tx, deps, { contractId, accountId, now }, until))
      for (const row of begun) await ask(deps, row, now)
    })
}

/** One row a bill; none while an answer about this contract is awaited. */
async function beginGrants(
  tx: Db,
  deps: Pick<Deps, 'sealing' | 'outbox'>,
  of: Pick<Earner, 'contractId' | 'accountId'> & { readonly now: Instant },
  until: Instant,
): Promise<readonly GrantRow[]> {
  const { contractId, accountId, now } = of
  await lockContract(tx, contractId)
  const [earner] = await earners(tx, now, { contractId })
  const partnerId = await findPartnerId(tx, deps.sealing, accountId)
  // A member who joins after the day of granting gets the points on the next one.
  if (earner === undefined || partnerId === undefined || !isBefore(earner.since, until)) return []
  if ((await openGrants(tx, contractId)).length > 0) return []
  const ungranted = await ungrantedPoints(tx, earner, until)
  if (ungranted.length === 0) return []
  await recordChange(
    tx,
    deps,
    { actor: 'system', contractId, now },
    {
      action: 'points-asked-for',
      target: contractId,
      details: { points: ungranted.map(({ month, points }) => ({ month, points })) },
    },
  )
  return insertGrants(tx, deps.sealing, { contractId, partnerId }, ungranted, now)
}

async function ask(deps: Deps, row: GrantRow, now: Instant) {
  const { order_id: orderId, contract_id: contractId } = row
  const answer = await deps.points.move({
    orderId,
    memberId: deps.sealing.open(partnerAad(contractId), row.partner_id_sealed),
    kind: row.points > 0 ? 'grant' : 'take-back',
    points: Math.abs(row.points),
  })
  await takeAnswer(deps, row, answer, now)
}

/** The job of a grant without an answer; one that has been answered meanwhile stays as it is. */
export async function askPointsAgain(deps: Deps, orderId: string, now: Instant) {
  const row = (await openGrants(deps.database.db)).find((one) => one.order_id === orderId)
  if (row !== undefined) await reconcile(deps, row, now)
}

/** A request that never arrived is sent again under the same id, unless the member has unlinked meanwhile. */
async function reconcile(deps: Deps, row: GrantRow, now: Instant) {
  const found = await deps.points.find(row.order_id)
  if (found.kind !== 'rejected') return takeAnswer(deps, row, found, now)
  const [earner] = await earners(deps.database.db, now, { contractId: row.contract_id })
  if (earner !== undefined) return ask(deps, row, now)
  const unlinked = { result: 'refused', reason: 'unlinked', points: Math.abs(row.points) } as const
  return takeAnswer(
    deps,
    row,
    { kind: 'accepted', value: { ...unlinked, at: now.toString() } },
    now,
  )
}

async function takeAnswer(
  deps: Deps,
  { contract_id: contractId, month }: GrantRow,
  answer: CarrierAnswer<PointResult>,
  now: Instant,
): Promise<void> {
  const by = { actor: 'system', contractId, now } as const
  await deps.database.db.transaction().execute(async (tx) => {
    await lockContract(tx, contractId)
    const row = await findGrant(tx, { contract_id: contractId, month })
    if (pointGrantStates.isTerminal(row.state)) return
    if (answer.kind !== 'accepted' || !isPossible(row, answer.value)) {
      if (answer.kind === 'accepted')
        deps.log.error(
          { orderId: row.order_id, answered: answer.value },
          'points answer of another amount',
        )
      await takeStep(tx, deps, by, grants, { row, step: 'no_answer' })
      return
    }
    const { value } = answer
    await takeStep(
      tx,
      deps,
      by,
      grants,
      value.result === 'ok'
        ? { row, step: 'moved', patch: { moved_points: value.moved, answered_at: now } }
        : { row, step: 'refused', patch: { reason: value.reason, answered_at: now } },
    )
  })
}

/** An answer about another amount counts as no answer. */
function isPossible({ points }: GrantRow, value: PointResult): boolean {
  const asked = Math.abs(points)
  if (value.points !== asked) return false
  if (value.result === 'refused') return true
  return points > 0 ? value.moved === asked : value.moved >= 0 && value.moved <= asked
}
