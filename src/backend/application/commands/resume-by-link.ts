import { z } from 'zod'
import { brand } from '#brand'
import type { AreaDeps } from '#backend/area.ts'
import type { Db } from '#backend/db/connect.ts'
import { findRow, insertRow, updateRows } from '#backend/db/rows.ts'
import { hashSecret, newSecret } from '#backend/db/ids.ts'
import { defineJob, untilDelivered } from '#backend/jobs/queue.ts'
import { formatMoment } from '#backend/mail/japanese-date.ts'
import { maskAddress } from '#backend/mail/masked-address.ts'
import type { MailPort } from '#backend/ports/mail.ts'
import { RefusalError } from '#backend/refusal.ts'
import { withoutPersonal } from '#domain/application/answers.ts'
import { stepsOf, nextStep } from '#domain/application/steps.ts'
import { formatRfc3339, isBefore, toTokyoDate, type Instant } from '#domain/tokyo.ts'
import { answersOf, linkAad } from '../rows/answers.ts'
import {
  deleteLinks,
  findById,
  lockOpen,
  saveAnswers,
  type Applicant,
} from '../rows/applications.ts'
import { applicationTerms } from '../terms.ts'

const HOURS_GOOD = 24
/** Ours: minutes between two links of an application, and links a day to whatever addresses. */
const MINUTES_BETWEEN = 2
const LINKS_A_DAY = 5

export const linkJob = defineJob({
  name: 'application-link',
  payload: z.object({ codeHash: z.string() }),
  ...untilDelivered,
})

const sealedLink = z.object({ to: z.string(), code: z.string() })

/**
 * Sends a link by mail, to go on with an application in another browser before there is an account.
 * @throws RefusalError APPLICATION_LINK_SENT shortly after the last link, or after too many
 */
export async function sendLink(
  tx: Db,
  { sealing, queue }: Pick<AreaDeps, 'sealing' | 'queue'>,
  who: Applicant,
  { email: to }: { readonly email: string },
) {
  const { now } = who
  const row = await lockOpen(tx, who)
  await requireRest(tx, row.application_id, now)
  await who.countAbout?.('recipients', to.toLowerCase())
  const code = newSecret()
  const codeHash = hashSecret(code)
  const expiresAt = now.add({ hours: HOURS_GOOD })
  await insertRow(tx, 'application_link', {
    code_hash: codeHash,
    application_id: row.application_id,
    link_sealed: sealing.seal(linkAad(codeHash), JSON.stringify({ to, code })),
    sent_at: now,
    expires_at: expiresAt,
    used_at: null,
  })
  await queue.send(tx, linkJob, { codeHash })
  return { sentToMasked: maskAddress(to), expiresAt: formatRfc3339(expiresAt) }
}

async function requireRest(tx: Db, applicationId: string, now: Instant) {
  const sent = await tx
    .selectFrom('application_link')
    .select('sent_at')
    .where('application_id', '=', applicationId)
    .where('sent_at', '>', now.subtract({ hours: 24 }))
    .orderBy('sent_at', 'desc')
    .execute()
  const freeFrom = sent[0]?.sent_at.add({ minutes: MINUTES_BETWEEN })
  if (freeFrom !== undefined && isBefore(now, freeFrom))
    throw new RefusalError({ code: 'APPLICATION_LINK_SENT', freeFrom })
  if (sent.length >= LINKS_A_DAY) throw new RefusalError('APPLICATION_LINK_SENT')
}

/**
 * Opens the application in the browser that opens the link: it gets a secret of its own, and the secret of the browser
 * before and every other link become useless. Whoever opens the link may be another person than the one who asked for it:
 * without an account numbers, birthdays and names are asked for again.
 * @throws RefusalError APPLICATION_LINK_UNUSABLE
 */
export async function resumeByLink(
  tx: Db,
  { sealing }: Pick<AreaDeps, 'sealing'>,
  { now, signedIn }: Applicant,
  { code }: { readonly code: string },
) {
  const link = await tx
    .updateTable('application_link')
    .set({ used_at: now })
    .where('code_hash', '=', hashSecret(code))
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('application_id')
    .executeTakeFirst()
  const row = link && (await findById(tx, link.application_id, { lock: true }))
  if (row?.state !== 'open') throw new RefusalError('APPLICATION_LINK_UNUSABLE')
  await deleteLinks(tx, row.application_id)
  const answers = answersOf(sealing, row)
  const known = row.account_id === null ? withoutPersonal(answers) : answers
  const saved = await saveAnswers(tx, sealing, row, { answers: known }, now)
  const secret = newSecret()
  await updateRows(
    tx,
    'application',
    { application_id: row.application_id },
    { handle_hash: hashSecret(secret) },
  )
  const steps = stepsOf(known, {
    today: toTokyoDate(now),
    isSignedIn: signedIn !== undefined,
    identity: 'not_required',
    hasCard: false,
    termsVersion: applicationTerms.version,
  })
  return { secret, version: saved.version, next: nextStep(steps) }
}

/** Sends the mail with the link. A second run finds it sent. */
export async function deliverLink(
  deps: Pick<AreaDeps, 'database' | 'sealing' | 'clock' | 'publicUrl'> & {
    readonly mail: MailPort
  },
  { codeHash }: { readonly codeHash: string },
) {
  const { database, sealing, publicUrl } = deps
  const row = await findRow(database.db, 'application_link', { code_hash: codeHash })
  if (row?.link_sealed == null) return
  const { to, code } = sealedLink.parse(
    JSON.parse(sealing.open(linkAad(codeHash), row.link_sealed)),
  )
  await deps.mail.send({
    id: `link-${codeHash.slice(0, 24)}`,
    to,
    subject: 'お申し込みの続きを入力するリンク',
    text: [
      'このメールアドレスに、お申し込みの続きを入力するリンクを送るお申し出がありました。続きは、次のリンクから入力できます。リンクは1回だけ使えます。',
      `${publicUrl}/order/resume?code=${code}`,
      `期限：${formatMoment(row.expires_at)}`,
      '料金プランとSIMのタイプのほかは、もう一度入力していただきます。',
      'お心当たりがないときは、リンクを開かずに、このメールを削除してください。',
      `${brand.service}（${brand.company}）`,
    ].join('\n\n'),
    at: deps.clock.now(),
  })
  await updateRows(database.db, 'application_link', { code_hash: codeHash }, { link_sealed: null })
}
