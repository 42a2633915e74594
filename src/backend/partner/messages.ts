import { brand } from '#brand'
import type { Instant } from '#domain/tokyo.ts'
import { pages } from '#vocabulary/pages.ts'
import { ifUnexpected, type MemberMessage } from '#backend/mail/member-message.ts'

export function consentMessage(consent: {
  accountId: string
  sequence: number
  agreed: boolean
  textVersion: string
}): MemberMessage {
  const { accountId, sequence, agreed, textVersion } = consent
  return {
    accountId,
    sourceRef: `partner-consent ${sequence}`,
    kind: 'procedure',
    ...(agreed
      ? {
          subject: `${brand.pointsPartner}への情報提供に同意しました`,
          paragraphs: [
            '同意を記録しました。同意は、同じページでいつでも撤回できます。',
            ifUnexpected,
          ],
        }
      : {
          subject: `${brand.pointsPartner}への情報提供の同意を撤回しました`,
          paragraphs: ['撤回を記録しました。これからの情報は提供しません。', ifUnexpected],
        }),
    facts: [{ label: '同意の文面', value: `第${textVersion}版` }],
    link: { label: '情報提供の同意のページを開く', path: pages.optin },
  }
}

export function partnerLinkMessage(facts: {
  accountId: string
  occasion: 'linked' | 'unlinked'
  now: Instant
}): MemberMessage {
  const { accountId, occasion, now } = facts
  return {
    accountId,
    sourceRef: `partner-link ${occasion} ${now.epochMilliseconds}`,
    kind: 'security',
    ...(occasion === 'linked'
      ? {
          subject: `${brand.pointsPartner}と連携しました`,
          paragraphs: [
            'このアカウントと連携しました。情報の提供に同意いただくと、毎月のお支払いにポイントがつきます。',
            ifUnexpected,
          ],
        }
      : {
          subject: `${brand.pointsPartner}との連携を解除しました`,
          paragraphs: [
            '連携を解除しました。これからのお支払いに、ポイントはつきません。たまったポイントは、そのまま残ります。',
            ifUnexpected,
          ],
        }),
    facts: [{ label: '連携先', value: brand.pointsPartner }],
    link: { label: 'ポイント連携を開く', path: pages.point },
  }
}
