import { optionCodes, type OptionFamily } from '#vocabulary/option.ts'
import type { loadBillsAhead } from '#backend/billing/next-bills.ts'
import { toLineName } from '#backend/contract/line-mapping.ts'
import type { LoadedContract } from '#backend/contract/load.ts'
import type { HeldOption } from '#backend/contract/options.ts'
import { toWireWhy } from '#backend/contract/permissions.ts'
import { servedLines } from '#backend/contract/monthly-use.ts'
import { totalsOf } from '#backend/contract/totals.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { optionFrom, optionUntil } from '#domain/billing/next-bills.ts'
import { firstOptionFee } from '#domain/billing/monthly-lines.ts'
import { options } from '#domain/catalogue/option.ts'
import { requireRate, taxIncluded, type PriceBook } from '#domain/catalogue/price-book.ts'
import { yen } from '#domain/money.ts'
import { decideJoin, decideLeave, factOf, type OptionPlace } from '#domain/option/decide-option.ts'
import { optionStates } from '#domain/option/option-states.ts'
import { formatRfc3339, toTokyoDate, tokyoDate, type Instant } from '#domain/tokyo.ts'
import { estimateJoin, estimateLeave, leavingOf } from './estimate.ts'
import { openActivation, openSettings } from './store.ts'
import { optionTerms } from './terms.ts'
import { consequencesOf, isFreeOn } from './words.ts'

export type Loaded = {
  readonly known: LoadedContract
  readonly held: readonly HeldOption[]
  readonly sealing: Sealing
  readonly book: PriceBook
}

type BillsWith = Awaited<ReturnType<typeof loadBillsAhead>>

/** Every place the options of the family can have: each line, or the contract. */
export function placesOf(
  { known }: Loaded,
  family: OptionFamily,
  lineId: string | undefined,
): OptionPlace[] {
  const lines = servedLines(known.lines).filter(
    ({ line_id }) => lineId === undefined || line_id === lineId,
  )
  return optionCodes
    .filter((code) => options[code].family === family)
    .flatMap((code): OptionPlace[] =>
      options[code].scope === 'contract'
        ? [{ code, lineId: undefined }]
        : lines
            .filter(({ kind }) => family !== 'voice' || kind === 'voice' || lineId !== undefined)
            .map(({ line_id }) => ({ code, lineId: line_id })),
    )
}

/** An option as it is, whether the member has it or not (wire Option). */
export function toWireOption(loaded: Loaded, place: OptionPlace, now: Instant) {
  const { known, held, sealing, book } = loaded
  const { code, lineId } = place
  const own = factOf(held, place)
  const isRunning = own?.state === 'active' || own?.state === 'cancel_requested'
  const period = isRunning ? own?.period : undefined
  const state = own === undefined || own.state === 'ended' ? 'available' : own.state
  const line = known.lines.find(({ line_id }) => line_id === lineId)
  const { version, title, path } = optionTerms[code]
  const { settings, startUrl } = settingsOf(loaded, place, period)
  const today = toTokyoDate(now)
  const row = requireRate(book, options[code].priceKey, today)
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
    settings,
    ...(startUrl !== undefined && { startUrl }),
    ...orderOf(own),
  }
}

const orderOf = (own: HeldOption | undefined) => {
  const orderNo = own?.busyWith ?? own?.leaving?.order_no
  return orderNo === undefined ? {} : { orderNo }
}

const settingLabels: Readonly<Record<string, string>> = {
  id: '接続のID',
  password: '接続のパスワード',
  profile: '暗号化された接続の設定',
  code: '利用登録のコード',
}

function settingsOf({ known, sealing }: Loaded, place: OptionPlace, period: HeldOption['period']) {
  if (period === undefined) return { settings: [], startUrl: undefined }
  const { contract_id: contractId } = known.contract
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
    startUrl: typeof url === 'string' ? url : undefined,
  }
}

/** What may be joined, or why not, with what it would mean now (wire JoinableOption). */
export function toJoinable(loaded: Loaded, place: OptionPlace, billsWith: BillsWith, now: Instant) {
  const { known, held, book } = loaded
  const may = decideJoin(place, { facts: known.facts, held }, now)
  const undoes = factOf(held, place)?.state === 'cancel_requested'
  const today = toTokyoDate(now)
  const why = toWireWhy('optionJoin', may)
  const { asks } = options[place.code]
  const fee = undoes ? undefined : firstOptionFee(place.code, today, book)
  const [firstMonth] = fee === undefined ? [] : totalsOf([fee], today, book).charges
  return {
    ...toWireOption(loaded, place, now),
    join: withMessage(why, may),
    undoes,
    ...(asks !== undefined && !undoes && { asks }),
    ...(firstMonth && { firstMonth }),
    estimate: {
      ...estimateJoin(loaded, place, undoes, now),
      nextBills: billsWith(optionFrom(place, today)),
      why: withMessage(why, may),
    },
  }
}

/** What may be left, or why not (wire LeavableOption). */
export function toLeavable(loaded: Loaded, place: OptionPlace, billsWith: BillsWith, now: Instant) {
  const { known, held, book } = loaded
  const may = decideLeave(place, { facts: known.facts, held }, now)
  const why = toWireWhy('optionLeave', may)
  const booked = factOf(held, place)?.period?.to_on
  const lastOn = booked ? tokyoDate(booked) : leavingOf(known, place, now).effectiveOn
  return {
    ...toWireOption(loaded, place, now),
    leave: why,
    lastOn,
    consequences: consequencesOf(place.code, isFreeOn(place.code, toTokyoDate(now), book)),
    estimate: {
      ...estimateLeave(loaded, place, now),
      nextBills: billsWith(optionUntil(place, lastOn)),
      why,
    },
  }
}

/** The more exact sentence of the rule, where it has one. */
function withMessage<Why extends object>(
  why: Why,
  may: { ok: boolean; message?: string | undefined },
) {
  return may.ok || may.message === undefined ? why : { ...why, message: may.message }
}
