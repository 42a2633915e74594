import { lockAccount } from '#backend/account-lock.ts'
import { recordAudit } from '#backend/audit.ts'
import { accountOf, type Caller } from '#backend/caller.ts'
import type { Outbox } from '#backend/mail/outbox.ts'
import { RefusalError } from '#backend/refusal.ts'
import { formatRfc3339, toTokyoDate } from '#domain/tokyo.ts'
import type { Answer } from '#protocol/endpoint.ts'
import type { partnerApi } from '#protocol/partner.ts'
import { consentTextOn, isAgreed } from './consent-text.ts'
import { addConsent, readConsents } from './consents.ts'
import { consentMessage } from './messages.ts'

type OptIn = Answer<typeof partnerApi.optInStatusGet>

/** Whether the account lets the points partner have its data, in which version of the text, and since when. */
export async function consentStatus(caller: Caller): Promise<OptIn> {
  const rows = await readConsents(caller.db, accountOf(caller).accountId)
  const text = consentTextOn(toTokyoDate(caller.now))
  const latest = rows.at(-1)
  return {
    agreed: isAgreed(latest, text),
    ...(latest ? { textVersion: latest.textVersion, at: formatRfc3339(latest.at) } : {}),
    current: {
      textVersion: text.version,
      title: text.title,
      paragraphs: [...text.paragraphs],
      revisedOn: text.validFrom,
    },
    history: rows
      .map(({ agreed, textVersion, at }) => ({ agreed, textVersion, at: formatRfc3339(at) }))
      .toReversed(),
  }
}

/**
 * Agrees or withdraws. Saying what holds already changes nothing.
 * @throws RefusalError TERMS_OUTDATED when another text than today's is agreed to; withdrawing is always taken.
 */
export async function sayConsent(
  caller: Caller,
  outbox: Outbox,
  asked: { agreed: boolean; textVersion: string },
): Promise<OptIn> {
  const { accountId } = accountOf(caller)
  await lockAccount(caller.db, accountId)
  const text = consentTextOn(toTokyoDate(caller.now))
  if (asked.agreed && asked.textVersion !== text.version) throw new RefusalError('TERMS_OUTDATED')
  const before = await readConsents(caller.db, accountId)
  const latest = before.at(-1)
  const isSaid = asked.agreed ? isAgreed(latest, text) : latest?.agreed !== true
  if (isSaid) return consentStatus(caller)

  const sequence = (latest?.sequence ?? 0) + 1
  const { agreed } = asked
  await addConsent(
    caller.db,
    { accountId, sequence, agreed, textVersion: text.version },
    caller.now,
  )
  await recordAudit(caller.db, {
    chain: accountId,
    at: caller.now,
    actor: 'member',
    accountId,
    action: agreed ? 'partner-consent-given' : 'partner-consent-withdrawn',
    target: 'partner-consent',
    details: { textVersion: text.version },
    traceKey: caller.traceKey,
  })
  const textVersion = text.version
  await outbox.post(
    caller.db,
    consentMessage({ accountId, sequence, agreed, textVersion }),
    caller.now,
  )
  return consentStatus(caller)
}
