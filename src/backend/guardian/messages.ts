import { formatUntil } from '#backend/mail/japanese-date.ts'
import type { MemberMessage } from '#backend/mail/member-message.ts'
import { answerUntil } from '#domain/guardian/consent.ts'
import { guardianConsentWords } from '#vocabulary/states/guardian-consent.ts'
import { pages } from '#vocabulary/pages.ts'
import type { ConsentRow } from './rows.ts'

export type ConsentOccasion = 'came_of_age' | 'confirmed' | 'withdrawn' | 'not_answered'

const unchanged =
  '回線、料金、フィルタリングは変わりません。フィルタリングは、マイページの「オプション」で外せます。'

/** No message says whose birthday it is, or when. */
export function guardianMessage(
  occasion: ConsentOccasion,
  { accountId, row }: { readonly accountId: string; readonly row: ConsentRow },
): MemberMessage {
  const { contract_id: contractId, line_id: lineId, asked_at: askedAt } = row
  const until = askedAt === null ? '' : formatUntil(answerUntil(askedAt))
  return {
    accountId,
    sourceRef: `guardian-consent/${contractId}/${lineId}/${occasion}`,
    kind: 'procedure',
    ...words(occasion, until),
    facts:
      occasion === 'came_of_age'
        ? [{ label: 'お答えの期限', value: until }]
        : [
            {
              label: '状態',
              value: guardianConsentWords[occasion === 'confirmed' ? 'confirmed' : 'erased'].label,
            },
          ],
    isOwnAct: occasion === 'confirmed' || occasion === 'withdrawn',
    link: { label: '同意の画面を開く', path: `${pages.personal}#guardian` },
  }
}

function words(
  occasion: ConsentOccasion,
  until: string,
): Pick<MemberMessage, 'subject' | 'paragraphs'> {
  switch (occasion) {
    case 'came_of_age':
      return {
        subject: '回線を使う方が18歳になりました。ご本人の同意をご確認ください',
        paragraphs: [
          '使う方の生年月日は、保護者の方の同意によりお預かりしてきました。18歳になったため、これからもお預かりしてよいか、ご本人に確かめてお答えください。',
          `${until}までにお答えがないときは、生年月日を消去します。${unchanged}`,
        ],
      }
    case 'confirmed':
      return {
        subject: 'ご本人の同意を受け付けました',
        paragraphs: [
          '使う方の生年月日を、ご本人の同意によりお預かりします。同意は、いつでも取り消せます。',
        ],
      }
    case 'withdrawn':
      return {
        subject: '使う方の生年月日を消去しました',
        paragraphs: ['同意の取り消しを受け付け、使う方の生年月日を消去しました。', unchanged],
      }
    case 'not_answered':
      return {
        subject: '使う方の生年月日を消去しました',
        paragraphs: [
          '18歳になったご本人の同意を確認できなかったため、使う方の生年月日を消去しました。',
          unchanged,
        ],
      }
  }
}
