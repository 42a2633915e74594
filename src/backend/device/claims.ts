import type { By, Who } from '#backend/contract/who.ts'
import type { Db } from '#backend/db/connect.ts'
import { newId } from '#backend/db/ids.ts'
import { holidayCalendar } from '#backend/holidays.ts'
import { nextStep } from '#backend/procedure/receipts.ts'
import { RefusalError, requireOk } from '#backend/refusal.ts'
import { answerBy } from '#domain/device/answer-by.ts'
import { takesPhotographs } from '#domain/device/claim-states.ts'
import { decideClaim, type Damage } from '#domain/device/decide-claim.ts'
import { toTokyoDate, tokyoDate, type Instant, type TokyoDate } from '#domain/tokyo.ts'
import { notYet, type ClaimBasis, type DamageCause } from '#vocabulary/device.ts'
import { loadDevices, subjectOf, type ClaimSubject } from './known.ts'
import { claimMessage } from './messages.ts'
import { deviceClaim, type ClaimOrder } from './procedure.ts'
import type { DeviceDeps } from './registration.ts'
import { findPhotographs, storyAad } from './store.ts'
import { CLAIM_FEE_YEN, claimTerms } from './terms.ts'

export type ClaimWish = {
  readonly deviceId: string
  readonly basis: ClaimBasis
  readonly cause: DamageCause
  readonly happenedOn: string
  readonly story: string
  readonly termsVersion: string
}

export function createClaims({ sealing, commit }: DeviceDeps) {
  /** @throws RefusalError NOT_FOUND for another member's device, VALIDATION_FAILED for a day to come. */
  async function claim(tx: Db, who: Who, wish: ClaimWish): Promise<ClaimOrder> {
    const { contractId, now } = who
    const devices = await loadDevices(tx, sealing, contractId, now, true)
    const subject = subjectOf(devices, wish)
    requireOk(decideWish(subject, wish, now))
    if (wish.termsVersion !== claimTerms[wish.basis].version)
      throw new RefusalError('TERMS_OUTDATED')
    const claimId = newId('clm')
    const by = await answerDay(now)
    return commit.order(tx, who, {
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
          basis: wish.basis,
          cause: wish.cause,
          happenedOn: wish.happenedOn,
          storySealed: sealing.seal(storyAad(claimId), wish.story),
          feeYen: CLAIM_FEE_YEN,
          termsVersion: wish.termsVersion,
          nextSteps: [
            nextStep('故障や破損のわかる写真を、4枚まで添えられます。'),
            nextStep('修理か交換か、端末の送り方をお知らせします。', by),
          ],
        },
      }),
      audit: { action: 'device-claim-received', details: { claimId, basis: wish.basis } },
      message: (told) => claimMessage('received', told),
    })
  }

  async function withdraw(tx: Db, who: Who, orderNo: string): Promise<ClaimOrder> {
    await lockClaim(tx, who, orderNo)
    return commit.order(tx, who, {
      procedure: deviceClaim,
      step: deviceClaim.advance(orderNo, {
        event: 'withdrawn',
        expectedOn: null,
        merge: { nextSteps: [] },
      }),
      audit: { action: 'device-claim-withdrawn' },
      message: (told) => claimMessage('withdrawn', told),
    })
  }

  /** What was asked for has been sent: somebody looks at it again. */
  async function photographsSent(tx: Db, who: Who, orderNo: string): Promise<ClaimOrder> {
    const order = await lockClaim(tx, who, orderNo)
    if (!takesPhotographs(order.state)) throw new RefusalError('CLAIM_TAKES_NO_PHOTOGRAPHS')
    const sent = await findPhotographs(tx, who.contractId, orderNo)
    if (sent.length === 0) throw new RefusalError('PHOTOGRAPH_MISSING')
    // While nobody has asked for any, those that were added are simply there.
    if (order.state === 'assessing') return order
    return commit.order(tx, who, {
      procedure: deviceClaim,
      step: deviceClaim.advance(orderNo, {
        event: 'photographs_sent',
        expectedOn: await answerDay(who.now),
      }),
      audit: { action: 'device-claim-photographs-sent', details: { photographs: sent.length } },
      message: (told) => claimMessage('photographsReceived', told, `-${told.order.version}`),
    })
  }

  async function lockClaim(tx: Db, { contractId, now }: By, orderNo: string) {
    await loadDevices(tx, sealing, contractId, now, true)
    return deviceClaim.find(tx, { contractId, orderNo })
  }

  return { claim, withdraw, photographsSent }
}

export type Claims = ReturnType<typeof createClaims>

/** As `decideClaim`, with the words for the field where the day itself cannot be. */
export function decideWish(
  { facts }: ClaimSubject,
  { cause, happenedOn }: { cause: DamageCause; happenedOn: string },
  now: Instant,
) {
  const damage: Damage = { cause, happenedOn: tokyoDate(happenedOn) }
  if (damage.happenedOn > toTokyoDate(now))
    throw new RefusalError({
      code: 'VALIDATION_FAILED',
      fields: { happenedOn: [notYet] },
    })
  return decideClaim(facts, damage, now)
}

/** The third working day, today included. */
export async function answerDay(now: Instant): Promise<TokyoDate> {
  return answerBy(toTokyoDate(now), await holidayCalendar())
}
