import { brand } from '#brand'
import { deviceWords } from '#backend/login/device-words.ts'
import { formatMoment } from '#backend/mail/japanese-date.ts'
import { ifUnexpected, type MemberMessage } from '#backend/mail/member-message.ts'
import type { Instant } from '#domain/tokyo.ts'
import { pages } from '#vocabulary/pages.ts'

export type PasskeyOccasion = 'added' | 'removed' | 'stopped'

type Facts = {
  readonly accountId: string
  readonly passkeyId: string
  /** Of the browser it was last used in, or added in. */
  readonly userAgent: string
  readonly settlesAt: Instant
  readonly occasion: PasskeyOccasion
}

/** To every contact: somebody may be making a key to the member's account, or taking the member's away. The name a member gave it stays in my page. */
export function passkeyMessage({
  accountId,
  passkeyId,
  userAgent,
  settlesAt,
  occasion,
}: Facts): MemberMessage {
  return {
    accountId,
    sourceRef: `passkey-${occasion}:${passkeyId}`,
    kind: 'security',
    isToAllContacts: true,
    ...wordsOf[occasion],
    facts: [
      { label: '端末', value: deviceWords(userAgent) },
      ...(occasion === 'added'
        ? [{ label: '新しい端末の確認に使える日時', value: formatMoment(settlesAt) }]
        : []),
    ],
    link: { label: 'パスキーの画面を開く', path: pages.passkeys },
  }
}

const wordsOf: Record<PasskeyOccasion, Pick<MemberMessage, 'subject' | 'paragraphs'>> = {
  added: {
    subject: 'パスキーを追加しました',
    paragraphs: [
      '大切なお手続きの前のご本人の確認に、新しいパスキーを使えるようになりました。',
      `お心当たりがないときは、「パスキー」の画面ですぐに消し、${brand.account}のパスワードを変更してください。`,
    ],
  },
  removed: {
    subject: 'パスキーを消しました',
    paragraphs: [
      '消したパスキーでは、ご本人の確認はできません。端末に残っているパスキーは、端末の設定から消せます。',
      ifUnexpected,
    ],
  },
  stopped: {
    subject: 'パスキーを止めました',
    paragraphs: [
      'パスキーを使った回数が、前回より進んでいませんでした。パスキーが複製されたおそれがあるため、止めました。このパスキーでは、ご本人の確認はできません。',
      '「パスキー」の画面で消してから、新しいパスキーを追加してください。お手元の端末でお使いになった覚えがないときは、すぐにお問い合わせください。',
    ],
  },
}

/** Staff looked at a proof by the chip that no reading could settle, and could not take it. */
export function identityProofRefusedMessage(facts: {
  readonly accountId: string
  readonly proofNo: string
  /** What staff wrote: why not, or what is wanted instead. */
  readonly reason: string | undefined
}): MemberMessage {
  return {
    accountId: facts.accountId,
    sourceRef: `identity-proof-refused:${facts.proofNo}`,
    kind: 'security',
    subject: '本人確認書類での確認ができませんでした',
    paragraphs: [
      `担当者が確認しましたが、ご本人であることを確認できませんでした。${facts.reason ?? ''}`,
      'お急ぎのときは、お手続きの画面からもう一度はじめから確認してください。24時間たった端末では、この確認がなくてもお申し込みいただけます。',
      ifUnexpected,
    ],
    facts: [{ label: '受付番号', value: facts.proofNo }],
    link: { label: 'パスキーの画面を開く', path: pages.passkeys },
  }
}

/** A device that was new is known from now on: nothing ordered from it waits. */
export function deviceProvedMessage(facts: {
  readonly accountId: string
  readonly sessionHash: string
  readonly device: string
  readonly by: 'passkey' | 'identity'
}): MemberMessage {
  return {
    accountId: facts.accountId,
    sourceRef: `device-proved:${facts.sessionHash.slice(0, 24)}`,
    kind: 'security',
    isToAllContacts: true,
    subject: 'はじめての端末を、ご本人の端末として確認しました',
    paragraphs: [
      `${facts.by === 'passkey' ? 'パスキー' : '本人確認書類のICチップ'}でご本人の確認ができたため、この端末からのお申し込みは、保留せずにすぐ進みます。`,
      `お心当たりがないときは、「ログインの記録」でその端末をすぐにログアウトさせ、${brand.account}のパスワードを変更し、お問い合わせください。`,
    ],
    facts: [{ label: '端末', value: facts.device }],
    link: { label: 'ログインの記録を見る', path: pages.logins },
  }
}
