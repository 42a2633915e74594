import { brand } from '#brand'
import { ifUnexpected, type MemberMessage } from '#backend/mail/member-message.ts'
import { pages } from '#vocabulary/pages.ts'
import { labelOf, type HoldOperation } from './words.ts'

/** A login from a new device, for my page and the registered address. */
export function newDeviceMessage(login: {
  accountId: string
  sessionHash: string
  device: string
  addressMasked: string
  /** The last message of its kind on this day. */
  isLast?: boolean
}): MemberMessage {
  return {
    accountId: login.accountId,
    sourceRef: `new-device:${login.sessionHash.slice(0, 24)}`,
    kind: 'security',
    isPhoneNotifiedApart: true,
    subject: 'はじめての端末からログインがありました',
    paragraphs: [
      'これまでにお使いのない端末から、ログインがありました。ご本人のログインでしたら、何もなさらなくて結構です。',
      `お心当たりがないときは、「ログインの記録」でほかの端末をすべてログアウトし、${brand.account}のパスワードを変更してください。`,
      ...(login.isLast === true
        ? [
            'はじめての端末からのログインが24時間に5回ありました。これからしばらくのログインは、メールではお知らせせず、「ログインの記録」に載せます。',
          ]
        : []),
    ],
    pushed: {
      title: 'はじめての端末からログインがありました',
      body: 'お心当たりがなければ、ここから止められます。',
    },
    facts: [
      { label: '端末', value: login.device },
      ...(login.addressMasked === '' ? [] : [{ label: 'IPアドレス', value: login.addressMasked }]),
    ],
    link: { label: 'ログインの記録を見る', path: pages.logins },
  }
}

/** A change on hold was stopped. */
export function holdStoppedMessage(facts: {
  accountId: string
  holdNo: string
  operation: HoldOperation
}): MemberMessage {
  return {
    accountId: facts.accountId,
    sourceRef: `hold-stopped:${facts.holdNo}`,
    kind: 'security',
    subject: `「${labelOf(facts.operation)}」を止めました`,
    paragraphs: [
      `保留していた「${labelOf(facts.operation)}」を、お申し出により止めました。お申し込みに使われたログインも終わらせました。`,
      `ほかの人がパスワードを知っているおそれがあります。${brand.account}のパスワードをすぐに変更し、「ログインの記録」をご確認ください。${ifUnexpected}`,
    ],
    facts: [],
    link: { label: 'ログインの記録を見る', path: pages.logins },
  }
}
