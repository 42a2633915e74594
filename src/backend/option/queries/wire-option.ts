import { toLineName } from '#backend/contract/line-mapping.ts'
import type { ActiveOption } from '#backend/contract/options.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { options } from '#domain/catalogue/option.ts'
import { requireRate, taxIncluded, type PriceBook } from '#domain/catalogue/price-book.ts'
import { yen } from '#domain/money.ts'
import { factOf, type OptionPlace } from '#domain/option/decide-option.ts'
import { optionStates } from '#domain/option/option-states.ts'
import { formatRfc3339, toTokyoDate, type Instant } from '#domain/tokyo.ts'
import { openActivation, openSettings } from '../rows.ts'
import { optionTerms } from '../terms.ts'
import type { OptionFacts } from './load.ts'

/** An option as it is, whether the member has it or not (wire Option). */
export function toWireOption(
  { sealing, book }: { readonly sealing: Sealing; readonly book: PriceBook },
  { known, active }: OptionFacts,
  place: OptionPlace,
  now: Instant,
) {
  const { code, lineId } = place
  const own = factOf(active, place)
  const isRunning = own?.state === 'active' || own?.state === 'cancel_requested'
  const period = isRunning ? own?.period : undefined
  const state = own === undefined || own.state === 'ended' ? 'available' : own.state
  const line = known.lines.find(({ line_id }) => line_id === lineId)
  const { version, title, path } = optionTerms[code]
  const today = toTokyoDate(now)
  const row = requireRate(book, options[code].priceKey, today)
  const orderNo = own?.busyWith ?? own?.leaving?.order_no
  return {
    optionCode: code,
    name: options[code].name,
    description: options[code].description,
    ...(line && { line: toLineName(line, sealing) }),
    state,
    stateLabel: optionStates.words(state).label,
    monthlyYen: taxIncluded(book, yen(row.tenthsYen / 10), today),
    ...(period && {
      joinedOn: toTokyoDate(period.joined_at),
      joinedAt: formatRfc3339(period.joined_at),
    }),
    ...(period?.to_on && { endsOn: period.to_on }),
    terms: {
      version,
      title,
      path,
      ...(period?.terms_version && { agreedVersion: period.terms_version }),
    },
    ...settingsOf(sealing, known.contract.contract_id, place, period),
    ...(orderNo !== undefined && { orderNo }),
  }
}

const settingLabels: Readonly<Record<string, string>> = {
  id: '接続のID',
  password: '接続のパスワード',
  profile: '暗号化された接続の設定',
  code: '利用登録のコード',
}

/** What the member chose with it, and what its provider handed over. */
function settingsOf(
  sealing: Sealing,
  contractId: string,
  place: OptionPlace,
  period: ActiveOption['period'],
) {
  if (period === undefined) return { settings: [] }
  const chosen = openSettings(sealing, contractId, place, period.settings_sealed)
  const { url, ...handed } = openActivation(sealing, period.activation_sealed)
  return {
    settings: [
      ...(chosen === undefined ? [] : [{ label: '転送先', value: chosen.forwardTo }]),
      ...Object.entries(handed).flatMap(([name, value]) => {
        const label = settingLabels[name]
        return label === undefined || typeof value !== 'string' ? [] : [{ label, value }]
      }),
    ],
    ...(typeof url === 'string' && { startUrl: url }),
  }
}
