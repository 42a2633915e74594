import { stopAlerts } from '#backend/alert/public.ts'
import type { AreaDeps } from '#backend/area.ts'
import type { Db } from '#backend/db/connect.ts'
import { findRow, upsertRow } from '#backend/db/rows.ts'
import { readStopToken } from '#backend/mail/mail-links.ts'
import { notFound } from '#backend/refusal.ts'
import { recordNote, type StepDeps } from '#backend/step/record-change.ts'
import { channelsOf, mayBeStopped } from '#domain/notice/channels.ts'
import type { Instant } from '#domain/tokyo.ts'
import { isStopped } from '../queries/mail-links.ts'

/**
 * Stops the mails of one kind by the link that stands in each of them (RFC 8058). What is stopped already stays so, and
 * nothing is recorded twice. SMS go on as they were chosen.
 * @throws RefusalError NOT_FOUND for a link that is none of ours, or of an account that is gone
 */
export async function stopNotices(
  tx: Db,
  deps: Pick<AreaDeps, 'sealing'> & StepDeps,
  token: string,
  now: Instant,
): Promise<void> {
  const { accountId, kind } = readStopToken(deps.sealing, token)
  if (!mayBeStopped(kind)) throw notFound()
  if (await isStopped(tx, { accountId, kind })) return
  const who = { actor: 'member' as const, accountId, now }
  // Whether there is an alert at all is chosen with its thresholds.
  if (kind === 'alert') return stopAlerts(tx, deps, who)
  const own = await findRow(tx, 'notice_setting', { account_id: accountId, kind }, 'mail', 'sms')
  const chosen = { ...channelsOf(kind, own), mail: false, changed_at: now }
  await upsertRow(tx, 'notice_setting', { account_id: accountId, kind }, chosen)
  const details = { kind }
  await recordNote(tx, who, { action: 'notice-stopped-by-link', target: accountId, details })
}
