import { openFields, type ExchangeOutcome } from '#backend/carrier/exchange.ts'
import { findOrder } from '#backend/contract/orders.ts'
import type { By } from '#backend/contract/who.ts'
import type { Db } from '#backend/db/connect.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import type { ProcedureDeps } from '#backend/procedure/deps.ts'
import { nextStep } from '#backend/procedure/receipts.ts'
import { takeOrderStep } from '#backend/procedure/take-order-step.ts'
import { compareSeen } from '#domain/device/decide-registration.ts'
import { toTokyoDate, tokyoDate, type Instant } from '#domain/tokyo.ts'
import type { RegistrationFault } from '#vocabulary/device.ts'
import { registerMessage } from '../messages.ts'
import { deviceRegister, type RegisterOrder } from '../procedure.ts'
import { coverOf, loadDevices, type KnownDevices } from '../queries/devices.ts'
import { seenDevice, type SeenDevice } from '../queries/seen-device.ts'
import { cover, endCover, findCovered, isCoveredAnywhere, typedImeiAad } from '../rows.ts'

type Deps = Pick<ProcedureDeps, 'sealing' | 'engine'>

/** The carrier's answer: covers the device the SIM is in, or refuses the registration. */
export async function takeSeenDevice(
  tx: Db,
  { sealing, engine }: Deps,
  outcome: ExchangeOutcome,
  now: Instant,
) {
  const { contractId, orderNo, request, state, answer, exchangeId } = outcome
  if (request.type !== 'seenDevice' || orderNo === null) return
  const devices = await loadDevices(tx, sealing, contractId, now, true)
  const row = await findOrder(tx, contractId, orderNo)
  if (!deviceRegister.owns(row)) return
  const order = deviceRegister.read(row)
  if (order.state !== 'checking') return
  const by: By = { actor: 'carrier', contractId, now }
  if (state === 'unknown') {
    await deviceRegister.patch(orderNo, { merge: { answer: state } })(tx, by)
    return
  }
  const { sealed } = answer
  const seen =
    state === 'accepted' && typeof sealed === 'string'
      ? seenDevice.safeParse(openFields(sealing, exchangeId, sealed)).data
      : undefined
  const fault = await coverSeen(tx, sealing, devices, order, seen, now)
  await (fault === undefined
    ? takeOrderStep(tx, engine, by, {
        procedure: deviceRegister,
        step: deviceRegister.advance(orderNo, {
          event: 'registered',
          effectiveOn: toTokyoDate(now),
          merge: {
            answer: state,
            ...namesOf(order, seen),
            nextSteps: [nextStep('この端末は、いまから保証の対象です。')],
          },
        }),
        audit: { action: 'device-registered', details: { deviceId: order.details.deviceId } },
        message: (facts) => registerMessage('registered', facts),
      })
    : takeOrderStep(tx, engine, by, {
        procedure: deviceRegister,
        step: deviceRegister.advance(orderNo, {
          event: 'refused',
          merge: { answer: state, fault, nextSteps: [] },
        }),
        audit: { action: 'device-registration-refused', details: { fault } },
        message: (facts) => registerMessage('refused', facts),
      }))
}

/** Covers the device the SIM is in, or says why not; nobody learns for whom else it may be covered. */
async function coverSeen(
  tx: Db,
  sealing: Sealing,
  devices: KnownDevices,
  order: RegisterOrder,
  seen: SeenDevice | undefined,
  now: Instant,
): Promise<RegistrationFault | undefined> {
  const { contract_id: contractId, line_id: lineId, details } = order
  const { deviceId, imeiSealed, purchasedOn, fromDeviceId } = details
  if (lineId === null) return 'notInForce'
  const state = coverOf(devices, lineId)?.state
  if (state !== 'active' && state !== 'cancel_requested') return 'notInForce'
  if (seen === undefined || !/^\d{14,15}$/.test(seen.imei)) return 'notSeen'
  const typed = imeiSealed && sealing.open(typedImeiAad(deviceId), imeiSealed)
  if (typed !== undefined && compareSeen(typed, seen.imei) !== 'same') return 'otherDevice'
  const covered = await findCovered(tx, contractId)
  const current = covered.find((one) => one.line_id === lineId && one.covered_until === null)
  if (await isCoveredAnywhere(tx, sealing, seen.imei)) return 'notCoverable'
  // A line covers one device: the cover of the former one ends as the new one begins.
  if (current !== undefined && fromDeviceId !== current.device_id) return 'notCoverable'
  if (current !== undefined)
    await endCover(tx, contractId, { device_id: current.device_id }, toTokyoDate(now))
  const isCovered = await cover(tx, sealing, {
    contract_id: contractId,
    device_id: deviceId,
    line_id: lineId,
    order_no: order.order_no,
    ...namesOf(order, seen),
    imei: seen.imei,
    purchased_on: purchasedOn === undefined ? null : tokyoDate(purchasedOn),
    covered_from: toTokyoDate(now),
  })
  if (!isCovered) throw new Error(`The device of ${order.order_no} was covered meanwhile`)
  return undefined
}

/** As the carrier names the device, else as it was typed. */
function namesOf({ details }: RegisterOrder, seen: { maker: string; name: string } | undefined) {
  return {
    maker: seen?.maker || details.maker || '不明',
    name: seen?.name || details.name || '登録した端末',
  }
}
