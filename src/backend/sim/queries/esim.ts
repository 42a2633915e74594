import { factOf, findReports } from '#backend/carrier/reports.ts'
import { findLine, isFrozen } from '#backend/contract/contracts.ts'
import type { Db } from '#backend/db/connect.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { openNumber } from '#backend/contract/line-mapping.ts'
import { RefusalError } from '#backend/refusal.ts'
import { formatRfc3339 } from '#domain/tokyo.ts'
import { simProcedures } from '../rows/details.ts'

/**
 * The code by which a device fetches the line's profile (wire EsimActivation): of the last eSIM order of the line.
 * @throws RefusalError SUSPENDED while staff have stopped the line for suspected misuse; ESIM_NOT_READY until the carrier has made the profile
 */
export async function readActivation(db: Db, sealing: Sealing, contractId: string, lineId: string) {
  const line = await findLine(db, contractId, lineId)
  if (isFrozen(line)) throw new RefusalError('SUSPENDED')
  const order = await db
    .selectFrom('procedure_order')
    .select(['order_no', 'closed_at', 'state'])
    .where('contract_id', '=', contractId)
    .where('line_id', '=', lineId)
    .where('procedure', 'in', [...simProcedures])
    .where('state', 'not in', ['cancelled', 'failed'])
    .orderBy('requested_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!order) throw new RefusalError('ESIM_NOT_READY')
  const reports = await findReports(db, sealing, { contractId, orderNo: order.order_no })
  const smdpAddress = factOf(reports, 'smdpAddress')
  const matchingId = factOf(reports, 'matchingId')
  const activationCode = factOf(reports, 'activationCode')
  if (!smdpAddress || !matchingId || !activationCode) throw new RefusalError('ESIM_NOT_READY')
  // Loaded with the first code: a server that starts has no use for it.
  const { default: codes } = await import('qrcode')
  const switched = order.state === 'switched' || order.state === 'auto_switched'
  return {
    lineId,
    number: openNumber(line, sealing),
    activationCode,
    smdpAddress,
    matchingId,
    qrSvg: await codes.toString(activationCode, { type: 'svg', errorCorrectionLevel: 'M' }),
    ...(switched && order.closed_at ? { installedAt: formatRfc3339(order.closed_at) } : {}),
  }
}
