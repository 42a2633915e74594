import { formatMoment, formatUntil } from '#backend/mail/japanese-date.ts'
import { ifUnexpected, type MemberMessage } from '#backend/mail/member-message.ts'
import { billWords } from '#backend/procedure/order-facts.ts'
import { formatVolume } from '#vocabulary/volume.ts'
import { formatYen } from '#vocabulary/yen.ts'
import { topUpPacks } from '#domain/catalogue/top-up.ts'
import type { Grant } from '#domain/data/grant.ts'
import type { AutoTopUp } from '#domain/spending/auto-top-up.ts'
import { freeFrom } from '#domain/spending/limit.ts'
import { type TokyoMonth, toTokyoMonth } from '#domain/tokyo.ts'
import { pages } from '#vocabulary/pages.ts'
import type { WarningPercent } from '#vocabulary/spending.ts'

const link = { label: '料金の上限と自動チャージを開く', path: pages.spending }

type Receiver = { readonly accountId: string; readonly contractId: string }

/** The ceiling was set, changed or taken away. */
export function limitSetMessage(
  { accountId, contractId }: Receiver,
  set: {
    version: number
    beforeYen: number | undefined
    limitYen: number | undefined
    soFarYen: number
  },
): MemberMessage {
  const { version, beforeYen, limitYen, soFarYen } = set
  const [before, after] = [ceilingWords(beforeYen), ceilingWords(limitYen)]
  return {
    accountId,
    sourceRef: `spending-limit/${contractId}/${version}`,
    kind: 'billing',
    subject: limitSetWords(limitYen),
    paragraphs: [
      limitYen === undefined
        ? '1か月の料金の上限をなくしました。データチャージは、料金の合計にかかわらず購入できます。'
        : '1か月のデータチャージ・通話・SMSの料金の上限を決めました。上限を超えるデータチャージは購入できなくなります。通話とSMSは止まりませんが、上限の80%と100%でお知らせします。',
      ifUnexpected,
    ],
    facts: [
      { label: '料金の上限', value: `${before} → ${after}`, change: { before, after } },
      { label: '今月のいまの合計', value: formatYen(soFarYen) },
    ],
    link,
  }
}

const ceilingWords = (yen: number | undefined) => (yen === undefined ? 'なし' : formatYen(yen))

/** Automatic top-up was set, changed or switched off. */
export function autoTopUpSetMessage(
  { accountId, contractId }: Receiver,
  set: { version: number; setting: AutoTopUp | undefined; mostYen: number },
): MemberMessage {
  const { version, setting, mostYen } = set
  return {
    accountId,
    sourceRef: `auto-top-up-setting/${contractId}/${version}`,
    kind: 'data',
    subject:
      setting === undefined ? '自動データチャージをやめました' : '自動データチャージを設定しました',
    paragraphs: [
      setting === undefined
        ? '自動データチャージをやめました。これからは、データが減っても自動では購入しません。'
        : 'データの残りが少なくなると、次の内容で自動でデータチャージを購入します。いつでもマイページからやめられます。',
      ifUnexpected,
    ],
    facts:
      setting === undefined
        ? []
        : [
            { label: 'チャージする量', value: packName(setting) },
            { label: '料金', value: `1回${withTax(setting.priceYen)}` },
            { label: 'いつ', value: thresholdWords(setting) },
            { label: '回数', value: `1か月に${setting.timesAMonth}回まで` },
            { label: '1か月の最大', value: withTax(mostYen) },
          ],
    link,
  }
}

/** The month has come near its ceiling, or reached it. */
export function limitReachedMessage(
  { accountId, contractId }: Receiver,
  reached: {
    month: TokyoMonth
    noticeKey: string
    percent: WarningPercent
    limitYen: number
    soFarYen: number
  },
): MemberMessage {
  const { month, noticeKey, percent, limitYen, soFarYen } = reached
  return {
    accountId,
    sourceRef: `${contractId}/${noticeKey}`,
    kind: 'billing',
    event: {
      type: percent < 100 ? 'cap.near' : 'cap.reached',
      data: { contractId, of: 'spending', period: 'month' },
    },
    subject: limitReachedWords(reached),
    paragraphs: [
      `今月のデータチャージ・通話・SMSの料金が${formatYen(soFarYen)}になりました。上限は${formatYen(limitYen)}です。`,
      percent < 100
        ? '上限を超えるデータチャージは購入できません。通話とSMSは上限に達しても止まらず、料金がかかります。'
        : 'データチャージの購入を止めています。通話とSMSは止まらず、かけた分の料金がかかります。',
    ],
    facts: [
      { label: '料金の上限', value: formatYen(limitYen) },
      { label: 'いまの合計', value: formatYen(soFarYen) },
      { label: '数え直すとき', value: formatMoment(freeFrom(month)) },
    ],
    link,
  }
}

/** The first sentence of the warning, which the page lists too. */
function limitReachedWords(reached: {
  percent: WarningPercent
  limitYen: number
  soFarYen: number
}): string {
  const { percent, limitYen, soFarYen } = reached
  if (percent < 100) return `今月の料金が上限の${percent}%に達しました`
  return soFarYen > limitYen ? '今月の料金が上限を超えました' : '今月の料金が上限に達しました'
}

/** What was bought, what it cost, how often it may happen again this month, and how to switch it off. */
export function autoTopUpMessage(bought: {
  accountId: string
  orderNo: string
  given: Grant
  setting: AutoTopUp
  nth: number
}): MemberMessage {
  const { accountId, orderNo, given, setting, nth } = bought
  const name = packName(setting)
  const left = setting.timesAMonth - nth
  return {
    accountId,
    sourceRef: `topup/${orderNo}`,
    kind: 'data',
    subject: `自動データチャージで${name}を購入しました`,
    paragraphs: [
      `${thresholdWords(setting)}に自動で購入する設定により、データチャージ ${name}を購入しました。すぐにお使いいただけます。`,
      '自動データチャージは、マイページでいつでもやめられます。',
    ],
    facts: [
      { label: '内容', value: `データチャージ ${name}` },
      { label: '料金', value: withTax(setting.priceYen) },
      { label: 'お支払い', value: billWords(toTokyoMonth(given.grantedAt)) },
      { label: '有効期限', value: formatUntil(given.expiresAt) },
      { label: '今月の回数', value: `${nth}回目（今月はあと${left}回）` },
      { label: '受付番号', value: orderNo },
    ],
    ring: {
      drawing: { kind: 'added' },
      words: `追加したデータ${name}の輪`,
      figure: `＋${name}`,
    },
    link: { ...link, label: '自動データチャージの設定を開く' },
  }
}

/** Why automatic top-up did not buy, and what to do about it. */
export function autoTopUpStoppedMessage(
  { accountId, contractId }: Receiver,
  stopped: { noticeKey: string; setting: AutoTopUp; reason: string },
): MemberMessage {
  const { noticeKey, setting, reason } = stopped
  return {
    accountId,
    sourceRef: `${contractId}/${noticeKey}`,
    kind: 'data',
    subject: '自動データチャージを購入しませんでした',
    paragraphs: [
      'データの残りが少なくなりましたが、自動データチャージは購入しませんでした。',
      reason,
    ],
    facts: [
      { label: 'チャージする量', value: packName(setting) },
      { label: '料金', value: `1回${withTax(setting.priceYen)}` },
      { label: 'いつ', value: thresholdWords(setting) },
      { label: '回数', value: `1か月に${setting.timesAMonth}回まで` },
    ],
    link,
  }
}

const withTax = (yen: number) => `${formatYen(yen)}（税込）`

export const packName = ({ packId }: Pick<AutoTopUp, 'packId'>) => topUpPacks[packId].name

/** 「データの残りが500 MBを下回ったとき」 */
export const thresholdWords = ({ atBytes }: Pick<AutoTopUp, 'atBytes'>) =>
  atBytes === 0
    ? 'データを使い切ったとき'
    : `データの残りが${formatVolume(atBytes, 'quota')}を下回ったとき`

export const limitSetWords = (limitYen: number | undefined) =>
  limitYen === undefined
    ? '料金の上限をなくしました'
    : `料金の上限を${formatYen(limitYen)}にしました`

export const autoSetWords = (setting: AutoTopUp | undefined) =>
  setting === undefined
    ? '自動データチャージをやめました'
    : `自動データチャージを設定しました（${thresholdWords(setting)}に${packName(setting)}、1か月に${setting.timesAMonth}回まで）`

/** Why a purchase was not made and what to do, after 「購入しませんでした」; `refused` has the refusal's own sentence. */
export function stopWords(
  code: string,
  { packId, timesAMonth, priceYen }: AutoTopUp,
  refused: { readonly sentence: string; readonly priceYen: number | undefined },
): string {
  if (code === 'TIMES_USED')
    return `お決めになった今月の回数（${timesAMonth}回）を使い切ったためです。回数を増やすか、データチャージの画面から購入できます。`
  if (code === 'CONDITIONS_CHANGED' && refused.priceYen !== undefined)
    return `データチャージ ${packName({ packId })}の料金が${formatYen(priceYen)}から${formatYen(refused.priceYen)}に変わったためです。新しい料金を確認して、設定し直してください。`
  return refused.sentence
}

export const boughtWords = (pack: Pick<AutoTopUp, 'packId'>, nth: number) =>
  `自動データチャージ ${packName(pack)}（今月${nth}回目）`
