import { findLine, findLines, lockContract } from '#backend/contract/contracts.ts'
import { openNumber } from '#backend/contract/line-mapping.ts'
import type { By } from '#backend/contract/who.ts'
import type { Db } from '#backend/db/connect.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import type { ProcedureDeps } from '#backend/procedure/deps.ts'
import { nextStep } from '#backend/procedure/receipts.ts'
import { takeOrderStep } from '#backend/procedure/take-order-step.ts'
import { RefusalError } from '#backend/refusal.ts'
import { insertPreparingLine, sealChosen, type ChosenOption } from '#backend/sim/public.ts'
import { handoverTiming } from '#domain/handover/timing.ts'
import type { Instant } from '#domain/tokyo.ts'
import { giverMessage, receiverMessage } from '../messages.ts'
import { handover, takeover } from '../procedure.ts'
import { findOffered } from '../queries/offered.ts'
import { changeHandover, findByNumber, type HandoverRow } from '../rows/handover.ts'

type Deps = Pick<ProcedureDeps, 'sealing' | 'engine'>

/**
 * One application takes the line; a second one finds it taken.
 * @throws RefusalError HANDOVER_UNKNOWN, HANDOVER_OTHER_PERSON
 */
export async function takeLine(
  tx: Db,
  { sealing, engine }: Deps,
  given: { handoverNo: string; number: string; namesakeIndex: string; applicationNo: string },
  now: Instant,
): Promise<void> {
  const { handoverNo, number, applicationNo } = given
  const row = await lockByNumber(tx, sealing, handoverNo)
  const offered = await findOffered(tx, { sealing }, { handoverNo, number }, now)
  if (row === undefined || offered === undefined || !offered.isFree)
    throw new RefusalError('HANDOVER_UNKNOWN')
  if (offered.namesakeIndex !== given.namesakeIndex) throw new RefusalError('HANDOVER_OTHER_PERSON')
  const by: By = { actor: 'system', contractId: row.contract_id, now }
  await takeOrderStep(tx, engine, by, {
    procedure: handover,
    step: handover.advance(row.order_no, { event: 'taken' }),
    audit: { action: 'line-handover-taken' },
  })
  await changeHandover(tx, row, { application_no: applicationNo })
}

type AcceptedTakeover = {
  readonly contractId: string
  readonly accountId: string
  readonly applicationNo: string | undefined
  readonly handoverNo: string
  readonly nickname?: string | undefined
  readonly options: readonly ChosenOption[]
  readonly now: Instant
}

/**
 * The application is accepted: both sides wait for the month rollover.
 * @returns the receiver's order, with the line that was made for it
 * @throws RefusalError HANDOVER_UNKNOWN
 */
export async function acceptLine(tx: Db, deps: Deps, accepted: AcceptedTakeover) {
  const { contractId, now } = accepted
  const row = await lockByNumber(tx, deps.sealing, accepted.handoverNo)
  if (row === undefined || row.application_no !== (accepted.applicationNo ?? null))
    throw new RefusalError('HANDOVER_UNKNOWN')
  const { lastDay, firstDay } = handoverTiming(now)
  const order = await openTakeover(tx, deps, accepted, row)
  const giver: By = { actor: 'system', contractId: row.contract_id, now }
  await takeOrderStep(tx, deps.engine, giver, {
    procedure: handover,
    step: handover.advance(row.order_no, {
      event: 'accepted',
      effectiveOn: lastDay,
      merge: {
        nextSteps: [nextStep('0時に、回線の契約者がご家族に切り替わります。', firstDay)],
      },
    }),
    audit: { action: 'line-handover-booked', details: { lastDay } },
    message: (facts) => giverMessage('due', facts),
  })
  await changeHandover(tx, row, {
    receiver_contract_id: contractId,
    receiver_order_no: order.order_no,
  })
  return order
}

/** The receiver's line, in preparation, and the receiver's order on it. */
async function openTakeover(
  tx: Db,
  { sealing, engine }: Deps,
  accepted: AcceptedTakeover,
  row: HandoverRow,
) {
  const { contractId, accountId, nickname, options, now } = accepted
  const { firstDay } = handoverTiming(now)
  const given = await findLine(tx, row.contract_id, row.line_id)
  const { kind, sim_size: simSize } = given
  const number = openNumber(given, sealing)
  const known = await findLines(tx, contractId)
  const coming = { kind, simSize, nickname, number }
  const line = await insertPreparingLine(tx, sealing, contractId, known, coming)
  const receiver: By = { actor: 'system', contractId, accountId, now }
  return takeOrderStep(tx, engine, receiver, {
    procedure: takeover,
    step: takeover.open({
      lineId: line.line_id,
      procedure: 'lineTakeover',
      event: 'joined',
      effectiveOn: firstDay,
      details: {
        chosenOptions: sealChosen(sealing, line, options),
        nextSteps: [
          nextStep('0時に、回線がこのご契約に移ります。SIMはいまのまま使えます。', firstDay),
        ],
      },
    }),
    audit: { action: 'line-takeover-booked', details: { firstDay, line: line.line_id } },
    message: (facts) => receiverMessage('due', facts),
  })
}

/** Two applications for one line wait for each other: both lock the giver's contract. */
async function lockByNumber(tx: Db, sealing: Sealing, handoverNo: string) {
  const found = await findByNumber(tx, sealing, handoverNo)
  if (found === undefined) return undefined
  await lockContract(tx, found.contract_id)
  return findByNumber(tx, sealing, handoverNo)
}
