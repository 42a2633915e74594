import { brand } from '#brand'
import { ifUnexpected, type MemberMessage } from '#backend/mail/member-message.ts'

export function consentMessage(said: {
  accountId: string
  sequence: number
  agreed: boolean
  textVersion: string
}): MemberMessage {
  const { accountId, sequence, agreed, textVersion } = said
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
    link: { label: '情報提供の同意のページを開く', path: '/privacy_policy' },
  }
}
