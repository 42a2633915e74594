import { formatVolume, formatYen } from '#backend/volume-words.ts'
import { topUpPacks } from '#domain/catalogue/top-up.ts'
import type { AutoTopUp } from '#domain/spending/auto-top-up.ts'

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

/** Why a purchase was not made and what to do, after 「購入しませんでした」; `told` is the refusal's own sentence. */
export function stopWords(
  code: string,
  { packId, timesAMonth, priceYen }: AutoTopUp,
  told: { readonly sentence: string; readonly priceYen: number | undefined },
): string {
  if (code === 'TIMES_USED')
    return `お決めになった今月の回数（${timesAMonth}回）を使い切ったためです。回数を増やすか、データチャージの画面から購入できます。`
  if (code === 'CONDITIONS_CHANGED' && told.priceYen !== undefined)
    return `データチャージ ${packName({ packId })}の料金が${formatYen(priceYen)}から${formatYen(told.priceYen)}に変わったためです。新しい料金を確認して、設定し直してください。`
  return told.sentence
}

export const boughtWords = (pack: Pick<AutoTopUp, 'packId'>, nth: number) =>
  `自動データチャージ ${packName(pack)}（今月${nth}回目）`
