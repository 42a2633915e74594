import type { OptionCode, OptionFamily, OptionQuestion } from '#vocabulary/option.ts'
import { type LineKind, lineKinds } from '#vocabulary/line.ts'
import type { PriceKey } from './figure.ts'

/** Who switches it on: we, the carrier on the line, or the provider who hands over an activation. */
export type OptionSwitch =
  | { readonly by: 'us' }
  | { readonly by: 'carrier'; readonly service: string }
  | { readonly by: 'provider'; readonly service: string }

export type Option = {
  readonly code: OptionCode
  readonly family: OptionFamily
  /** Japanese name on every screen and bill. */
  readonly name: string
  /** What it does, in a sentence. */
  readonly description: string
  readonly scope: 'line' | 'contract'
  /** The kinds of line that can carry it. */
  readonly kinds: readonly LineKind[]
  readonly priceKey: PriceKey
  readonly switched: OptionSwitch
  /** A switch that costs nothing may be lifted at once; what protects a minor is lifted by the guardian at the desk. */
  readonly leaves: 'atMonthEnd' | 'atOnce' | 'atDesk'
  /** Options of the same line that cannot be had beside it. */
  readonly excludes: readonly OptionCode[]
  /** What must be known before. */
  readonly asks?: OptionQuestion
}

const voice = ['voice'] as const
const byUs = { by: 'us' } as const
const byCarrier = (service: string) => ({ by: 'carrier', service }) as const
const byProvider = (service: string) => ({ by: 'provider', service }) as const

const voiceOption = (service: string) =>
  ({
    family: 'voice',
    scope: 'line',
    kinds: voice,
    switched: byCarrier(service),
    leaves: 'atMonthEnd',
    excludes: [],
  }) as const
const supportOption = {
  family: 'support',
  kinds: lineKinds,
  switched: byUs,
  leaves: 'atMonthEnd',
  excludes: [],
} as const
const groupOption = (service: string) =>
  ({
    family: 'group',
    scope: 'contract',
    kinds: lineKinds,
    switched: byProvider(service),
    leaves: 'atMonthEnd',
    excludes: [],
  }) as const

/** ours: the options on sale. */
export const options: Readonly<Record<OptionCode, Option>> = {
  tenMinuteCalls: option('tenMinuteCalls', {
    ...voiceOption('flat-rate'),
    name: '10分かけ放題',
    description: '国内への通話が、1回につき最初の10分まで無料になります。',
  }),
  voicemail: option('voicemail', {
    ...voiceOption('voicemail'),
    name: '留守番電話',
    description: '電話に出られないときに、伝言を預かります。',
  }),
  callWaiting: option('callWaiting', {
    ...voiceOption('call-waiting'),
    name: '割込通話',
    description: '通話中にかかってきた電話に、いまの通話を保留にして出られます。',
  }),
  forwarding: option('forwarding', {
    ...voiceOption('forwarding'),
    name: '転送電話',
    description: 'かかってきた電話を、決めた番号に転送します。転送先までの通話料がかかります。',
    asks: 'forwardTo',
  }),
  internationalCallStop: option('internationalCallStop', {
    ...voiceOption('international-stop'),
    name: '国際電話の発信停止',
    description: '国際電話をかけられないようにします。再開もいつでもできます。',
    leaves: 'atOnce',
  }),
  deviceCover: option('deviceCover', {
    ...supportOption,
    scope: 'line',
    name: 'つながる端末保証',
    description: '登録した端末1台の故障や破損に備えます。紛失と盗難は対象になりません。',
  }),
  security: option('security', {
    ...supportOption,
    scope: 'line',
    name: 'セキュリティ',
    description:
      '端末の検査、危険なサイトへの警告、迷惑電話のおそれがある番号の表示をするアプリを、端末1台で使えます。',
  }),
  remoteSupport: option('remoteSupport', {
    ...supportOption,
    scope: 'contract',
    name: 'リモートサポート',
    description: 'オペレーターが端末の画面を見ながら、設定やアプリの操作を案内します。',
  }),
  filtering: option('filtering', {
    ...supportOption,
    scope: 'line',
    name: 'フィルタリング',
    description: '18歳未満の方が使う回線で、有害な情報を含むサイトへの接続を止めます。',
    switched: byCarrier('filtering'),
    leaves: 'atDesk',
    asks: 'userUnder18',
  }),
  magazines: option('magazines', {
    ...groupOption('magazines'),
    name: 'タブホ',
    description: '雑誌をアプリで好きなだけ読めます。雑誌を読む通信は、データ容量を使います。',
  }),
  publicWifi: option('publicWifi', {
    ...groupOption('public-wifi'),
    name: '公衆Wi-Fi',
    description: '提携する事業者のアクセスポイントを使えます。データ容量は減りません。',
  }),
}

export function isOptionCode(text: string): text is OptionCode {
  return Object.hasOwn(options, text)
}

function option(code: OptionCode, own: Omit<Option, 'code' | 'priceKey'>): Option {
  return { code, ...own, priceKey: `option.${code}` }
}
