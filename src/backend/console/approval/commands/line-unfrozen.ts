import { lockContract } from '#backend/contract/contracts.ts'
import type { Db } from '#backend/db/connect.ts'
import { findRow, getRow } from '#backend/db/rows.ts'
import { unfreezeLine } from '#backend/line/public.ts'
import { RefusalError } from '#backend/refusal.ts'
import { findSwitchedWhileFrozen } from '#backend/sim/public.ts'
import { labelOf } from '#backend/table.ts'
import { lineStates } from '#domain/line/line-states.ts'
import { queueFacts } from '#vocabulary/console-queue.ts'
import { kindLabels } from '#vocabulary/line.ts'
import type { Guarded } from './guarded.ts'

/** A line that was stopped for suspected fraud: it is clear by now who uses it. */
export const lineUnfrozen: Guarded<'lineUnfrozen'> = {
  act: 'line.unfreeze',
  facts: async (db, _, { lineId, finding }) => {
    const line = await findRow(db, 'line', { line_id: lineId, suspension_reason: 'fraud' })
    if (line === undefined) throw new RefusalError('NOTHING_WAITS')
    const switched = await findSwitchedWhileFrozen(db, line)
    return {
      target: lineId,
      contractId: line.contract_id,
      facts: [
        { label: '回線', value: lineId },
        { label: '種別', value: kindLabels[line.kind] },
        { label: '状態', value: labelOf(lineStates.allWords, line.status) },
        ...(switched === undefined ? [] : [{ label: queueFacts.switchedOrder, value: switched }]),
        { label: '確かめたこと', value: finding },
      ],
    }
  },
  lock: async (tx, { lineId }) => lockContract(tx, await contractOf(tx, lineId)),
  run: async (tx, deps, who, { lineId }) => {
    const contractId = await contractOf(tx, lineId)
    await unfreezeLine(tx, deps, { ...who, contractId }, lineId)
  },
}

const contractOf = async (tx: Db, lineId: string) =>
  (await getRow(tx, 'line', { line_id: lineId })).contract_id
