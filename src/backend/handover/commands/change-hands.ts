import { endWaysWithoutLogin } from '#backend/connection/public.ts'
import type { AreaDeps } from '#backend/area.ts'
import { askOfLine } from '#backend/carrier/exchange.ts'
import { findContract, findLine, type LineRow } from '#backend/contract/contracts.ts'
import { lineAad, openNumber } from '#backend/contract/line-mapping.ts'
import type { By } from '#backend/contract/who.ts'
import { keepFormerUse } from '#backend/data/public.ts'
import type { Db } from '#backend/db/connect.ts'
import { userOfLine } from '#backend/family/public.ts'
import type { ProcedureDeps } from '#backend/procedure/deps.ts'
import { endLines } from '#backend/procedure/endings.ts'
import { nextStep } from '#backend/procedure/receipts.ts'
import { takeOrderStep } from '#backend/procedure/take-order-step.ts'
import { switchLine } from '#backend/sim/public.ts'
import { addDays, endOfDay, formatRfc3339, toTokyoDate, type Instant } from '#domain/tokyo.ts'
import { giverMessage, receiverMessage } from '../messages.ts'
import { handover, takeover } from '../procedure.ts'
import { receiverOrder } from '../queries/offered.ts'
import type { TakeoverOrder } from '../rows/details.ts'
import type { HandoverRow } from '../rows/handover.ts'
import { eachHandover } from './each-handover.ts'
import { stopReceiver, type SideDeps } from './end-side.ts'

type Deps = SideDeps &
  Pick<AreaDeps, 'database' | 'log' | 'queue' | 'sealing'> &
  Pick<ProcedureDeps, 'procedures'>

/** At 0:00 on the 1st, or at the next run if that was missed: in one transaction on both sides. */
export function changeHandsDue(deps: Deps, now: Instant): Promise<void> {
  const of = { states: ['due'], failure: 'line could not change hands' } as const
  return eachHandover(deps, of, async (tx, row, { state, effective_on: lastDay }) => {
    if (state !== 'due' || lastDay === null || lastDay >= toTokyoDate(now)) return
    const receiver = await receiverOrder(tx, row)
    if (receiver === undefined || receiver.closed_at !== null) return
    const given = await findLine(tx, row.contract_id, row.line_id)
    const { status } = await findContract(tx, row.contract_id)
    const isServed = ['active', 'cancel_reserved'].includes(status)
    if (!isServed || !['active', 'ending'].includes(given.status))
      return refuseSuspended(tx, deps, row, now)
    const at = endOfDay(lastDay)
    const giver: By = { actor: 'system', contractId: row.contract_id, now }
    await handover.advance(row.order_no, {
      event: 'month_turned',
      merge: { numberSealed: null, nextSteps: [] },
    })(tx, giver)
    const event = 'handed_over'
    await endLines(tx, deps.procedures, giver, {
      lineIds: [given.line_id],
      endedOn: lastDay,
      event,
    })
    // The one who goes may have the card, or the key, of what they no longer share.
    await endWaysWithoutLogin(
      tx,
      deps.engine,
      { contractId: row.contract_id },
      { actor: 'system', now, because: 'handover' },
    )
    await beginAtReceiver(tx, deps, { row, given, receiver, at, now })
    await takeOrderStep(tx, deps.engine, giver, {
      procedure: handover,
      step: await handover.find(tx, { contractId: row.contract_id, orderNo: row.order_no }),
      audit: { action: 'line-handed-over', details: { endedOn: lastDay } },
      message: (facts) => giverMessage('handed_over', facts),
    })
    await takeOrderStep(
      tx,
      deps.engine,
      { actor: 'system', contractId: receiver.contract_id, now },
      {
        procedure: takeover,
        step: takeover.advance(receiver.order_no, {
          event: 'month_turned',
          merge: { nextSteps: [nextStep('回線をお使いいただけます。', addDays(lastDay, 1))] },
        }),
        audit: { action: 'line-taken-over' },
        message: (facts) => receiverMessage('handed_over', facts),
      },
    )
  })
}

/** Begins the receiver's line with the same number, SIM and kind; the carrier is asked to rename it. */
async function beginAtReceiver(
  tx: Db,
  { sealing, begins, queue }: Pick<Deps, 'sealing' | 'begins' | 'queue'>,
  of: { row: HandoverRow; given: LineRow; receiver: TakeoverOrder; at: Instant; now: Instant },
) {
  const { row, given, receiver, at, now } = of
  const { contract_id: contractId } = receiver
  const coming = await findLine(tx, contractId, receiver.line_id ?? '')
  const number = openNumber(given, sealing)
  const iccid = sealing.open(lineAad.iccid(given.line_id), given.iccid_sealed)
  const to = { kind: given.kind, simSize: given.sim_size, number, iccid }
  await switchLine(tx, sealing, coming, to, at)
  await takeOwnUse(tx, given, coming, at)
  await begins.started(tx, { actor: 'system', contractId, now: at }, at)
  const fields = { toLineRef: coming.carrier_ref, at: formatRfc3339(at) }
  await askOfLine(
    tx,
    queue,
    given,
    { type: 'order', kind: 'hand-over', fields },
    { orderNo: row.order_no, exchangeId: `handover-${row.order_no}`, now },
  )
}

/**
 * Where the receiver was the line's user, what they could see of its use goes with them, from the day of their role on;
 * nothing of what the line's use was before, and nothing of the other lines.
 */
async function takeOwnUse(tx: Db, given: LineRow, coming: LineRow, at: Instant) {
  const from = { contractId: given.contract_id, lineId: given.line_id }
  const user = await userOfLine(tx, from)
  const { account_id: receiver } = await findContract(tx, coming.contract_id)
  if (user?.accountId !== receiver) return
  await keepFormerUse(tx, {
    contractId: coming.contract_id,
    lineId: coming.line_id,
    from,
    since: toTokyoDate(user.since),
    until: addDays(toTokyoDate(at), -1),
  })
}

/** A line that is suspended, lost or ended is not handed over. */
async function refuseSuspended(tx: Db, deps: SideDeps, row: HandoverRow, now: Instant) {
  const why =
    '切り替わる時に回線の利用が停止されていたため、回線の契約者を切り替えられませんでした。'
  await takeOrderStep(
    tx,
    deps.engine,
    { actor: 'system', contractId: row.contract_id, now },
    {
      procedure: handover,
      step: handover.advance(row.order_no, {
        event: 'refused',
        effectiveOn: null,
        merge: { numberSealed: null, refusal: why, nextSteps: [] },
      }),
      audit: { action: 'line-handover-failed' },
      message: (facts) => giverMessage('failed', facts),
    },
  )
  await stopReceiver(tx, deps, row, { why, now })
}
