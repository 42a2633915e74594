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
  /** The case in which staff had asked for it; null where it came from a device. */
  caseNo: string | null
}): MemberMessage {
  if (facts.caseNo !== null) return stoppedOnBehalf(facts, facts.caseNo)
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

const stoppedOnBehalf = (
  { accountId, holdNo, operation }: { accountId: string; holdNo: string; operation: HoldOperation },
  caseNo: string,
): MemberMessage => ({
  accountId,
  sourceRef: `hold-stopped:${holdNo}`,
  kind: 'security',
  subject: `「${labelOf(operation)}」を止めました`,
  paragraphs: [
    `当社の担当者がお客さまに代わってお申し込みした「${labelOf(operation)}」を、お申し出により止めました。手続きは行われません。`,
    `担当者が見たものと行ったことは「閲覧と代理の記録」にあります。お電話に心当たりがないときは、そこからお知らせください。`,
  ],
  facts: [{ label: 'お問い合わせ番号', value: caseNo }],
  link: { label: '閲覧と代理の記録を開く', path: pages.access },
})

/** What staff had asked for on behalf ended, because nobody confirmed it. */
export function holdLapsedMessage(facts: {
  accountId: string
  holdNo: string
  operation: HoldOperation
}): MemberMessage {
  return {
    accountId: facts.accountId,
    sourceRef: `hold-lapsed:${facts.holdNo}`,
    kind: 'security',
    subject: `「${labelOf(facts.operation)}」を取りやめました`,
    paragraphs: [
      `当社の担当者がお客さまに代わってお申し込みした「${labelOf(facts.operation)}」は、時刻までに別の担当者の確認がとれなかったため、取りやめました。料金はかかりません。`,
      'ご希望のときは、お手数ですが、マイページからお申し込みください。',
    ],
    facts: [],
    link: { label: 'お手続きを開く', path: pages.procedures },
  }
}
