import { changeContract, changeLine, insertLine, type ChangedBy } from '#backend/contract/change.ts'
import { lockContract, type LineRow } from '#backend/contract/contracts.ts'
import type { Db } from '#backend/db/connect.ts'
import { newId } from '#backend/db/ids.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { freePosition, lineAad, sealNickname } from '#backend/contract/line-mapping.ts'
import { lineStates, type LineEvent } from '#domain/line/line-states.ts'
import type { SimOrderPlan } from '../queries/order-plan.ts'
import { NUMBER_TO_COME } from '#vocabulary/line.ts'
import { toTokyoDate, type Instant } from '#domain/tokyo.ts'

/** A further line, not in service yet: it has a place in the contract and a name at the carrier. */
export async function insertPreparingLine(
  tx: Db,
  sealing: Sealing,
  contractId: string,
  lines: readonly LineRow[],
  plan: Pick<SimOrderPlan, 'kind' | 'simSize' | 'nickname'> & {
    /** Brought along; a number of ours is given with the opening. */
    readonly number?: string | undefined
  },
): Promise<LineRow> {
  const lineId = newId('line')
  return insertLine(tx, {
    contract_id: contractId,
    line_id: lineId,
    carrier_ref: newId('ref'),
    position: freePosition(lines),
    kind: plan.kind,
    sim_size: plan.simSize,
    number_sealed: sealing.seal(lineAad.number(lineId), plan.number ?? NUMBER_TO_COME),
    number_index: sealing.index('number', lineId),
    iccid_sealed: sealing.seal(lineAad.iccid(lineId), ''),
    status: lineStates.initial,
    ...sealNickname(sealing, lineId, plan.nickname ?? ''),
  })
}

/** The number that was to come along does not: one of ours comes with the opening. */
export async function giveUpNumber(tx: Db, sealing: Sealing, line: LineRow, by: ChangedBy) {
  const { line_id: lineId, contract_id: contractId } = line
  const number_sealed = sealing.seal(lineAad.number(lineId), NUMBER_TO_COME)
  await changeLine(tx, { contractId, lineId }, { number_sealed }, by)
}

/** What a switch-over makes of a line: another card, and with a change of kind another number. */
export async function switchLine(
  tx: Db,
  sealing: Sealing,
  line: LineRow,
  to: Pick<SimOrderPlan, 'kind' | 'simSize'> & {
    number?: string | undefined
    iccid?: string | undefined
  },
  at: Instant,
) {
  const { number, iccid } = to
  const isNew = lineStates.isState(line.status) && lineStates.can(line.status, 'activated')
  const { line_id: lineId, contract_id: contractId } = line
  const by = { actor: 'carrier', now: at } as const
  await changeLine(
    tx,
    { contractId, lineId },
    {
      kind: to.kind,
      sim_size: to.simSize,
      ...(number === undefined
        ? {}
        : {
            number_sealed: sealing.seal(lineAad.number(lineId), number),
            number_index: sealing.index('number', number),
          }),
      ...(iccid === undefined ? {} : { iccid_sealed: sealing.seal(lineAad.iccid(lineId), iccid) }),
      ...(isNew ? { status: 'active', activated_on: toTokyoDate(at) } : {}),
    },
    by,
  )
}

/** A contract with a further line is one on the share course. */
export async function shareCourse(tx: Db, order: { contract_id: string }, at: Instant) {
  const { course } = await lockContract(tx, order.contract_id)
  const by = { actor: 'carrier', now: at } as const
  if (course === 'single') await changeContract(tx, order.contract_id, { course: 'share' }, by)
}

/** Takes a line a step of its table; a line for which the table has no such step stays as it is. */
export async function stepLine(tx: Db, line: LineRow, event: LineEvent, by: ChangedBy) {
  const next = lineStates.isState(line.status) && lineStates.target(line.status, event)
  if (!next) return
  const key = { contractId: line.contract_id, lineId: line.line_id }
  await changeLine(tx, key, { status: next }, by)
}
