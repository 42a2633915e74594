import { lockAccount } from '#backend/account-lock.ts'
import type { AccountWho } from '#backend/contract/who.ts'
import type { Db } from '#backend/db/connect.ts'
import { RefusalError } from '#backend/refusal.ts'
import { recordChange, type StepDeps } from '#backend/step/record-change.ts'
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
  deps: StepDeps,
  who: AccountWho,
  request: { readonly agreed: boolean; readonly textVersion: string },
): Promise<void> {
  const { accountId, now } = who
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
  await recordChange(tx, deps, who, {
    action: agreed ? 'partner-consent-given' : 'partner-consent-withdrawn',
    target: 'partner-consent',
    details: { textVersion },
    message: () => consentMessage(consent),
  })
}
