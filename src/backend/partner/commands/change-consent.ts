import { lockAccount } from '#backend/account-lock.ts'
import type { AreaDeps } from '#backend/area.ts'
import { recordAudit } from '#backend/audit.ts'
import type { AccountWho } from '#backend/contract/who.ts'
import type { Db } from '#backend/db/connect.ts'
import { RefusalError } from '#backend/refusal.ts'
import { toTokyoDate } from '#domain/tokyo.ts'
import { consentMessage } from '../messages.ts'
import { addConsent, consentsOf } from '../rows.ts'
import { consentTextOn, isAgreed } from '../terms.ts'

/**
 * Agrees or withdraws; repeating it changes nothing.
 * @throws RefusalError TERMS_OUTDATED when another text than today's is agreed to; withdrawing is always accepted.
 */
export async function changeConsent(
  tx: Db,
  { outbox }: Pick<AreaDeps, 'outbox'>,
  { accountId, now, ...who }: AccountWho,
  request: { readonly agreed: boolean; readonly textVersion: string },
): Promise<void> {
  const { agreed } = request
  await lockAccount(tx, accountId)
  const text = consentTextOn(toTokyoDate(now))
  if (agreed && request.textVersion !== text.version) throw new RefusalError('TERMS_OUTDATED')
  const latest = (await consentsOf(tx, accountId)).at(-1)
  const isUnchanged = agreed ? isAgreed(latest, text) : latest?.agreed !== true
  if (isUnchanged) return
  const textVersion = text.version
  const consent = { accountId, sequence: (latest?.sequence ?? 0) + 1, agreed, textVersion }
  await addConsent(tx, consent, now)
  await recordAudit(tx, {
    ...who,
    chain: accountId,
    at: now,
    accountId,
    action: agreed ? 'partner-consent-given' : 'partner-consent-withdrawn',
    target: 'partner-consent',
    details: { textVersion },
  })
  await outbox.post(tx, consentMessage(consent), now)
}
