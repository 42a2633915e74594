import { formatMoment } from '#backend/mail/japanese-date.ts'
import { ifUnexpected, type MemberMessage } from '#backend/mail/member-message.ts'
import type { Instant } from '#domain/tokyo.ts'
import { pages } from '#vocabulary/pages.ts'

type Export = { account_id: string; export_id: string; expires_at: Instant }
const link = { label: '情報の確認と持ち出しを開く', path: pages.held }

export function exportAskedMessage({ account_id, export_id, expires_at }: Export): MemberMessage {
  return {
    accountId: account_id,
    sourceRef: `export ${export_id} asked`,
    kind: 'security',
    isPhoneNotifiedApart: true,
    subject: 'お客さまの情報の持ち出しを受け付けました',
    paragraphs: [
      'ご契約、請求、通話などの記録を一つのファイルにまとめています。できあがったら、もう一度お知らせします。',
      ifUnexpected,
    ],
    facts: [{ label: 'ファイルを消去する日時', value: formatMoment(expires_at) }],
    link,
  }
}

export function exportReadyMessage({ account_id, export_id, expires_at }: Export): MemberMessage {
  return {
    accountId: account_id,
    sourceRef: `export ${export_id} ready`,
    kind: 'security',
    subject: 'お客さまの情報のファイルができました',
    paragraphs: [
      'マイページからダウンロードできます。ダウンロードのときは、もう一度ログインしていただきます。',
      ifUnexpected,
    ],
    facts: [{ label: 'ファイルを消去する日時', value: formatMoment(expires_at) }],
    link,
  }
}

export function exportFailedMessage({
  account_id,
  export_id,
}: Pick<Export, 'account_id' | 'export_id'>): MemberMessage {
  return {
    accountId: account_id,
    sourceRef: `export ${export_id} failed`,
    kind: 'security',
    subject: 'お客さまの情報のファイルを作成できませんでした',
    paragraphs: [
      '当社の都合で、1日たってもファイルを作成できませんでした。申し訳ございません。途中まで集めた分は消去しました。',
      'お手数ですが、マイページからもう一度お申し込みください。繰り返しこのお知らせが届くときは、お問い合わせください。',
    ],
    facts: [],
    link,
  }
}

/** The text message to the telephone: short, and without a link. */
export const exportAskedText =
  'お客さまの情報の持ち出しを受け付けました。お心当たりがないときは、すぐにお問い合わせください。'

export function deletionAskedMessage(
  accountId: string,
  { requestedAt, dueAt, keeps }: { requestedAt: Instant; dueAt: Instant; keeps: boolean },
): MemberMessage {
  return {
    accountId,
    sourceRef: `deletion ${requestedAt.toString()} asked`,
    kind: 'security',
    subject: 'アカウントの削除を受け付けました',
    paragraphs: [
      `${formatMoment(dueAt)}に、登録情報、お知らせ、ログインの記録などを削除します。それまでは、マイページから取り消せます。`,
      ...(keeps ? ['法律で保存が決まっている記録は、その期間が過ぎてから消去します。'] : []),
      '削除すると連絡先も消えるため、済んだことはお知らせしません。',
      ifUnexpected,
    ],
    facts: [{ label: '削除する日時', value: formatMoment(dueAt) }],
    link: { label: '削除を取り消す', path: pages.held },
  }
}

export function deletionWithdrawnMessage(accountId: string, requestedAt: Instant): MemberMessage {
  return {
    accountId,
    sourceRef: `deletion ${requestedAt.toString()} withdrawn`,
    kind: 'security',
    subject: 'アカウントの削除を取り消しました',
    paragraphs: ['これまでどおり、マイページをご利用いただけます。', ifUnexpected],
    facts: [],
    link,
  }
}
