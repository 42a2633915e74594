import type { AreaHandlers, AreaWork } from '#backend/area.ts'
import { memberOf, type Caller } from '#backend/caller.ts'
import { servedLines } from '#backend/contract/monthly-use.ts'
import { toWireWhy } from '#backend/contract/permissions.ts'
import { maskImei } from '#backend/contract/terminals.ts'
import { whoOf, type Who } from '#backend/contract/who.ts'
import { runJob } from '#backend/jobs/queue.ts'
import type { ProcedureDeps } from '#backend/procedure/deps.ts'
import { toReceipt } from '#backend/procedure/receipts.ts'
import { claimsLeft } from '#domain/device/decide-claim.ts'
import { toTokyoDate } from '#domain/tokyo.ts'
import { claimBasisLabels, damageCauseLabels } from '#vocabulary/device.ts'
import { addPhotograph, removePhotograph } from './commands/add-photograph.ts'
import { makeClaim, takePhotographs, withdrawClaim } from './commands/make-claim.ts'
import { registerDevice, removeCover, withdrawRegistration } from './commands/register-device.ts'
import { lapseClaims, takeDeskStep } from './commands/take-desk-step.ts'
import { takeSeenDevice } from './commands/take-seen-device.ts'
import { deviceClaim, deviceRegister } from './procedure.ts'
import { deskJob } from './queries/desk.ts'
import { answerDay, decideClaimRequest, imeiOf, loadDevices, subjectOf } from './queries/devices.ts'
import { seenOn } from './queries/seen-device.ts'
import { toList, toMenu } from './queries/wire-devices.ts'
import { findPhotographs, openPhotograph } from './rows.ts'
import { CLAIM_FEE_YEN, claimNotices, claimTerms } from './terms.ts'

/** Devices that are covered or were bought from us: registration, claims and their photographs (decision 054). */
export function createDeviceArea(deps: ProcedureDeps) {
  const { database, sealing, clock } = deps
  const work: AreaWork = {
    onExchange: [(tx, outcome, now) => takeSeenDevice(tx, deps, outcome, now)],
    jobs: [runJob(deskJob, (command) => takeDeskStep(deps, command, clock.now()))],
    tasks: [{ name: 'claims that waited in vain', run: (now) => lapseClaims(deps, now) }],
  }
  const photographs = {
    add: (who: Who, orderNo: string, given: Uint8Array) => addPhotograph(deps, who, orderNo, given),
    read: (contractId: string, photographId: string, size: 'whole' | 'small') =>
      openPhotograph(database.db, sealing, contractId, photographId, size),
  }
  return { handlers: deviceHandlers(deps), work, photographs }
}

function deviceHandlers(
  deps: Pick<ProcedureDeps, 'sealing' | 'carrier' | 'book' | 'engine' | 'queue'>,
) {
  const { sealing, carrier, book } = deps
  const load = (caller: Caller) =>
    loadDevices(caller.db, sealing, memberOf(caller).contractId, caller.now)

  return {
    async assuredDeviceSelectMenuGet(_, caller) {
      const devices = await load(caller)
      const lines = servedLines(devices.known.lines)
      const seen = await Promise.all(lines.map((line) => seenOn(carrier, line.carrier_ref)))
      const byLine = new Map(lines.map((line, index) => [line.line_id, seen[index]]))
      return toMenu(devices, byLine, book, caller.now)
    },

    async assuredDeviceSelectMenuPost({ body }, caller) {
      const order = await registerDevice(caller.db, deps, whoOf(caller), body)
      return { ...toReceipt(deviceRegister, order), deviceId: order.details.deviceId }
    },

    async assuredDeviceRegistrationDelete({ query }, caller) {
      const order = await withdrawRegistration(caller.db, deps, whoOf(caller), query.orderNo)
      return toReceipt(deviceRegister, order)
    },

    async assuredDeviceListGet(_, caller) {
      const devices = await load(caller)
      const pictures = await findPhotographs(caller.db, memberOf(caller).contractId)
      return toList(devices, pictures, caller.now)
    },

    assuredDeviceListDelete: ({ query }, caller) =>
      removeCover(caller.db, deps, whoOf(caller), query.deviceId),

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
        why: toWireWhy('deviceClaim', decideClaimRequest(subject, query, caller.now)),
      }
    },

    async assuredDeviceClaimPost({ body }, caller) {
      return toReceipt(deviceClaim, await makeClaim(caller.db, deps, whoOf(caller), body))
    },

    async assuredDeviceClaimDelete({ query }, caller) {
      const order = await withdrawClaim(caller.db, deps, whoOf(caller), query.orderNo)
      return toReceipt(deviceClaim, order)
    },

    async assuredDevicePhotographsPost({ body }, caller) {
      const order = await takePhotographs(caller.db, deps, whoOf(caller), body.orderNo)
      return toReceipt(deviceClaim, order)
    },

    assuredDevicePhotographsDelete: ({ query }, caller) =>
      removePhotograph(caller.db, whoOf(caller), query.photographId),
  } satisfies AreaHandlers
}
