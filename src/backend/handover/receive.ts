import { openNumber } from '#backend/contract/line-mapping.ts'
import { findLine, findLines, lockContract, type LineRow } from '#backend/contract/contracts.ts'
import type { By } from '#backend/contract/who.ts'
import type { Db } from '#backend/db/connect.ts'
import { nextStep } from '#backend/procedure/receipts.ts'
import { RefusalError } from '#backend/refusal.ts'
import {
  insertPreparingLine,
  sealChosen,
  stepLine,
  type ChosenOption,
} from '#backend/sim/public.ts'
import { handoverStates } from '#domain/handover/handover-states.ts'
import { handoverTiming } from '#domain/handover/timing.ts'
import { toTokyoDate, type Instant, type TokyoDate } from '#domain/tokyo.ts'
import type { LineKind, SimSize } from '#vocabulary/line.ts'
import type { HandoverDeps } from './deps.ts'
import type { TakeoverOrder } from './details.ts'
import { giverMessage, receiverMessage } from './messages.ts'
import { handover, takeover } from './procedure.ts'
import { changeHandover, findByNumber, findReceived, type HandoverRow } from './rows.ts'

/** A line that is offered, as an application for it knows it. */
export type OfferedLine = {
  readonly kind: LineKind
  readonly simSize: SimSize
  /** The first day, if the application were accepted now. */
  readonly firstDay: TokyoDate
  /** Whether it can be taken by this application: it is offered, in time, or taken by this one already. */
  readonly isFree: boolean
  /** Blind index of the kana and birthday that the giver has named. */
  readonly namesakeIndex: string
}

/** The line of a hand-over number and its phone number; undefined unless both fit. */
export async function findOffered(
  db: Db,
  { sealing }: Pick<HandoverDeps, 'sealing'>,
  given: { handoverNo: string; number: string },
  now: Instant,
  applicationNo?: string,
): Promise<OfferedLine | undefined> {
  const row = await findByNumber(db, sealing, given.handoverNo)
  if (row === undefined) return undefined
  const line = await findLine(db, row.contract_id, row.line_id)
  if (openNumber(line, sealing) !== given.number) return undefined
  const order = await handover.find(db, keyOfGiver(row))
  const isOwn = applicationNo !== undefined && row.application_no === applicationNo
  const isInTime = toTokyoDate(now) <= row.valid_until
  return {
    kind: line.kind,
    simSize: line.sim_size,
    firstDay: handoverTiming(now).firstDay,
    isFree:
      (isInTime && order.state === 'offered') || (isOwn && !handoverStates.isTerminal(order.state)),
    namesakeIndex: row.namesake_index,
  }
}

/**
 * One application takes the line; a second one finds it taken.
 * @throws RefusalError HANDOVER_UNKNOWN, HANDOVER_OTHER_PERSON
 */
export async function takeLine(
  tx: Db,
  deps: HandoverDeps,
  given: { handoverNo: string; number: string; namesakeIndex: string; applicationNo: string },
  now: Instant,
): Promise<void> {
  const row = await lockByNumber(tx, deps, given.handoverNo)
  const offered = await findOffered(tx, deps, given, now)
  if (row === undefined || offered === undefined || !offered.isFree)
    throw new RefusalError('HANDOVER_UNKNOWN')
  if (offered.namesakeIndex !== given.namesakeIndex) throw new RefusalError('HANDOVER_OTHER_PERSON')
  const by: By = { actor: 'system', contractId: row.contract_id, now }
  await deps.commit.order(tx, by, {
    procedure: handover,
    step: handover.advance(row.order_no, { event: 'taken' }),
    audit: { action: 'line-handover-taken' },
  })
  await changeHandover(tx, row, { application_no: given.applicationNo })
}

/** The application is accepted: both sides wait for the turn of the month. @throws RefusalError HANDOVER_UNKNOWN */
export async function acceptLine(
  tx: Db,
  deps: HandoverDeps,
  accepted: {
    contractId: string
    accountId: string
    applicationNo: string | undefined
    handoverNo: string
    nickname?: string | undefined
    options: readonly ChosenOption[]
    now: Instant
  },
): Promise<void> {
  const { contractId, accountId, now } = accepted
  const row = await lockByNumber(tx, deps, accepted.handoverNo)
  if (row === undefined || row.application_no !== (accepted.applicationNo ?? null))
    throw new RefusalError('HANDOVER_UNKNOWN')
  const given = await findLine(tx, row.contract_id, row.line_id)
  const { lastDay, firstDay } = handoverTiming(now)
  const { kind, sim_size: simSize } = given
  const line = await insertPreparingLine(
    tx,
    deps.sealing,
    contractId,
    await findLines(tx, contractId),
    {
      kind,
      simSize,
      nickname: accepted.nickname,
      number: openNumber(given, deps.sealing),
    },
  )
  const receiver: By = { actor: 'system', contractId, accountId, now }
  const order = await deps.commit.order(tx, receiver, {
    procedure: takeover,
    step: takeover.open({
      lineId: line.line_id,
      procedure: 'lineTakeover',
      event: 'joined',
      effectiveOn: firstDay,
      details: {
        chosenOptions: sealChosen(deps.sealing, line, accepted.options),
        nextSteps: [
          nextStep('0時に、回線がこのご契約に移ります。SIMはいまのまま使えます。', firstDay),
        ],
      },
    }),
    audit: { action: 'line-takeover-booked', details: { firstDay, line: line.line_id } },
    message: (told) => receiverMessage('due', told),
  })
  const giver: By = { actor: 'system', contractId: row.contract_id, now }
  await deps.commit.order(tx, giver, {
    procedure: handover,
    step: handover.advance(row.order_no, {
      event: 'accepted',
      effectiveOn: lastDay,
      merge: {
        nextSteps: [nextStep('0時に、回線の契約者がご家族に切り替わります。', firstDay)],
      },
    }),
    audit: { action: 'line-handover-booked', details: { lastDay } },
    message: (told) => giverMessage('due', told),
  })
  await changeHandover(tx, row, {
    receiver_contract_id: contractId,
    receiver_order_no: order.order_no,
  })
}

/** The receiver takes the application back; the giver's offer is open again. @returns whether there was a line to come */
export async function withdrawTakeover(tx: Db, deps: HandoverDeps, by: By): Promise<boolean> {
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
  deps: HandoverDeps,
  row: HandoverRow,
  why: string,
  now: Instant,
): Promise<void> {
  const order = await receiverOrder(tx, row)
  if (order === undefined || order.closed_at !== null) return
  const by: By = { actor: 'system', contractId: order.contract_id, now }
  await closeReceiver(tx, deps, order, { by, event: 'refused', why })
}

async function closeReceiver(
  tx: Db,
  deps: HandoverDeps,
  order: TakeoverOrder,
  { by, event, why }: { by: By; event: 'withdrawn' | 'refused'; why?: string },
) {
  const { now } = by
  await deps.commit.order(tx, by, {
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
    message: event === 'refused' ? (told) => receiverMessage('failed', told) : undefined,
  })
  const line = await findLine(tx, order.contract_id, order.line_id ?? '')
  await stepLine(tx, line, 'preparation_cancelled', { actor: 'system', now })
  await deps.begins.cameToNothing(tx, by, {
    isWithdrawn: event === 'withdrawn',
    isTold: true,
    at: now,
  })
}

/** The application failed or was withdrawn: the number is valid again, or its time is over. The caller holds the giver's lock. */
export async function releaseGiver(tx: Db, deps: HandoverDeps, row: HandoverRow, now: Instant) {
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
  await deps.commit.order(tx, by, {
    procedure: handover,
    step: isInTime ? released : lapse(row.order_no),
    audit: { action: 'line-handover-released' },
    message: (told) => giverMessage('released', told),
  })
  await changeHandover(tx, row, {
    application_no: null,
    receiver_contract_id: null,
    receiver_order_no: null,
  })
}

export const lapse = (orderNo: string) =>
  handover.advance(orderNo, {
    event: 'lapsed',
    merge: { numberSealed: null, receiverSealed: null, nextSteps: [] },
  })

export const keyOfGiver = (row: Pick<HandoverRow, 'contract_id' | 'order_no'>) => ({
  contractId: row.contract_id,
  orderNo: row.order_no,
})

export async function receiverOrder(db: Db, row: HandoverRow): Promise<TakeoverOrder | undefined> {
  const { receiver_contract_id: contractId, receiver_order_no: orderNo } = row
  if (contractId === null || orderNo === null) return undefined
  return takeover.find(db, { contractId, orderNo })
}

/** Two applications for one line wait for each other: the giver's contract is the lock. */
async function lockByNumber(tx: Db, { sealing }: HandoverDeps, handoverNo: string) {
  const found = await findByNumber(tx, sealing, handoverNo)
  if (found === undefined) return undefined
  await lockContract(tx, found.contract_id)
  return findByNumber(tx, sealing, handoverNo)
}

/** How far the line is, for the status of the application. */
export async function takeoverProgress(db: Db, contractId: string) {
  const row = await findReceived(db, contractId)
  const order = row && (await receiverOrder(db, row))
  if (order === undefined) return undefined
  const line: LineRow = await findLine(db, contractId, order.line_id ?? '')
  const { label, sentence } = takeover.words(order, order.state)
  const { effective_on: firstDay } = order
  return {
    orderNo: order.order_no,
    kind: line.kind,
    simSize: line.sim_size,
    stateLabel: label,
    sentence,
    ...(order.closed_at === null && firstDay !== null ? { expectedOn: firstDay } : {}),
  }
}
