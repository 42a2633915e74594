import { brand } from '#brand'
import type { ContactPlace } from '#domain/account/contact-code.ts'

/** The words of what is sent to one contact only; what my page shows as well is in messages.ts. */
type ContactWords = {
  readonly channel: 'mail' | 'sms'
  readonly subject: string
  readonly text: string
}

const places: Record<ContactPlace, string> = {
  oldEmail: '変更前のメールアドレス',
  newEmail: '新しいメールアドレス',
  oldPhone: '変更前の電話番号',
  newPhone: '新しい電話番号',
}

const notYou = 'お心当たりがないときは、このコードをどこにも入力せず、お問い合わせください。'

/** Sent here only: the code alone confirms the contact. */
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

/** To every contact of before and after, so that a stranger's change is seen by whom it was taken from. */
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
