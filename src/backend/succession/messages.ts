import { formatDay, formatMoment } from '#backend/mail/japanese-date.ts'
import { ifUnexpected, type MemberMessage } from '#backend/mail/member-message.ts'
import type { Instant, TokyoDate } from '#domain/tokyo.ts'
import type { SuccessionRequest } from '#vocabulary/succession.ts'
import { pages } from '#vocabulary/pages.ts'
import { successionPages, successionStopPage } from '#vocabulary/site-pages.ts'

type SuccessionFacts = { readonly accountId: string; readonly orderNo: string }

const procedureName: Readonly<Record<SuccessionRequest, string>> = {
  take_over: '名義変更（承継）',
  end: '解約',
}
const link = { label: 'お手続きの状況を見る', path: successionPages.status }
const numberFact = (orderNo: string) => ({ label: '受付番号', value: orderNo })

const message = (
  { accountId, orderNo }: SuccessionFacts,
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

/** To the holder, by every contact; the mail's own link stops it without a login. */
type ToHolder = SuccessionFacts & {
  readonly request: SuccessionRequest
  readonly secret: string | undefined
}

const toHolder = (
  { secret, ...facts }: ToHolder,
  occasion: string,
  subject: string,
  paragraphs: readonly string[],
): MemberMessage => ({
  ...message(facts, occasion, subject, [
    ...paragraphs,
    'ご契約者ご本人がお受け取りになったときは、次のページで「お申し出を止める」を押してください。ログインは要りません。',
  ]),
  kind: 'security',
  isToAllContacts: true,
  link: { label: 'お申し出を確認する・止める', path: successionStopPage(secret) },
  noticePath: successionStopPage(),
})

const requestWords: Readonly<Record<SuccessionRequest, string>> = {
  take_over: 'ご契約者が亡くなられたとして、名義変更（承継）のお申し出がありました。',
  end: 'ご契約者が亡くなられたとして、ご契約を解約するお申し出がありました。',
}

export function successionReceivedMessage(facts: SuccessionFacts): MemberMessage {
  return message(facts, 'received', '名義変更（承継）を受け付けました', [
    '名義変更（承継）のお手続きを受け付けました。',
    '担当者が書類を確認し、結果をメールでお知らせします。書類の確認が済むと、ご契約者の連絡先にお知らせし、72時間お待ちしてからお手続きを進めます。',
    '手数料はかかりません。',
  ])
}

/** To the contract's own contacts: nobody is declared dead without the holder's account being notified. */
export function noteToHolderMessage(facts: ToHolder): MemberMessage {
  return toHolder(facts, 'asked', '名義変更（承継）のお申し出がありました', [
    requestWords[facts.request],
    'これから担当者が書類を確認します。ご契約とご利用は、いまのまま変わりません。',
  ])
}

/** To the holder: staff have seen a paper that shows the death, and wait for others. */
export function pauseAheadMessage(facts: ToHolder, from: Instant): MemberMessage {
  return toHolder(facts, `pause-${from.toString()}`, 'お手続きの受け付けをお休みする予定です', [
    requestWords[facts.request],
    `担当者が書類を確認したため、${formatMoment(from)}から、このご契約のお手続きの受け付けをお休みします。ご利用はそのまま続けられます。未払いによる利用停止も行いません。`,
  ])
}

/** To the holder: staff have accepted the papers. */
export function moveAheadMessage(facts: ToHolder, at: Instant): MemberMessage {
  const [subject, what] =
    facts.request === 'end'
      ? ['ご契約の解約を予定しています', 'ご契約の解約を予約します。']
      : ['ご契約の名義の変更を予定しています', 'ご契約の名義を、お申し出になった方に変更します。']
  return toHolder(facts, 'announced', subject, [
    requestWords[facts.request],
    `担当者による書類の確認が済みました。${formatMoment(at)}に、${what}`,
  ])
}

/** To the account that held the contract until now. */
export function formerHolderMessage(facts: SuccessionFacts): MemberMessage {
  return {
    ...message(facts, 'moved', 'ご契約の名義が変わりました', [
      'お知らせしていたとおり、ご契約の名義を、お申し出になった方に変更しました。このアカウントは、ご契約のないアカウントになりました。カレンダー用のアドレスも使えなくなりました。',
      ifUnexpected,
    ]),
    kind: 'security',
    isToAllContacts: true,
    link: { label: 'マイページを開く', path: pages.top },
  }
}

export function stoppedForHolderMessage(facts: SuccessionFacts): MemberMessage {
  return {
    ...message(facts, 'stopped', '名義変更（承継）のお申し出を止めました', [
      'お申し出を止めました。ご契約は、これまでのまま続きます。',
      'このご契約についての同じお手続きは、これから180日のあいだ、窓口だけで承ります。',
    ]),
    kind: 'security',
    isToAllContacts: true,
    link: { label: 'マイページを開く', path: pages.top },
  }
}

export function stoppedForHeirMessage(
  facts: SuccessionFacts,
  request: SuccessionRequest,
): MemberMessage {
  return message(facts, 'stopped', 'お手続きを中止しました', [
    `ご契約者からのお申し出により、${procedureName[request]}のお手続きを中止しました。ご契約は、これまでのまま続きます。`,
    'お心当たりがないときは、窓口でご相談ください。',
  ])
}

/** To the holder: the succession was closed without effect. */
export function overForHolderMessage(facts: SuccessionFacts, occasion: string): MemberMessage {
  return {
    ...message(facts, `over-${occasion}`, '名義変更（承継）のお申し出は終わりました', [
      'お知らせしていた名義変更（承継）のお申し出は、成立せずに終わりました。ご契約は、これまでのまま続きます。',
    ]),
    kind: 'security',
    link: { label: 'マイページを開く', path: pages.top },
  }
}

/** To the holder: somebody has tried to find the contract by its number as often as is allowed in a day. */
export function triedMessage({
  accountId,
  on,
}: {
  accountId: string
  on: TokyoDate
}): MemberMessage {
  return {
    accountId,
    sourceRef: `succession-tried:${on}`,
    kind: 'security',
    isToAllContacts: true,
    subject: 'ご契約の確認が何度も試されました',
    paragraphs: [
      'ご契約者が亡くなられたときのお手続きのページで、お客さまの電話番号が何度も入力されました。そのため、この電話番号でのお手続きの入力を24時間止めています。',
      `ご契約とご利用は、いまのまま変わりません。お手続きが受け付けられたときは、そのつどお知らせします。${ifUnexpected}`,
    ],
    facts: [],
    link: { label: 'マイページを開く', path: pages.top },
  }
}

/** To the heir: staff have accepted the papers, and the holder's hours begin. */
export function announcedMessage(
  facts: SuccessionFacts,
  request: SuccessionRequest,
  at: Instant,
): MemberMessage {
  return message(facts, 'announced', '書類の確認が済みました', [
    `${procedureName[request]}の書類の確認が済みました。ありがとうございました。`,
    `念のため、ご契約者の連絡先にお知らせし、${formatMoment(at)}までお待ちします。その時刻になると、お手続きを進め、メールでお知らせします。`,
  ])
}

/** @param round makes the message of each request for papers distinct. */
export function papersAskedMessage(
  facts: SuccessionFacts,
  words: string,
  round: string,
): MemberMessage {
  return message(facts, `asked-${round}`, '書類についてのお願い', [
    'お送りいただいた書類を確認しました。確認のために、次の書類をお願いします。',
    words,
    '急ぎのお手続きではありません。6か月お待ちします。',
  ])
}

export function papersSentMessage(facts: SuccessionFacts, round: string): MemberMessage {
  return message(facts, `sent-${round}`, '書類を受け取りました', [
    '書類を受け取りました。確認し、結果をメールでお知らせします。',
  ])
}

export function takenOverMessage(facts: SuccessionFacts): MemberMessage {
  return {
    ...message(facts, 'accepted', 'ご契約を引き継ぎました', [
      '書類の確認が済み、ご契約を引き継ぎました。電話番号、回線、データ残量、端末の分割払い、進行中のお手続き（解約の予約を除く）は、そのまま続きます。',
      'これからの料金は、登録されたカードでお支払いいただきます。お支払いが残っている請求は、マイページで確認できます。30日間は、未払いによる利用停止や契約解除はありません。',
      '引き継ぐ前の通話の明細は、亡くなられた方のプライバシーのため表示しません。自動のデータチャージは解除しました。',
    ]),
    link: { label: 'マイページを開く', path: pages.top },
  }
}

export function endingMessage(
  facts: SuccessionFacts,
  lastDay: TokyoDate | undefined,
): MemberMessage {
  return message(facts, 'accepted', 'ご契約の解約を承りました', [
    '書類の確認が済み、ご契約の解約を承りました。解約金や手数料はかかりません。',
    ...(lastDay === undefined ? [] : [`最終日は${formatDay(lastDay)}です。`]),
  ])
}

export function successionRejectedMessage(
  facts: SuccessionFacts,
  request: SuccessionRequest,
  reason: string,
): MemberMessage {
  return message(facts, 'rejected', 'お手続きをお受けできませんでした', [
    `恐れ入りますが、今回の${procedureName[request]}のお手続きはお受けできませんでした。`,
    `理由：${reason}`,
    '書類がそろいましたら、あらためてお手続きいただけます。',
  ])
}

export function successionWithdrawnMessage(facts: SuccessionFacts): MemberMessage {
  return message(facts, 'withdrawn', 'お手続きを取り下げました', [
    '名義変更（承継）のお手続きを取り下げました。お送りいただいた書類は、90日後に削除します。',
  ])
}

export function successionLapsedMessage(facts: SuccessionFacts): MemberMessage {
  return message(facts, 'lapsed', 'お手続きを終了しました', [
    '書類をお願いしてから6か月が過ぎたため、お手続きを終了しました。書類がそろいましたら、いつでもあらためてお手続きいただけます。',
  ])
}
