import { z } from 'zod'
import {
  askOfLine,
  newExchangeId,
  openFields,
  type ExchangeListener,
} from '#backend/carrier/exchange.ts'
import { lineOf } from '#backend/contract/load.ts'
import { findOrder } from '#backend/contract/orders.ts'
import type { By, Who } from '#backend/contract/who.ts'
import type { Db } from '#backend/db/connect.ts'
import { newId } from '#backend/db/ids.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import type { JobQueue } from '#backend/jobs/queue.ts'
import type { Commit } from '#backend/procedure/commit.ts'
import { nextStep } from '#backend/procedure/receipts.ts'
import { RefusalError, requireOk } from '#backend/refusal.ts'
import { compareSeen, decideRegistration } from '#domain/device/decide-registration.ts'
import { toTokyoDate, tokyoDate, type Instant } from '#domain/tokyo.ts'
import { notYet, type RegistrationFault } from '#vocabulary/device.ts'
import { coverOf, loadDevices, type KnownDevices } from './known.ts'
import { registerMessage } from './messages.ts'
import { deviceRegister, type RegisterOrder } from './procedure.ts'
import { cover, endCover, findCovered, isCoveredAnywhere, typedImeiAad } from './store.ts'
import { claimTerms } from './terms.ts'

export type DeviceDeps = { sealing: Sealing; commit: Commit; queue: JobQueue }

export type RegistrationWish = {
  readonly lineId: string
  readonly maker?: string | undefined
  readonly name?: string | undefined
  readonly imei?: string | undefined
  readonly purchasedOn?: string | undefined
  readonly fromDeviceId?: string | undefined
  readonly termsVersion: string
}

/** What the carrier's network sees a SIM in; a SIM in no device is an empty object. */
export const seenDevice = z.object({
  maker: z.string().default(''),
  name: z.string().default(''),
  imei: z.string(),
})

export type SeenDevice = z.output<typeof seenDevice>

/** Whether a device may be registered for the line, or its cover moved. */
export const mayRegister = (devices: KnownDevices, lineId: string, now: Instant) =>
  decideRegistration(
    {
      facts: devices.known.facts,
      cover: coverOf(devices, lineId)?.state ?? 'available',
      openOrderNo: devices.known.open.find(
        (order) => deviceRegister.owns(order) && order.line_id === lineId,
      )?.order_no,
    },
    lineId,
    now,
  )

export function createRegistrations(deps: DeviceDeps) {
  const { sealing, commit, queue } = deps

  /** Asks the carrier for the device the SIM is in; what it answers comes to the listener below. */
  async function register(tx: Db, who: Who, wish: RegistrationWish): Promise<RegisterOrder> {
    const { contractId, now } = who
    const devices = await loadDevices(tx, sealing, contractId, now, true)
    const line = lineOf(devices.known, wish.lineId)
    requireOk(mayRegister(devices, wish.lineId, now))
    requireOwn(devices, wish)
    if (wish.termsVersion !== claimTerms.cover.version) throw new RefusalError('TERMS_OUTDATED')
    if (wish.purchasedOn !== undefined && wish.purchasedOn > toTokyoDate(now))
      throw new RefusalError({
        code: 'VALIDATION_FAILED',
        fields: { purchasedOn: [notYet] },
      })
    const deviceId = newId('dev')
    const order = await commit.order(tx, who, {
      procedure: deviceRegister,
      step: deviceRegister.open({
        procedure: 'deviceRegister',
        event: 'asked',
        lineId: wish.lineId,
        details: {
          deviceId,
          maker: wish.maker ?? '',
          name: wish.name ?? '',
          purchasedOn: wish.purchasedOn,
          fromDeviceId: wish.fromDeviceId,
          termsVersion: wish.termsVersion,
          imeiSealed:
            wish.imei === undefined ? undefined : sealing.seal(typedImeiAad(deviceId), wish.imei),
          nextSteps: [nextStep('この回線のSIMが入っている端末を確認します（通常は数分）。')],
        },
      }),
      audit: { action: 'device-registration-asked', details: { deviceId } },
      message: (told) => registerMessage('asked', told),
    })
    const exchangeId = newExchangeId()
    const more = { orderNo: order.order_no, exchangeId, now }
    await askOfLine(tx, queue, line, { type: 'seenDevice' }, more)
    return order
  }

  async function withdraw(tx: Db, who: Who, orderNo: string): Promise<RegisterOrder> {
    await loadDevices(tx, sealing, who.contractId, who.now, true)
    await deviceRegister.find(tx, { contractId: who.contractId, orderNo })
    return commit.order(tx, who, {
      procedure: deviceRegister,
      step: deviceRegister.advance(orderNo, { event: 'withdrawn', merge: { nextSteps: [] } }),
      audit: { action: 'device-registration-withdrawn' },
    })
  }

  /** Ends the cover of the device today; the option goes on, and another device can be registered. */
  async function remove(tx: Db, who: Who, deviceId: string) {
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
      await commit.change(tx, who, { action: 'device-cover-removed', target: deviceId })
    }
    return { deviceId, coveredUntil: row.covered_until ?? today }
  }

  const onExchange: ExchangeListener = async (tx, outcome, now) => {
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
    const fault = await coverSeen(tx, devices, order, seen, now)
    await (fault === undefined
      ? commit.order(tx, by, {
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
          message: (told) => registerMessage('registered', told),
        })
      : commit.order(tx, by, {
          procedure: deviceRegister,
          step: deviceRegister.advance(orderNo, {
            event: 'refused',
            merge: { answer: state, fault, nextSteps: [] },
          }),
          audit: { action: 'device-registration-refused', details: { fault } },
          message: (told) => registerMessage('refused', told),
        }))
  }

  /** Covers the device the SIM is in, or says why not. Whose else it may be is not told to anybody. */
  async function coverSeen(
    tx: Db,
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
    // A line covers one device: the one before leaves the cover as the new one enters it.
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

  return { register, withdraw, remove, onExchange }
}

export type Registrations = ReturnType<typeof createRegistrations>

/** A line that covers a device already moves its cover, and says from which; of another member's none is found. */
function requireOwn({ covered }: KnownDevices, { lineId, fromDeviceId }: RegistrationWish) {
  const current = covered.find((one) => one.line_id === lineId && one.covered_until === null)
  if (fromDeviceId !== undefined && current?.device_id !== fromDeviceId)
    throw new RefusalError('NOT_FOUND')
  if (fromDeviceId === undefined && current !== undefined)
    throw new RefusalError('DEVICE_NOT_COVERABLE')
}

/** As the carrier names the device, else as it was typed. */
function namesOf({ details }: RegisterOrder, seen: { maker: string; name: string } | undefined) {
  return {
    maker: seen?.maker || details.maker || '不明',
    name: seen?.name || details.name || '登録した端末',
  }
}
