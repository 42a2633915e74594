import type { AreaDeps } from '#backend/area.ts'
import { recordAudit } from '#backend/audit.ts'
import type { Db } from '#backend/db/connect.ts'
import { isTakenOver, orderedLines } from '#domain/application/answers.ts'
import type { Instant } from '#domain/tokyo.ts'
import { stepApplication, type createAccept } from './accept.ts'
import { acceptedMessage, rejectedMessage } from './messages.ts'
import type { Takeovers } from './opening-port.ts'
import { answersOf, type ApplicationRow } from './rows.ts'

const lineGone = '回線をゆずる方の手続きが終わったため、お受けできませんでした。'

export type StaffDecision = {
  readonly decision: 'accept' | 'reject'
  /** Of a rejection, in the applicant's words. */
  readonly reason?: string
}

/** Carries out what staff have decided about an application in review, and tells the applicant. */
export function createDecide({
  outbox,
  accept,
  sealing,
  takeovers,
}: Pick<AreaDeps, 'outbox' | 'sealing'> & {
  accept: ReturnType<typeof createAccept>
  takeovers: Pick<Takeovers, 'find'>
}) {
  /** The line that was to be taken over has been withdrawn, or has ended, while staff looked at the application. */
  async function isLineGone(tx: Db, row: ApplicationRow, now: Instant): Promise<boolean> {
    const { handoverNo, number } = orderedLines(answersOf(sealing, row)).find(isTakenOver) ?? {}
    if (handoverNo === undefined || number === undefined) return false
    const offered = await takeovers.find(tx, { handoverNo, number }, now, row.order_no ?? undefined)
    return offered?.isFree !== true
  }

  return async function decide(tx: Db, row: ApplicationRow, asked: StaffDecision, now: Instant) {
    const { account_id: accountId, order_no: orderNo } = row
    if (accountId === null || orderNo === null)
      throw new Error(`${row.application_id} is in review without an account or a number`)
    const by = { actor: 'staff', now } as const
    const isGone = await isLineGone(tx, row, now)
    if (asked.decision === 'accept' && !isGone) {
      await accept(tx, row, by)
      await outbox.post(tx, acceptedMessage({ accountId, orderNo }), now)
      return
    }
    const { reason = isGone ? lineGone : '' } = asked
    await stepApplication(tx, row, 'rejected', by, { reason })
    await recordAudit(tx, {
      chain: accountId,
      at: now,
      actor: 'staff',
      accountId,
      action: 'application-rejected',
      target: orderNo,
    })
    await outbox.post(tx, rejectedMessage({ accountId, orderNo }, reason), now)
  }
}
