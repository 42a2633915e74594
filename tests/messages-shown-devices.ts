import {
  claimMessage,
  registerMessage,
  type ClaimOccasion,
  type RegisterOccasion,
} from '#backend/device/messages.ts'
import { deviceClaim, deviceRegister } from '#backend/device/procedure.ts'
import { tokyoDate } from '#domain/tokyo.ts'
import { accountId, each, lines, order } from './message-samples.ts'

const registration = { deviceId: 'dev_1', maker: 'Google', name: 'Pixel 9', termsVersion: '1.2' }
const registerFacts: Record<RegisterOccasion, Record<string, unknown>> = {
  asked: registration,
  registered: registration,
  refused: { ...registration, fault: 'otherDevice' },
}

const claim = {
  claimId: 'clm_1',
  deviceId: 'dev_1',
  deviceName: 'Pixel 9',
  basis: 'cover',
  cause: 'damage',
  happenedOn: '2026-11-19',
  storySealed: 'sealed',
  feeYen: 0,
  termsVersion: '1.2',
}
const tracked = { ...claim, trackingNo: '4000-1234-5678' }
const claimFacts: Record<ClaimOccasion, { details: Record<string, unknown>; on?: string }> = {
  received: { details: claim, on: '2026-11-25' },
  photographsAsked: { details: claim, on: '2026-12-04' },
  photographsReceived: { details: claim, on: '2026-11-25' },
  repairApproved: { details: claim, on: '2026-12-20' },
  exchangeApproved: { details: claim },
  refused: { details: { ...claim, reason: 'wear' } },
  withdrawn: { details: claim },
  deviceArrived: { details: claim },
  repairShipped: { details: tracked },
  exchangeShipped: { details: tracked },
  returnAwaited: { details: claim, on: '2026-12-04' },
  returnMissing: { details: claim },
  closed: { details: claim },
  lapsed: { details: claim },
}

/** Of registrations and claims. */
export const deviceMessages = {
  registerMessage: each(registerFacts, (occasion) =>
    registerMessage(occasion, {
      accountId,
      lines,
      order: deviceRegister.read(
        order({ procedure: 'deviceRegister', state: 'checking', details: registerFacts[occasion] }),
      ),
    }),
  ),
  claimMessage: each(claimFacts, (occasion) => {
    const { details, on } = claimFacts[occasion]
    return claimMessage(occasion, {
      accountId,
      lines,
      order: deviceClaim.read(
        order({
          procedure: 'deviceClaim',
          state: 'assessing',
          details,
          expected_on: on === undefined ? null : tokyoDate(on),
        }),
      ),
    })
  }),
}
