import type { Db } from '#backend/db/connect.ts'
import { formatRfc3339, toTokyoDate, type Instant } from '#domain/tokyo.ts'
import type { Answer } from '#protocol/endpoint.ts'
import type { partnerApi } from '#protocol/partner.ts'
import { consentsOf } from '../rows.ts'
import { consentTextOn, isAgreed } from '../terms.ts'

/** Whether the account lets the points partner have its data, in which version of the text, and since when (wire OptIn). */
export async function readConsent(
  db: Db,
  { accountId, now }: { readonly accountId: string; readonly now: Instant },
): Promise<Answer<typeof partnerApi.optInStatusGet>> {
  const consents = await consentsOf(db, accountId)
  const text = consentTextOn(toTokyoDate(now))
  const latest = consents.at(-1)
  return {
    agreed: isAgreed(latest, text),
    ...(latest ? { textVersion: latest.textVersion, at: formatRfc3339(latest.at) } : {}),
    current: {
      textVersion: text.version,
      title: text.title,
      paragraphs: [...text.paragraphs],
      revisedOn: text.validFrom,
    },
    history: consents
      .map(({ agreed, textVersion, at }) => ({ agreed, textVersion, at: formatRfc3339(at) }))
      .toReversed(),
  }
}
