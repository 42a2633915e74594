import type { By, Who } from '#backend/contract/who.ts'
import type { Db } from '#backend/db/connect.ts'
import { newId } from '#backend/db/ids.ts'
import type { ProcedureDeps } from '#backend/procedure/deps.ts'
import { nextStep } from '#backend/procedure/receipts.ts'
import { takeOrderStep } from '#backend/procedure/take-order-step.ts'
import { RefusalError, requireOk } from '#backend/refusal.ts'
import { takesPhotographs } from '#domain/device/claim-states.ts'
import type { ClaimBasis, DamageCause } from '#vocabulary/device.ts'
import { claimMessage } from '../messages.ts'
import { deviceClaim, type ClaimOrder } from '../procedure.ts'
import { answerDay, decideClaimRequest, loadDevices, subjectOf } from '../queries/devices.ts'
import { findPhotographs, storyAad } from '../rows.ts'
import { CLAIM_FEE_YEN, claimTerms } from '../terms.ts'

type Deps = Pick<ProcedureDeps, 'sealing' | 'engine'>

type ClaimRequest = {
  readonly deviceId: string
  readonly basis: ClaimBasis
  readonly cause: DamageCause
  readonly happenedOn: string
  readonly story: string
  readonly termsVersion: string
}

/** @throws RefusalError NOT_FOUND for another member's device, VALIDATION_FAILED for a day to come. */
export async function makeClaim(
  tx: Db,
  { sealing, engine }: Deps,
  who: Who,
  request: ClaimRequest,
): Promise<ClaimOrder> {
  const { contractId, now } = who
  const devices = await loadDevices(tx, sealing, contractId, now, true)
  const subject = subjectOf(devices, request)
  requireOk(decideClaimRequest(subject, request, now))
  if (request.termsVersion !== claimTerms[request.basis].version)
    throw new RefusalError('TERMS_OUTDATED')
  const claimId = newId('clm')
  const by = await answerDay(now)
  return takeOrderStep(tx, engine, who, {
    procedure: deviceClaim,
    step: deviceClaim.open({
      procedure: 'deviceClaim',
      event: 'asked',
      lineId: subject.lineId,
      expectedOn: by,
      details: {
        claimId,
        deviceId: subject.deviceId,
        deviceName: subject.name,
        basis: request.basis,
        cause: request.cause,
        happenedOn: request.happenedOn,
        storySealed: sealing.seal(storyAad(claimId), request.story),
        feeYen: CLAIM_FEE_YEN,
        termsVersion: request.termsVersion,
        nextSteps: [
          nextStep('故障や破損のわかる写真を、4枚まで添えられます。'),
          nextStep('修理か交換か、端末の送り方をお知らせします。', by),
        ],
      },
    }),
    audit: { action: 'device-claim-received', details: { claimId, basis: request.basis } },
    message: (facts) => claimMessage('received', facts),
  })
}

export async function withdrawClaim(
  tx: Db,
  { sealing, engine }: Deps,
  who: Who,
  orderNo: string,
): Promise<ClaimOrder> {
  await lockClaim(tx, sealing, who, orderNo)
  return takeOrderStep(tx, engine, who, {
    procedure: deviceClaim,
    step: deviceClaim.advance(orderNo, {
      event: 'withdrawn',
      expectedOn: null,
      merge: { nextSteps: [] },
    }),
    audit: { action: 'device-claim-withdrawn' },
    message: (facts) => claimMessage('withdrawn', facts),
  })
}

/** The member has sent the photographs that were asked for: staff look at the claim again. */
export async function takePhotographs(
  tx: Db,
  { sealing, engine }: Deps,
  who: Who,
  orderNo: string,
): Promise<ClaimOrder> {
  const order = await lockClaim(tx, sealing, who, orderNo)
  if (!takesPhotographs(order.state)) throw new RefusalError('CLAIM_TAKES_NO_PHOTOGRAPHS')
  const sent = await findPhotographs(tx, who.contractId, orderNo)
  if (sent.length === 0) throw new RefusalError('PHOTOGRAPH_MISSING')
  // Photographs added before staff ask for any change no state.
  if (order.state === 'assessing') return order
  return takeOrderStep(tx, engine, who, {
    procedure: deviceClaim,
    step: deviceClaim.advance(orderNo, {
      event: 'photographs_sent',
      expectedOn: await answerDay(who.now),
    }),
    audit: { action: 'device-claim-photographs-sent', details: { photographs: sent.length } },
    message: (facts) => claimMessage('photographsReceived', facts, `-${facts.order.version}`),
  })
}

async function lockClaim(
  tx: Db,
  sealing: ProcedureDeps['sealing'],
  { contractId, now }: By,
  orderNo: string,
) {
  await loadDevices(tx, sealing, contractId, now, true)
  return deviceClaim.find(tx, { contractId, orderNo })
}
