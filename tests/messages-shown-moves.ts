import { moveMessage, type MoveOccasion } from '#backend/phone-move/messages.ts'
import { phoneMove } from '#backend/phone-move/procedure.ts'
import { instant } from '#domain/tokyo.ts'
import { stopPage } from '#vocabulary/pages.ts'
import { accountId, each, lines, order } from './message-samples.ts'

const details = {
  proof: 'chip',
  kind: 'voice',
  fromSize: 'nano',
  device: { maker: 'Google', name: 'Google Pixel 10' },
  expiresAt: '2026-11-23T10:00:00+09:00',
  estimate: {
    oneOff: { totalYen: 220 },
    monthlyBefore: { totalYen: 1078 },
    monthlyAfter: { totalYen: 1078 },
  },
}

const undoUntil = instant('2026-11-21T10:51:00+09:00')
const occasions: Record<MoveOccasion, { until?: true; isOnHold?: true }> = {
  begun: {},
  waits: { isOnHold: true },
  profile_ready: {},
  readAgain: {},
  seen: {},
  switched: { until: true },
  rolled_back: {},
  switchRefused: {},
  rollBackRefused: { until: true },
  withdrawn: {},
  expired: {},
  unproved: {},
  proofFailed: {},
  letterTaken: {},
  letterSpent: {},
  letterReturned: {},
  failed: {},
}

/** Of moves to another phone. */
export const moveMessages = {
  moveMessage: each(occasions, (occasion) =>
    moveMessage(occasion, {
      accountId,
      lines,
      order: phoneMove.read(
        order({
          procedure: 'phoneMove',
          state: 'requested',
          details,
          undo_until: occasions[occasion].until ? undoUntil : null,
          held_until: occasions[occasion].isOnHold ? instant('2026-11-21T10:00:00+09:00') : null,
        }),
      ),
      ...(occasion === 'begun' && { stopPath: stopPage('secret-of-the-link') }),
      ...(occasion === 'proofFailed' && { said: '書類の有効期限が切れています。' }),
    }),
  ),
}
