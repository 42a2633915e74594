import { flatRateWords } from '#vocabulary/call.ts'
import { priceLabel } from '#backend/contract/wording.ts'
import { formatTenthsYen } from '#vocabulary/yen.ts'
import { isPriceKey } from '#domain/catalogue/figure.ts'
import type { TokyoDate } from '#domain/tokyo.ts'
import { taxNames } from '#vocabulary/price.ts'
import type { CallRow } from '../rows/calls.ts'

/** How the amount was computed: 「22円 × 7（30秒ごと）」. */
export function explain(row: CallRow): string {
  const unit = formatTenthsYen(row.unit_tenths_yen)
  switch (row.kind) {
    case 'voice':
    case 'talk':
      // Free without 10分かけ放題: the number itself is free of charge.
      if (isFreeNumberCall(row)) return '無料の番号への通話'
      return [
        `${unit} × ${row.units}（30秒ごと、${row.kind === 'talk' ? '通話アプリ経由、' : ''}税込）`,
        ...(row.free_seconds > 0 ? [`10分かけ放題により${row.free_seconds}秒無料`] : []),
      ].join('、')
    case 'voiceAbroad':
      return `${unit} × ${row.units}（30秒ごと、海外あて、${taxNames.outOfScope}）`
    case 'sms':
      return `${unit} × ${row.units}通（${row.characters}文字、税込）`
    case 'smsAbroad':
      return `${unit} × ${row.units}通（海外あて、${taxNames.outOfScope}）`
  }
}

/** The row of the price list with its date, seconds to units to yen, and why the flat rate did or did not apply. */
export function reckoningOf(row: CallRow): string[] {
  const { duration_seconds: seconds, units } = row
  const unit = formatTenthsYen(row.unit_tenths_yen)
  const sum = `${unit} × ${units} = ${formatTenthsYen(row.amount_tenths_yen)}（${taxNames[row.tax]}）`
  return [
    `${rateWords(row)}（${dayWords(row.rate_valid_from)}からの料金）`,
    ...(isFreeNumberCall(row)
      ? ['この番号への通話は無料です。']
      : [
          seconds === null
            ? `${messageWords(row)}、${sum}`
            : `${secondsWords(row, seconds)}、${sum}`,
        ]),
    ...(seconds === null || row.flat_rate === null ? [] : [flatRateWords[row.flat_rate]]),
    ...(row.revision > 1 ? ['あとから届いた訂正の記録を反映しています。'] : []),
  ]
}

function rateWords({ figure_key: key, unit_tenths_yen: tenths, kind }: CallRow): string {
  const label = isPriceKey(key) ? priceLabel(key) : key
  const per = kind === 'sms' || kind === 'smsAbroad' ? '1通' : '30秒ごと'
  return `${label} ${per}に${formatTenthsYen(tenths)}`
}

function dayWords(day: TokyoDate): string {
  const [year, month, dayOfMonth] = day.split('-').map(Number)
  return `${year}年${month}月${dayOfMonth}日`
}

const messageWords = ({ characters, units }: CallRow) =>
  characters === null ? `${units}通` : `${characters}文字で${units}通`

function secondsWords({ free_seconds: free, units }: CallRow, seconds: number): string {
  const charged = free > 0 ? `${seconds}秒 − 無料の${free}秒 = ${seconds - free}秒` : `${seconds}秒`
  return `${charged}を30秒ごとに数えて${units}`
}

const isFreeNumberCall = ({
  kind,
  units,
  free_seconds: free,
  duration_seconds: seconds,
}: CallRow) => kind === 'voice' && units === 0 && free === 0 && seconds !== 0
