import { askOfLine, newExchangeId } from '#backend/carrier/exchange.ts'
import { lineOf } from '#backend/contract/load.ts'
import type { Who } from '#backend/contract/who.ts'
import type { Db } from '#backend/db/connect.ts'
import { newId } from '#backend/db/ids.ts'
import type { ProcedureDeps } from '#backend/procedure/deps.ts'
import { nextStep } from '#backend/procedure/receipts.ts'
import { takeOrderStep } from '#backend/procedure/take-order-step.ts'
import { RefusalError, requireOk } from '#backend/refusal.ts'
import { recordNote } from '#backend/step/record-change.ts'
import { toTokyoDate } from '#domain/tokyo.ts'
import { notYet } from '#vocabulary/device.ts'
import { registerMessage } from '../messages.ts'
import { deviceRegister, type RegisterOrder } from '../procedure.ts'
import { loadDevices, mayRegister, type KnownDevices } from '../queries/devices.ts'
import { endCover, typedImeiAad } from '../rows.ts'
import { claimTerms } from '../terms.ts'

type RegistrationRequest = {
  readonly lineId: string
  readonly maker?: string | undefined
  readonly name?: string | undefined
  readonly imei?: string | undefined
  readonly purchasedOn?: string | undefined
  readonly fromDeviceId?: string | undefined
  readonly termsVersion: string
}

/** Asks the carrier for the device that the SIM is in; takeSeenDevice takes the answer. */
export async function registerDevice(
  tx: Db,
  { sealing, engine, queue }: Pick<ProcedureDeps, 'sealing' | 'engine' | 'queue'>,
  who: Who,
  request: RegistrationRequest,
): Promise<RegisterOrder> {
  const { contractId, now } = who
  const devices = await loadDevices(tx, sealing, contractId, now, true)
  const line = lineOf(devices.known, request.lineId)
  requireOk(mayRegister(devices, request.lineId, now))
  requireOwn(devices, request)
  if (request.termsVersion !== claimTerms.cover.version) throw new RefusalError('TERMS_OUTDATED')
  if (request.purchasedOn !== undefined && request.purchasedOn > toTokyoDate(now))
    throw new RefusalError({
      code: 'VALIDATION_FAILED',
      fields: { purchasedOn: [notYet] },
    })
  const deviceId = newId('dev')
  const order = await takeOrderStep(tx, engine, who, {
    procedure: deviceRegister,
    step: deviceRegister.open({
      procedure: 'deviceRegister',
      event: 'asked',
      lineId: request.lineId,
      details: {
        deviceId,
        maker: request.maker ?? '',
        name: request.name ?? '',
        purchasedOn: request.purchasedOn,
        fromDeviceId: request.fromDeviceId,
        termsVersion: request.termsVersion,
        imeiSealed:
          request.imei === undefined
            ? undefined
            : sealing.seal(typedImeiAad(deviceId), request.imei),
        nextSteps: [nextStep('この回線のSIMが入っている端末を確認します（通常は数分）。')],
      },
    }),
    audit: { action: 'device-registration-asked', details: { deviceId } },
    message: (facts) => registerMessage('asked', facts),
  })
  const exchangeId = newExchangeId()
  const more = { orderNo: order.order_no, exchangeId, now }
  await askOfLine(tx, queue, line, { type: 'seenDevice' }, more)
  return order
}

export async function withdrawRegistration(
  tx: Db,
  { sealing, engine }: Pick<ProcedureDeps, 'sealing' | 'engine'>,
  who: Who,
  orderNo: string,
): Promise<RegisterOrder> {
  await loadDevices(tx, sealing, who.contractId, who.now, true)
  await deviceRegister.find(tx, { contractId: who.contractId, orderNo })
  return takeOrderStep(tx, engine, who, {
    procedure: deviceRegister,
    step: deviceRegister.advance(orderNo, { event: 'withdrawn', merge: { nextSteps: [] } }),
    audit: { action: 'device-registration-withdrawn' },
  })
}

/** Ends the cover of the device today; the option goes on, and another device can be registered. */
export async function removeCover(
  tx: Db,
  { sealing }: Pick<ProcedureDeps, 'sealing'>,
  who: Who,
  deviceId: string,
) {
  const { contractId, now } = who
  const devices = await loadDevices(tx, sealing, contractId, now, true)
  const row = devices.covered.find((one) => one.device_id === deviceId)
  if (row === undefined) throw new RefusalError('NOT_FOUND')
  const open = devices.claims.find(
    ({ closed_at, details }) => closed_at === null && details.deviceId === deviceId,
  )
  if (open !== undefined) throw new RefusalError({ code: 'CLAIM_OPEN', blockedBy: open.order_no })
  const today = toTokyoDate(now)
  if (row.covered_until === null) {
    await endCover(tx, contractId, { device_id: deviceId }, today)
    await recordNote(tx, who, { action: 'device-cover-removed', target: deviceId })
  }
  return { deviceId, coveredUntil: row.covered_until ?? today }
}

/** A line that covers a device moves its cover and names that device. @throws RefusalError NOT_FOUND, DEVICE_NOT_COVERABLE */
function requireOwn({ covered }: KnownDevices, { lineId, fromDeviceId }: RegistrationRequest) {
  const current = covered.find((one) => one.line_id === lineId && one.covered_until === null)
  if (fromDeviceId !== undefined && current?.device_id !== fromDeviceId)
    throw new RefusalError('NOT_FOUND')
  if (fromDeviceId === undefined && current !== undefined)
    throw new RefusalError('DEVICE_NOT_COVERABLE')
}
