import type { AreaDeps } from '#backend/area.ts'
import { recordAudit } from '#backend/audit.ts'
import type { Db } from '#backend/db/connect.ts'
import type { Instant } from '#domain/tokyo.ts'
import { stepApplication, type createAccept } from './accept.ts'
import { acceptedMessage, rejectedMessage } from './messages.ts'
import type { ApplicationRow } from './rows.ts'

export type StaffDecision = {
  readonly decision: 'accept' | 'reject'
  /** Of a rejection, in the applicant's words. */
  readonly reason?: string
}

/** Carries out what staff have decided about an application in review, and tells the applicant. */
export function createDecide({
  outbox,
  accept,
}: Pick<AreaDeps, 'outbox'> & { accept: ReturnType<typeof createAccept> }) {
  return async function decide(tx: Db, row: ApplicationRow, asked: StaffDecision, now: Instant) {
    const { account_id: accountId, order_no: orderNo } = row
    if (accountId === null || orderNo === null)
      throw new Error(`${row.application_id} is in review without an account or a number`)
    const by = { actor: 'staff', now } as const
    if (asked.decision === 'accept') {
      await accept(tx, row, by)
      await outbox.post(tx, acceptedMessage({ accountId, orderNo }), now)
      return
    }
    const { reason = '' } = asked
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
