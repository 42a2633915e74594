import { loadBillsAhead } from '#backend/billing/public.ts'
import { servedLines } from '#backend/contract/monthly-use.ts'
import { inUse } from '#backend/contract/options.ts'
import { toWireWhy } from '#backend/contract/permissions.ts'
import { totalsOf } from '#backend/contract/totals.ts'
import type { Db } from '#backend/db/connect.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { firstOptionFee } from '#domain/billing/monthly-lines.ts'
import { optionFrom, optionUntil } from '#domain/billing/next-bills.ts'
import { options } from '#domain/catalogue/option.ts'
import type { PriceBook } from '#domain/catalogue/price-book.ts'
import { decideJoin, decideLeave, factOf, type OptionPlace } from '#domain/option/decide-option.ts'
import { formatRfc3339, type Instant, tokyoDate, toTokyoDate } from '#domain/tokyo.ts'
import { type OptionCode, optionCodes, type OptionFamily } from '#vocabulary/option.ts'
import { estimateJoin, estimateLeave, leavingOf } from './estimate.ts'
import { loadOptions, type OptionFacts, requireLine } from './load.ts'
import { consequencesOf, isFreeOn } from './notices.ts'
import { toWireOption } from './wire-option.ts'

type Deps = { readonly sealing: Sealing; readonly book: PriceBook }
type Asked = {
  readonly contractId: string
  readonly family: OptionFamily
  readonly lineId?: string | undefined
  readonly now: Instant
}
type BillsAhead = Awaited<ReturnType<typeof loadBillsAhead>>

/** Every option of the family, whether it may be joined or why not, and what joining now would mean (wire JoinableOption). */
export const joinableOptions = (db: Db, deps: Deps, asked: Asked) =>
  offersOf(db, deps, asked, placesOf, toJoinable)

/** Every option of the family that the member has, whether it may be left or why not, and what leaving would mean (wire LeavableOption). */
export const leavableOptions = (db: Db, deps: Deps, asked: Asked) =>
  offersOf(db, deps, asked, ownedPlaces, toLeavable)

async function offersOf<Offer>(
  db: Db,
  deps: Deps,
  { family, lineId, ...asked }: Asked,
  places: typeof placesOf,
  toOffer: (deps: Deps, facts: OptionFacts, at: At) => Offer,
) {
  const { now } = asked
  const facts = await loadOptions(db, asked)
  requireLine(facts.known, lineId)
  const billsAhead = await loadBillsAhead({ db, now }, facts.known, deps.book)
  return {
    options: places(facts, family, lineId).map((place) =>
      toOffer(deps, facts, { place, billsAhead, now }),
    ),
    asOf: formatRfc3339(now),
  }
}

/** The options of the family that the member has (wire Option). */
export async function contractedOptions(
  db: Db,
  { sealing, book }: Deps,
  { family, lineId, ...asked }: Asked,
) {
  const facts = await loadOptions(db, asked)
  requireLine(facts.known, lineId)
  return ownedPlaces(facts, family, lineId).map((place) =>
    toWireOption({ sealing, book }, facts, place, asked.now),
  )
}

/** Each line that the options of the family can belong to, or the contract. */
function placesOf(
  { known }: OptionFacts,
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

/** In use, or being left or set up for the second time: what the member has. */
function ownedPlaces(
  { active }: OptionFacts,
  family: OptionFamily,
  lineId: string | undefined,
): OptionPlace[] {
  return inUse(active)
    .filter(
      (one) =>
        options[one.code].family === family &&
        (lineId === undefined || one.lineId === undefined || one.lineId === lineId),
    )
    .map(({ code, lineId: ofLine }) => ({ code, lineId: ofLine }))
}

type At = { readonly place: OptionPlace; readonly billsAhead: BillsAhead; readonly now: Instant }

function toJoinable(deps: Deps, facts: OptionFacts, { place, billsAhead, now }: At) {
  const { known, active } = facts
  const { book } = deps
  const may = decideJoin(place, { facts: known.facts, active }, now)
  const undoes = factOf(active, place)?.state === 'cancel_requested'
  const today = toTokyoDate(now)
  const why = toWireWhy('optionJoin', may)
  const { asks } = options[place.code]
  const fee = undoes ? undefined : firstOptionFee(place.code, today, book)
  const [firstMonth] = fee === undefined ? [] : totalsOf([fee], today, book).charges
  return {
    ...toWireOption(deps, facts, place, now),
    join: withMessage(why, may),
    undoes,
    ...(asks !== undefined && !undoes && { asks }),
    ...(firstMonth && { firstMonth }),
    estimate: {
      ...estimateJoin(deps, facts, { place, undoes, now }),
      nextBills: billsAhead(optionFrom(place, today)),
      why: withMessage(why, may),
    },
  }
}

function toLeavable(deps: Deps, facts: OptionFacts, { place, billsAhead, now }: At) {
  const { known, active } = facts
  const { book } = deps
  const why = toWireWhy('optionLeave', decideLeave(place, { facts: known.facts, active }, now))
  const booked = factOf(active, place)?.period?.to_on
  const lastOn = booked ? tokyoDate(booked) : leavingOf(known, place, now).effectiveOn
  return {
    ...toWireOption(deps, facts, place, now),
    leave: why,
    lastOn,
    consequences: consequencesOf(place.code, isFreeOn(place.code, toTokyoDate(now), book)),
    estimate: {
      ...estimateLeave(deps, facts, { place, now }),
      nextBills: billsAhead(optionUntil(place, lastOn)),
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

/** Options of one line that could be joined now and ask nothing before: who uses the line may ask for them. No prices. */
export async function askableOptions(
  db: Db,
  asked: { readonly contractId: string; readonly lineId: string; readonly now: Instant },
): Promise<readonly { readonly optionCode: OptionCode; readonly name: string }[]> {
  const { lineId, now } = asked
  const { known, active } = await loadOptions(db, asked)
  if (!servedLines(known.lines).some((line) => line.line_id === lineId)) return []
  return optionCodes
    .filter((code) => options[code].scope === 'line' && options[code].asks === undefined)
    .filter((code) => decideJoin({ code, lineId }, { facts: known.facts, active }, now).ok)
    .map((code) => ({ optionCode: code, name: options[code].name }))
}
