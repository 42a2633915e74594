import type { Db } from '#backend/db/connect.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { partnerLinkStates } from '#domain/partner/link-states.ts'
import { formatRfc3339, toTokyoDate, type Instant } from '#domain/tokyo.ts'
import type { Answer } from '#protocol/endpoint.ts'
import type { partnerApi } from '#protocol/partner.ts'
import { consentsOf, findLink, openPartnerId, type LinkRow } from '../rows.ts'
import { consentTextOn, isAgreed } from '../terms.ts'

type Deps = { readonly sealing: Sealing }

/** Whether the account is linked, and with which account of the partner's (wire Link). */
export async function readLink(
  db: Db,
  deps: Deps,
  { accountId }: { readonly accountId: string },
): Promise<Answer<typeof partnerApi.linkRidMemberInfoGet>> {
  return toWireLink(deps, await findLink(db, accountId))
}

export function toWireLink({ sealing }: Deps, row: LinkRow | undefined) {
  const stored = row?.status ?? 'unlinked'
  const state = partnerLinkStates.isState(stored) ? stored : 'unlinked'
  const id = row && openPartnerId(sealing, row)
  return {
    status: state,
    message: partnerLinkStates.words(state).sentence,
    ...(id === undefined ? {} : { maskedPartnerId: maskId(id) }),
    ...(row?.linked_at == null ? {} : { linkedAt: formatRfc3339(row.linked_at) }),
  }
}

/** `mi****ki`: enough to tell one of several ids of one's own. */
function maskId(id: string): string {
  return id.length <= 4 ? '****' : `${id.slice(0, 2)}****${id.slice(-2)}`
}

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
