import { brand } from '#brand'
import { ifUnexpected, type MemberMessage } from '#backend/mail/member-message.ts'
import type { ContactPlace } from '#domain/account/contact-code.ts'
import type { Instant } from '#domain/tokyo.ts'
import { pages } from '#vocabulary/pages.ts'

export type EditOccasion =
  | 'proofNeeded'
  | 'documentsAsked'
  | 'reviewing'
  | 'applied'
  | 'rejected'
  | 'lapsed'

type EditMessageFacts = {
  readonly accountId: string
  readonly editNo: string
  /** 「氏名・住所」 */
  readonly what: string
  readonly occasion: EditOccasion
  /** When: staff may request and check documents more than once. */
  readonly at: Instant
  /** What staff wrote: why not, or what is asked for. */
  readonly reason?: string | undefined
}

const words: Record<EditOccasion, { subject: string; paragraphs: readonly string[] }> = {
  proofNeeded: {
    subject: '登録情報の変更には本人確認が必要です',
    paragraphs: [
      '変更のお申し込みを受け付けました。法律により本人確認が必要なご契約のため、新しい内容の本人確認書類を読み取ると、変更が済みます。',
      '14日のあいだに読み取りがないときは、お申し込みを取り下げたものとします。',
      ifUnexpected,
    ],
  },
  documentsAsked: {
    subject: '本人確認書類をもう一度お願いします',
    paragraphs: [
      '担当者が確認しましたが、読み取った書類では、変更の内容を確かめられませんでした。',
      'お客さま情報の変更の画面から、本人確認書類をもう一度読み取ってください。14日のあいだに読み取りがないときは、お申し込みを取り下げたものとします。',
      ifUnexpected,
    ],
  },
  reviewing: {
    subject: '登録情報の変更を確認しています',
    paragraphs: [
      '担当者が変更の内容を確認しています。結果は、メールとお知らせでご連絡します。',
      ifUnexpected,
    ],
  },
  applied: {
    subject: '登録情報を変更しました',
    paragraphs: ['変更は、これからのご案内と書面にすべて使われます。', ifUnexpected],
  },
  rejected: {
    subject: '登録情報を変更できませんでした',
    paragraphs: [
      '本人確認書類の内容と、お申し込みの内容の一致を確認できませんでした。登録情報は変わっていません。',
      'お申し込みの内容を確認して、もう一度お手続きください。',
    ],
  },
  lapsed: {
    subject: '登録情報の変更のお申し込みを取り下げました',
    paragraphs: [
      '期限までに確認が済まなかったため、お申し込みを取り下げました。登録情報は変わっていません。',
      'もう一度お申し込みいただけます。',
    ],
  },
}

export function profileEditMessage({
  accountId,
  editNo,
  what,
  occasion,
  at,
  reason,
}: EditMessageFacts): MemberMessage {
  return {
    accountId,
    sourceRef: `profile-edit ${editNo} ${occasion} ${at.epochMilliseconds}`,
    kind: 'security',
    ...words[occasion],
    facts: [
      { label: '手続き', value: '登録情報の変更' },
      { label: '変更する項目', value: what },
      { label: '受付番号', value: editNo },
      ...(reason === undefined
        ? []
        : [{ label: occasion === 'documentsAsked' ? 'お願い' : '理由', value: reason }]),
    ],
    link:
      occasion === 'documentsAsked'
        ? { label: '変更の画面を開く', path: pages.userEdit }
        : { label: 'お客さま情報を開く', path: pages.user },
  }
}

/** The words of what is sent to one contact only, and not shown on my page. */
type ContactWords = {
  readonly channel: 'mail' | 'sms'
  readonly subject: string
  readonly text: string
}

const places: Record<ContactPlace, string> = {
  oldEmail: '変更前のメールアドレス',
  newEmail: '新しいメールアドレス',
  oldPhone: 'いまの電話番号',
  newPhone: '新しい電話番号',
}

const notYou = 'お心当たりがないときは、このコードをどこにも入力せず、お問い合わせください。'

/** Sent to this contact only: whoever has the code controls the contact. */
export function codeWords(place: ContactPlace, code: string): ContactWords {
  const sentence = `${places[place]}の確認コードは ${code} です（10分間有効）。`
  if (place === 'oldPhone' || place === 'newPhone')
    return { channel: 'sms', subject: '', text: `【${brand.service}】${sentence}${notYou}` }
  return {
    channel: 'mail',
    subject: `確認コードのお知らせ（${brand.service}）`,
    text: [
      `登録情報の変更のお申し込みを受け付けました。`,
      sentence,
      'マイページの「登録情報の変更」の画面に入力してください。当社の担当者が、このコードをお尋ねすることはありません。',
      notYou,
      '',
      brand.service,
    ].join('\n'),
  }
}

/** To all contacts before and after the change, so that the owner notices a stranger's change. */
export function contactsChangedMessages(
  { mails, phones }: { mails: readonly string[]; phones: readonly string[] },
  what: string,
): (ContactWords & { contact: string })[] {
  return [
    ...mails.map((contact) => ({ contact, ...contactsChangedWords('mail', what) })),
    ...phones.map((contact) => ({ contact, ...contactsChangedWords('sms', what) })),
  ]
}

function contactsChangedWords(channel: 'mail' | 'sms', what: string): ContactWords {
  const sentence = `登録情報（${what}）を変更しました。`
  const advice = 'お心当たりがないときは、すぐにお問い合わせください。'
  if (channel === 'sms')
    return { channel, subject: '', text: `【${brand.service}】${sentence}${advice}` }
  return {
    channel,
    subject: '登録情報を変更しました',
    text: [
      sentence,
      '変更前と変更後の、すべての連絡先へお送りしています。',
      advice,
      '',
      brand.service,
    ].join('\n'),
  }
}
