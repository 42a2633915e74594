import type { AreaDeps } from '#backend/area.ts'
import { findLine, lockContract } from '#backend/contract/contracts.ts'
import type { By, Who } from '#backend/contract/who.ts'
import type { Db } from '#backend/db/connect.ts'
import { findRow } from '#backend/db/rows.ts'
import { isolated } from '#backend/jobs/isolated.ts'
import type { ProcedureDeps } from '#backend/procedure/deps.ts'
import { nextStep } from '#backend/procedure/receipts.ts'
import { takeOrderStep } from '#backend/procedure/take-order-step.ts'
import { RefusalError } from '#backend/refusal.ts'
import { stepLine, type ChosenOption } from '#backend/sim/public.ts'
import { handoverStates } from '#domain/handover/handover-states.ts'
import { toTokyoDate, type Instant } from '#domain/tokyo.ts'
import { giverMessage, receiverMessage } from '../messages.ts'
import { handover, takeover } from '../procedure.ts'
import { receiverOrder } from '../queries/offered.ts'
import type { HandoverOrder, TakeoverOrder } from '../rows/details.ts'
import {
  changeHandover,
  findHandover,
  findReceived,
  findWithOpenReceiver,
  keyOfGiver,
  type HandoverRow,
} from '../rows/handover.ts'
import { eachHandover } from './each-handover.ts'

/** What a line means for a contract that has none in service yet; provided by the area that opens contracts. */
export type Begins = {
  readonly started: (tx: Db, by: By, at: Instant) => Promise<void>
  /** The carrier knows the line by its new name: the options that were chosen with it are joined. */
  readonly joined: (
    tx: Db,
    contractId: string,
    line: { orderNo: string; lineId: string; chosen: readonly ChosenOption[]; at: Instant },
  ) => Promise<void>
  /** No line came: the contract is withdrawn by its holder, or was never opened. */
  readonly cameToNothing: (
    tx: Db,
    by: By,
    stopped: { isWithdrawn: boolean; isNotified: boolean; at: Instant },
  ) => Promise<void>
}

export type SideDeps = { readonly engine: ProcedureDeps['engine']; readonly begins: Begins }

/**
 * The giver withdraws the offer, until the line has changed hands; the receiver gets a message, and no contract begins
 * there. The receiver's contract is locked first, as everywhere.
 * @throws RefusalError NOT_FOUND for an order of something else, HANDOVER_OVER, CHANGED_MEANWHILE
 */
export async function withdrawOffer(
  tx: Db,
  deps: SideDeps,
  who: Who,
  orderNo: string,
): Promise<HandoverOrder> {
  const { contractId, now } = who
  const key = { contractId, orderNo }
  const receiverIn = async () => (await findHandover(tx, key))?.receiver_contract_id ?? undefined
  const receiver = await receiverIn()
  if (receiver !== undefined) await lockContract(tx, receiver)
  await lockContract(tx, contractId)
  const order = await handover.find(tx, key)
  if (!handoverStates.can(order.state, 'withdrawn', 'member'))
    throw new RefusalError('HANDOVER_OVER')
  // Accepted between the two reads: the locks would be taken in the other order.
  if ((await receiverIn()) !== receiver) throw new RefusalError('CHANGED_MEANWHILE')
  const withdrawn = await takeOrderStep(tx, deps.engine, who, {
    procedure: handover,
    step: handover.advance(orderNo, {
      event: 'withdrawn',
      effectiveOn: null,
      merge: {
        numberSealed: null,
        receiverSealed: null,
        nextSteps: [nextStep('引き続きご利用いただけます。')],
      },
    }),
    audit: { action: 'line-handover-withdrawn' },
    message: (facts) => giverMessage('withdrawn', facts),
  })
  const row = await findHandover(tx, key)
  const why = 'ゆずる方が手続きを取りやめたため、回線を譲り受けられなくなりました。'
  if (row !== undefined) await stopReceiver(tx, deps, row, { why, now })
  return withdrawn
}

/** The receiver withdraws the application; the giver's offer is open again. @returns whether there was a line to come */
export async function withdrawTakeover(tx: Db, deps: SideDeps, by: By): Promise<boolean> {
  const row = await findReceived(tx, by.contractId)
  if (row === undefined) return false
  const order = await receiverOrder(tx, row)
  if (order === undefined || order.closed_at !== null) return false
  await lockContract(tx, row.contract_id)
  await closeReceiver(tx, deps, order, { by, event: 'withdrawn' })
  await releaseGiver(tx, deps, row, by.now)
  return true
}

/** The giver's side was called off: no contract begins, and the receiver gets a message with the reason. */
export async function stopReceiver(
  tx: Db,
  deps: SideDeps,
  row: HandoverRow,
  { why, now }: { readonly why: string; readonly now: Instant },
): Promise<void> {
  const order = await receiverOrder(tx, row)
  if (order === undefined || order.closed_at !== null) return
  const by: By = { actor: 'system', contractId: order.contract_id, now }
  await closeReceiver(tx, deps, order, { by, event: 'refused', why })
}

async function closeReceiver(
  tx: Db,
  { engine, begins }: SideDeps,
  order: TakeoverOrder,
  { by, event, why }: { by: By; event: 'withdrawn' | 'refused'; why?: string },
) {
  const { now } = by
  await takeOrderStep(tx, engine, by, {
    procedure: takeover,
    step: takeover.advance(order.order_no, {
      event,
      effectiveOn: null,
      merge: {
        ...(why === undefined ? {} : { refusal: why }),
        nextSteps: [nextStep('料金はかかりません。')],
      },
    }),
    audit: { action: `line-takeover-${event}` },
    // A withdrawal is confirmed by the application's own message.
    message: event === 'refused' ? (facts) => receiverMessage('failed', facts) : undefined,
  })
  const line = await findLine(tx, order.contract_id, order.line_id ?? '')
  await stepLine(tx, line, 'preparation_cancelled', { actor: 'system', now })
  await begins.cameToNothing(tx, by, {
    isWithdrawn: event === 'withdrawn',
    isNotified: true,
    at: now,
  })
}

/**
 * The application failed or was withdrawn: the number is valid again, unless it has expired meanwhile. The caller has
 * locked the giver's contract.
 */
async function releaseGiver(
  tx: Db,
  { engine }: Pick<SideDeps, 'engine'>,
  row: HandoverRow,
  now: Instant,
) {
  const by: By = { actor: 'system', contractId: row.contract_id, now }
  const order = await handover.find(tx, keyOfGiver(row))
  if (!handoverStates.can(order.state, 'released')) return
  const isInTime = toTokyoDate(now) <= row.valid_until
  const released = await handover.advance(row.order_no, {
    event: 'released',
    effectiveOn: null,
    merge: {
      nextSteps: [nextStep('ご家族が、もう一度お申し込みいただけます。', row.valid_until)],
    },
  })(tx, by)
  await takeOrderStep(tx, engine, by, {
    procedure: handover,
    step: isInTime ? released : expire(row.order_no),
    audit: { action: 'line-handover-released' },
    message: (facts) => giverMessage('released', facts),
  })
  await changeHandover(tx, row, {
    application_no: null,
    receiver_contract_id: null,
    receiver_order_no: null,
  })
}

const expire = (orderNo: string) =>
  handover.advance(orderNo, {
    event: 'lapsed',
    merge: { numberSealed: null, receiverSealed: null, nextSteps: [] },
  })

type TaskDeps = SideDeps & Pick<AreaDeps, 'database' | 'log'>

/** Ends the offers whose number has expired. */
export function expireOffers(deps: TaskDeps, now: Instant): Promise<void> {
  const of = { states: ['offered'], failure: 'offer of a line not ended' } as const
  return eachHandover(deps, of, async (tx, row, order) => {
    if (order.state !== 'offered' || row.valid_until >= toTokyoDate(now)) return
    await takeOrderStep(
      tx,
      deps.engine,
      { actor: 'system', contractId: row.contract_id, now },
      {
        procedure: handover,
        step: expire(row.order_no),
        audit: { action: 'line-handover-lapsed' },
        message: (facts) => giverMessage('lapsed', facts),
      },
    )
  })
}

/** Where one side has ended in another way (its contract, a decision of staff), the other is ended too. */
export async function followEndedSides(deps: TaskDeps, now: Instant): Promise<void> {
  const failure = 'hand-over not followed'
  await eachHandover(deps, { states: ['taken', 'due'], failure }, async (tx, row, order) => {
    if (order.state === 'taken' && !(await isApplicationOver(tx, row))) return
    if (order.state === 'due' && (await receiverOrder(tx, row))?.closed_at === null) return
    await releaseGiver(tx, deps, row, now)
  })
  const { db } = deps.database
  const why = 'ゆずる方のご契約または回線が終了したため、回線を譲り受けられなくなりました。'
  for (const row of await findWithOpenReceiver(db))
    await isolated(deps.log, { orderNo: row.order_no }, failure, () =>
      db.transaction().execute(async (tx) => {
        await lockContract(tx, row.receiver_contract_id ?? '')
        await stopReceiver(tx, deps, row, { why, now })
      }),
    )
}

async function isApplicationOver(tx: Db, { application_no: applicationNo }: HandoverRow) {
  const application = await findRow(
    tx,
    'application',
    { order_no: applicationNo ?? '' },
    'closed_at',
  )
  return application === undefined || application.closed_at !== null
}
