import { formatMoment } from '#backend/mail/japanese-date.ts'
import type { MemberMessage } from '#backend/mail/member-message.ts'
import { options } from '#domain/catalogue/option.ts'
import { type RequestAnswer, requestKindLabels } from '#vocabulary/family-request.ts'
import { pages } from '#vocabulary/pages.ts'
import type { RequestRow } from './rows.ts'

export type AskedFacts = {
  /** As the holder calls who asks. */
  readonly name: string
  /** As `lineWords` names it. */
  readonly line: string
  /** Accounts of the managers, who may answer what costs nothing. */
  readonly managers: readonly string[]
}

/** What was asked for: 「＋1GB」, or the option by its name. */
export const requestWords = ({ kind, option_code }: Pick<RequestRow, 'kind' | 'option_code'>) =>
  option_code === null ? requestKindLabels[kind] : options[option_code].name

/** To the holder, and to the managers. The word that came with it is read in my page alone. */
export function askedMessages(row: RequestRow, facts: AskedFacts): readonly MemberMessage[] {
  return [
    askedMessage(row, { ...facts, accountId: row.holder_account_id, isHolder: true }),
    ...facts.managers.map((accountId) =>
      askedMessage(row, { ...facts, accountId, isHolder: false }),
    ),
  ]
}

export function askedMessage(
  row: RequestRow,
  {
    name,
    line,
    accountId,
    isHolder,
  }: Omit<AskedFacts, 'managers'> & { accountId: string; isHolder: boolean },
): MemberMessage {
  return {
    accountId,
    sourceRef: `family-request/${row.request_id}/asked/${accountId}`,
    kind: 'data',
    subject: 'ご家族からお願いが届きました',
    paragraphs: [
      `「${name}」さんから、「${requestWords(row)}」のお願いが届きました。${formatMoment(row.expires_at)}まで返事ができます。`,
      isHolder
        ? '料金と、今月の請求がどう変わるかを見てから、1回押すだけで返事ができます。'
        : '料金のかからない返事は、まとめ役の方もできます。',
    ],
    facts: [
      { label: '対象の回線', value: line },
      { label: 'お願い', value: requestWords(row) },
    ],
    pushed: { title: 'ご家族からのお願いがあります', body: '開くと、返事を選べます。' },
    link: isHolder
      ? { label: 'お願いを見て返事をする', path: pages.familyRequests }
      : { label: 'ご家族の契約を開く', path: pages.familyPlaces },
  }
}

/** To who asked: a child reads it. No price, and nobody's name. */
export function replyMessage(row: RequestRow): MemberMessage {
  const { answer } = row
  const given = answer === null || answer === 'declined' ? undefined : answer
  return {
    accountId: row.account_id,
    sourceRef: `family-request/${row.request_id}/answered`,
    kind: 'data',
    subject:
      given !== undefined ? 'お願いの返事がきました。もらえました' : 'お願いの返事がきました',
    paragraphs:
      given !== undefined
        ? [grantedWords[given]]
        : [
            '今回は、見送りになりました。低速でも、文字のやりとりと通話はいつもどおり使えます。',
            'おうちの人のひとことは、マイページで読めます。',
          ],
    facts: [{ label: 'お願い', value: requestWords(row) }],
    pushed: { title: 'お願いの返事がありました', body: '開くと、返事を読めます。' },
    link: personLink,
  }
}

const personLink = { label: 'ご家族のマイページを開く', path: pages.familyPlaces }

const grantedWords: Readonly<Record<Exclude<RequestAnswer, 'declined'>, string>> = {
  pack: '1GBもらえました。高速で使えます。',
  more: 'きょうだけ、上限が1GB増えました。あしたからは、いつもの上限にもどります。',
  noCap: 'きょうは、上限がなくなりました。あしたからは、いつもの上限にもどります。',
  speed: '高速にもどしてもらえました。',
  option: 'オプションを申し込んでもらえました。使えるようになるまで、数分かかることがあります。',
}

/** To who asked: nobody has answered. */
export function expiredMessage(row: RequestRow): MemberMessage {
  return {
    accountId: row.account_id,
    sourceRef: `family-request/${row.request_id}/expired`,
    kind: 'data',
    subject: 'お願いの時間が過ぎました',
    paragraphs: ['返事がないまま、時間が過ぎました。まだ必要なときは、もう一度お願いできます。'],
    facts: [{ label: 'お願い', value: requestWords(row) }],
    link: personLink,
  }
}
