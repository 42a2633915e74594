import type { OptionCode } from '#vocabulary/option.ts'
import { options } from '#domain/catalogue/option.ts'
import { requireRate, type PriceBook } from '#domain/catalogue/price-book.ts'
import type { TokyoDate } from '#domain/tokyo.ts'

export const undoNotice =
  '解約の申し込みを取り消します。料金は、解約を申し込まなかったときと同じです。'

/** Sentences that must be read before joining. */
export function joinNotices(code: OptionCode, isFree: boolean): string[] {
  const { switched, leaves } = options[code]
  const fee = isFree
    ? ['月額料金はかかりません。']
    : [
        '加入した月は、使えるようになった日からの日割りです。やめた月は日割りせず、1か月分の料金がかかります。',
      ]
  const end =
    leaves === 'atOnce'
      ? ['いつでも解除できます。']
      : leaves === 'atDesk'
        ? ['強さの変更と停止は、保護者の方からお問い合わせ窓口にお申し出ください。']
        : ['解約は、その月の末日24時に効力が生じます。']
  const setting =
    switched.by === 'us'
      ? []
      : ['お申し込みのあと、通常は数分で使えるようになります。終わりしだいお知らせします。']
  return [...(ownNotices[code] ?? []), ...setting, ...fee, ...end]
}

export const isFreeOn = (code: OptionCode, on: TokyoDate, book: PriceBook) =>
  requireRate(book, options[code].priceKey, on).tenthsYen === 0

const ownNotices: Readonly<Partial<Record<OptionCode, readonly string[]>>> = {
  tenMinuteCalls: [
    '0570・0180で始まる番号、3桁の番号、国際電話、転送電話は対象になりません。',
    '使えるようになった時より前に始めた通話は、対象になりません。',
  ],
  voicemail: [
    '伝言は1件3分まで、20件まで、72時間お預かりします。伝言を聞くときは通話料がかかります。',
  ],
  forwarding: ['転送先までの通話料がかかります。10分かけ放題の対象になりません。'],
  internationalCallStop: ['海外へのSMSの送信は、止められません。'],
  deviceCover: [
    '紛失と盗難は対象になりません。申し込みのあと、端末の画面で端末を登録してください。',
  ],
  security: [
    '使える機能は、端末の基本ソフト（OS）によって異なります。アプリの開発元の使用許諾への同意が必要です。',
  ],
  remoteSupport: ['受け付けは10時から18時までです。'],
  filtering: ['Wi-Fiでの通信には働きません。端末の機能と併せてお使いください。'],
  magazines: [
    '雑誌を読む通信は、データ容量を使います。5台まで登録でき、同時に読めるのは2台までです。',
  ],
  publicWifi: ['同時につなげる台数は、ご契約の回線の数までです。'],
}

const lost: Readonly<Partial<Record<OptionCode, string>>> = {
  voicemail: '預かった伝言は、最終利用日の24時に消去されます。',
  tenMinuteCalls: '翌月1日からの通話には、通話料がかかります。',
  internationalCallStop:
    '国際電話をかけられるようになります。通話料は、かけた国・地域ごとにかかります。',
  deviceCover:
    '最終利用日のあとに起きた故障と破損は、対象になりません。受け付け済みの請求は、最後まで行います。',
  magazines: '保存した雑誌は、最終利用日のあとは読めなくなります。',
  publicWifi: '接続のIDとパスワードは、最終利用日のあとは使えなくなります。',
}

/** What the member loses by leaving. */
export function consequencesOf(code: OptionCode, isFree: boolean): string[] {
  const own = lost[code]
  const isAtOnce = options[code].leaves === 'atOnce'
  return [
    ...(own === undefined ? [] : [own]),
    ...(isAtOnce || isFree
      ? []
      : ['最終利用日までお使いいただけます。今月の料金は日割りしません。']),
  ]
}
