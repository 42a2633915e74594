import { formatDay } from '#backend/mail/japanese-date.ts'
import { ifUnexpected, type MemberMessage } from '#backend/mail/member-message.ts'
import type { TokyoDate } from '#domain/tokyo.ts'
import type { SuccessionWish } from '#vocabulary/succession.ts'
import { pages } from '#vocabulary/pages.ts'
import { successionPages } from '#vocabulary/site-pages.ts'

type Told = { readonly accountId: string; readonly orderNo: string }

const link = { label: 'お手続きの状況を見る', path: successionPages.status }
const numberFact = (orderNo: string) => ({ label: '受付番号', value: orderNo })

const message = (
  { accountId, orderNo }: Told,
  occasion: string,
  subject: string,
  paragraphs: readonly string[],
): MemberMessage => ({
  accountId,
  sourceRef: `succession:${orderNo}:${occasion}`,
  kind: 'procedure',
  subject,
  paragraphs,
  facts: [numberFact(orderNo)],
  link,
})

export function successionReceivedMessage(told: Told): MemberMessage {
  return message(told, 'received', '名義変更（承継）を受け付けました', [
    '名義変更（承継）のお手続きを受け付けました。',
    '書類を確認し、結果をメールでお知らせします。確認が済むまで、未払いによる利用停止や契約解除はありません。',
    '手数料はかかりません。',
  ])
}

/** To the contract's own address: nobody is declared dead without the account being told. */
export function noteToHolderMessage(told: Told): MemberMessage {
  return {
    ...message(told, 'asked', '名義変更（承継）のお申し出がありました', [
      'ご契約者が亡くなられたとして、名義変更（承継）または解約のお申し出がありました。',
      '書類の確認が済むまで、このアカウントではお手続きの受け付けを止めています。ご利用はそのまま続けられます。',
      ifUnexpected,
    ]),
    kind: 'security',
    link: { label: 'マイページを開く', path: pages.top },
  }
}

/** @param round how often papers were asked for: each time is a mail of its own. */
export function papersAskedMessage(told: Told, words: string, round: string): MemberMessage {
  return message(told, `asked-${round}`, '書類についてのお願い', [
    'お送りいただいた書類を確認しました。確認のために、次の書類をお願いします。',
    words,
    '急ぎのお手続きではありません。6か月お待ちします。',
  ])
}

export function papersSentMessage(told: Told, round: string): MemberMessage {
  return message(told, `sent-${round}`, '書類を受け取りました', [
    '書類を受け取りました。確認し、結果をメールでお知らせします。',
  ])
}

export function takenOverMessage(told: Told): MemberMessage {
  return {
    ...message(told, 'accepted', 'ご契約を引き継ぎました', [
      '書類の確認が済み、ご契約を引き継ぎました。電話番号、回線、データ残量、端末の分割払いは、そのまま続きます。',
      'これからの料金は、登録されたカードでお支払いいただきます。お支払いが残っている請求は、マイページで確認できます。30日間は、未払いによる利用停止や契約解除はありません。',
      '引き継ぐ前の通話の明細は、亡くなられた方のプライバシーのため表示しません。自動のデータチャージは解除しました。',
    ]),
    link: { label: 'マイページを開く', path: pages.top },
  }
}

export function endingMessage(told: Told, lastDay: TokyoDate | undefined): MemberMessage {
  return message(told, 'accepted', 'ご契約の解約を承りました', [
    '書類の確認が済み、ご契約の解約を承りました。解約金や手数料はかかりません。',
    ...(lastDay === undefined ? [] : [`最終日は${formatDay(lastDay)}です。`]),
  ])
}

export function successionRejectedMessage(
  told: Told,
  wish: SuccessionWish,
  reason: string,
): MemberMessage {
  return message(told, 'rejected', 'お手続きをお受けできませんでした', [
    `恐れ入りますが、今回の${wish === 'end' ? '解約' : '名義変更（承継）'}のお手続きはお受けできませんでした。`,
    `理由：${reason}`,
    '書類がそろいましたら、あらためてお手続きいただけます。',
  ])
}

export function successionWithdrawnMessage(told: Told): MemberMessage {
  return message(told, 'withdrawn', 'お手続きを取り下げました', [
    '名義変更（承継）のお手続きを取り下げました。お送りいただいた書類は、90日後に削除します。',
  ])
}

export function successionLapsedMessage(told: Told): MemberMessage {
  return message(told, 'lapsed', 'お手続きを終了しました', [
    '書類をお願いしてから6か月が過ぎたため、お手続きを終了しました。書類がそろいましたら、いつでもあらためてお手続きいただけます。',
  ])
}
