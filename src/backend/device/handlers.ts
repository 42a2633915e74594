import type { AreaDeps, AreaHandlers } from '#backend/area.ts'
import { memberOf, type Caller } from '#backend/caller.ts'
import { servedLines } from '#backend/contract/monthly-use.ts'
import { toWireWhy } from '#backend/contract/permissions.ts'
import { maskImei } from '#backend/contract/terminals.ts'
import { whoOf } from '#backend/contract/who.ts'
import { toReceipt } from '#backend/procedure/receipts.ts'
import { claimsLeft } from '#domain/device/decide-claim.ts'
import { toTokyoDate } from '#domain/tokyo.ts'
import { claimBasisLabels, damageCauseLabels } from '#vocabulary/device.ts'
import { answerDay, decideWish, type Claims } from './claims.ts'
import { imeiOf, loadDevices, subjectOf } from './known.ts'
import type { Photographs } from './photographs.ts'
import { deviceClaim, deviceRegister } from './procedure.ts'
import { seenDevice, type Registrations, type SeenDevice } from './registration.ts'
import { findPhotographs } from './store.ts'
import { CLAIM_FEE_YEN, claimNotices, claimTerms } from './terms.ts'
import { toList, toMenu } from './wire.ts'

export function deviceHandlers(
  { sealing, carrier, book }: Pick<AreaDeps, 'sealing' | 'carrier' | 'book'>,
  {
    registrations,
    claims,
    photographs,
  }: {
    registrations: Registrations
    claims: Claims
    photographs: Photographs
  },
) {
  const load = (caller: Caller) =>
    loadDevices(caller.db, sealing, memberOf(caller).contractId, caller.now)

  /** What the carrier sees each SIM in, now; `undefined` where it does not say. */
  async function seenOn(lineRef: string): Promise<SeenDevice | 'none' | undefined> {
    const answer = await carrier.line(lineRef)
    if (answer.kind === 'no-answer') return undefined
    if (answer.kind === 'rejected') return 'none'
    return seenDevice.safeParse(answer.value.device).data ?? 'none'
  }

  return {
    async assuredDeviceSelectMenuGet(_, caller) {
      const devices = await load(caller)
      const lines = servedLines(devices.known.lines)
      const seen = await Promise.all(lines.map((line) => seenOn(line.carrier_ref)))
      const byLine = new Map(lines.map((line, index) => [line.line_id, seen[index]]))
      return toMenu(devices, byLine, book, caller.now)
    },

    async assuredDeviceSelectMenuPost({ body }, caller) {
      const order = await registrations.register(caller.db, whoOf(caller), body)
      return { ...toReceipt(deviceRegister, order), deviceId: order.details.deviceId }
    },

    async assuredDeviceRegistrationDelete({ query }, caller) {
      return toReceipt(
        deviceRegister,
        await registrations.withdraw(caller.db, whoOf(caller), query.orderNo),
      )
    },

    async assuredDeviceListGet(_, caller) {
      const devices = await load(caller)
      const pictures = await findPhotographs(caller.db, memberOf(caller).contractId)
      return toList(devices, pictures, caller.now)
    },

    assuredDeviceListDelete: ({ query }, caller) =>
      registrations.remove(caller.db, whoOf(caller), query.deviceId),

    async assuredDeviceClaimGet({ query }, caller) {
      const devices = await load(caller)
      const subject = subjectOf(devices, query)
      return {
        ...query,
        deviceName: subject.name,
        imeiMasked: maskImei(imeiOf(devices, subject)),
        basisLabel: claimBasisLabels[query.basis],
        causeLabel: damageCauseLabels[query.cause],
        claimsLeft: claimsLeft(subject.facts, toTokyoDate(caller.now)),
        feeYen: CLAIM_FEE_YEN,
        answerBy: await answerDay(caller.now),
        notices: [...claimNotices[query.basis]],
        terms: claimTerms[query.basis],
        why: toWireWhy('deviceClaim', decideWish(subject, query, caller.now)),
      }
    },

    async assuredDeviceClaimPost({ body }, caller) {
      return toReceipt(deviceClaim, await claims.claim(caller.db, whoOf(caller), body))
    },

    async assuredDeviceClaimDelete({ query }, caller) {
      return toReceipt(deviceClaim, await claims.withdraw(caller.db, whoOf(caller), query.orderNo))
    },

    async assuredDevicePhotographsPost({ body }, caller) {
      return toReceipt(
        deviceClaim,
        await claims.photographsSent(caller.db, whoOf(caller), body.orderNo),
      )
    },

    assuredDevicePhotographsDelete: ({ query }, caller) =>
      photographs.remove(caller.db, whoOf(caller), query.photographId),
  } satisfies AreaHandlers
}
