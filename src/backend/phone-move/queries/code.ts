import { factOf, findReports } from '#backend/carrier/reports.ts'
import { isFrozen, type LineRow } from '#backend/contract/contracts.ts'
import type { Db } from '#backend/db/connect.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { RefusalError } from '#backend/refusal.ts'
import { workingSim } from '#domain/phone-move/move-states.ts'
import { formatRfc3339 } from '#domain/tokyo.ts'
import { phoneMove } from '../procedure.ts'
import type { MoveOrder } from '../rows/details.ts'

/**
 * The code by which the new phone fetches its eSIM (wire PhoneMoveCode).
 * @throws RefusalError SUSPENDED while staff have stopped the line; ESIM_NOT_READY before the carrier has made the profile, and once the line was switched over or stays
 */
export async function readCode(db: Db, sealing: Sealing, order: MoveOrder, line: LineRow) {
  if (isFrozen(line)) throw new RefusalError('SUSPENDED')
  const key = { contractId: order.contract_id, orderNo: order.order_no }
  const isSpent = phoneMove.isOver(order.state) || workingSim(order.state) === 'new'
  const reports = isSpent ? [] : await findReports(db, sealing, key)
  const smdpAddress = factOf(reports, 'smdpAddress')
  const matchingId = factOf(reports, 'matchingId')
  const activationCode = factOf(reports, 'activationCode')
  if (!smdpAddress || !matchingId || !activationCode) throw new RefusalError('ESIM_NOT_READY')
  // Loaded with the first code: a server that starts has no use for it.
  const { default: codes } = await import('qrcode')
  const { expiresAt } = order.details
  return {
    activationCode,
    smdpAddress,
    matchingId,
    qrSvg: await codes.toString(activationCode, { type: 'svg', errorCorrectionLevel: 'M' }),
    ...(expiresAt && { expiresAt: formatRfc3339(expiresAt) }),
  }
}
