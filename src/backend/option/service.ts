import type { OptionCode } from '#vocabulary/option.ts'
import { openNumber } from '#backend/contract/line-mapping.ts'
import { lineOf, loadContract, type LoadedContract } from '#backend/contract/load.ts'
import { findHeldOptions, type HeldOption } from '#backend/contract/options.ts'
import type { OrderRow } from '#backend/contract/orders.ts'
import type { Who } from '#backend/contract/who.ts'
import type { Db } from '#backend/db/connect.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import type { JobQueue } from '#backend/jobs/queue.ts'
import type { Commit } from '#backend/procedure/commit.ts'
import { requireConditions } from '#backend/procedure/conditions.ts'
import { limitStep, nextStep } from '#backend/procedure/receipts.ts'
import { RefusalError, requireOk } from '#backend/refusal.ts'
import { options } from '#domain/catalogue/option.ts'
import type { PriceBook } from '#domain/catalogue/price-book.ts'
import { decideJoin, decideLeave, factOf, type OptionPlace } from '#domain/option/decide-option.ts'
import { joinTiming } from '#domain/option/timing.ts'
import { formatRfc3339, type Instant } from '#domain/tokyo.ts'
import { estimateJoin, estimateLeave, leavingOf } from './estimate.ts'
import { joinMessage, leaveMessage } from './messages.ts'
import { optionJoin, optionLeave } from './procedure.ts'
import { beginPeriod, sealSettings, setLastDay } from './store.ts'
import { askToSwitchOff, askToSwitchOn } from './switching.ts'
import { optionTerms } from './terms.ts'

export type OptionService = ReturnType<typeof createOptionService>

export type JoinWish = {
  readonly optionCode: OptionCode
  readonly lineId?: string | undefined
  /** What 確認 showed; absent where the option was agreed to with something else, as an application for a contract. */
  readonly conditions?: string | undefined
  readonly termsVersion: string
  readonly forwardTo?: string | undefined
  readonly userUnder18?: boolean | undefined
}
export type LeaveWish = Pick<JoinWish, 'optionCode' | 'lineId'> & { readonly conditions: string }

export type OptionDeps = { sealing: Sealing; commit: Commit; queue: JobQueue; book: PriceBook }

export function createOptionService(deps: OptionDeps) {
  const { sealing, commit, book } = deps

  async function load(db: Db, contractId: string, now: Instant, lock = false) {
    const known = await loadContract(db, contractId, { lock })
    return { known, held: await findHeldOptions(db, known, now), sealing, book }
  }

  /** Joins now, or asks for the switch; where leaving was booked, takes that back instead (billing.md 6). */
  async function join(tx: Db, who: Who, wish: JoinWish): Promise<OrderRow> {
    const { contractId, now } = who
    const loaded = await load(tx, contractId, now, true)
    const { known, held } = loaded
    const place = placeOf(known, wish)
    const { facts } = known
    const { undoes } = requireOk(decideJoin(place, { facts, held }, now))
    if (!undoes) {
      requireAnswers(place, wish)
      requireAnotherNumber(known, place, wish)
    }
    const isConfirmed = wish.conditions !== undefined
    if (isConfirmed && wish.termsVersion !== optionTerms[place.code].version)
      throw new RefusalError('TERMS_OUTDATED')
    const estimate = estimateJoin(loaded, place, undoes, now)
    if (wish.conditions !== undefined) requireConditions(wish.conditions, estimate)
    if (undoes) return takeBack(tx, who, factOf(held, place))

    const { by } = options[place.code].switched
    const details = {
      optionCode: place.code,
      termsVersion: wish.termsVersion,
      settings: settingsOf(contractId, place, wish),
      userUnder18: options[place.code].asks === 'userUnder18' ? true : undefined,
      estimate: { ...estimate, why: { allowed: true } },
    }
    const audit = { details: { optionCode: place.code, termsVersion: wish.termsVersion } }
    if (by !== 'us') {
      const order = await commit.order(tx, who, {
        procedure: optionJoin,
        step: optionJoin.open({
          procedure: 'optionJoin',
          event: 'asked',
          lineId: place.lineId,
          details: {
            ...details,
            nextSteps: [nextStep('設定が終わりしだい、お使いいただけます（通常は数分）。')],
          },
        }),
        audit: { action: 'option-join-asked', ...audit },
        message: (told) => joinMessage('asked', told),
      })
      await askToSwitchOn(tx, deps, known, order, now)
      return order
    }
    const order = await commit.order(tx, who, {
      procedure: optionJoin,
      step: optionJoin.open({
        procedure: 'optionJoin',
        event: 'joined',
        lineId: place.lineId,
        effectiveOn: joinTiming(now).effectiveOn,
        details: {
          ...details,
          effectiveAt: formatRfc3339(now),
          nextSteps: [nextStep('いまからお使いいただけます。')],
        },
      }),
      audit: { action: 'option-joined', ...audit },
      message: (told) => joinMessage('joined', told),
    })
    const { termsVersion } = wish
    await beginPeriod(tx, { ...place, contractId, orderNo: order.order_no, at: now, termsVersion })
    return order
  }

  async function takeBack(tx: Db, who: Who, own: HeldOption | undefined): Promise<OrderRow> {
    const { leaving, period } = own ?? {}
    if (leaving === undefined || period === undefined) throw new RefusalError('NOTHING_BOOKED')
    await setLastDay(tx, keyOf(who, period.period_id), { lastDay: null })
    return commit.order(tx, who, {
      procedure: optionLeave,
      step: optionLeave.advance(leaving.order_no, {
        event: 'undone',
        merge: { nextSteps: [nextStep('オプションは、これまでどおりお使いいただけます。')] },
      }),
      audit: { action: 'option-leaving-undone' },
      message: (told) => leaveMessage('undone', told),
    })
  }

  /** Books the last day; a switch that costs nothing is lifted as soon as the carrier has done it. */
  async function leave(tx: Db, who: Who, wish: LeaveWish): Promise<OrderRow> {
    const { contractId, now } = who
    const loaded = await load(tx, contractId, now, true)
    const { known, held } = loaded
    const place = placeOf(known, wish)
    requireOk(decideLeave(place, { facts: known.facts, held }, now))
    const estimate = estimateLeave(loaded, place, now)
    requireConditions(wish.conditions, estimate)
    const period = factOf(held, place)?.period
    if (period === undefined) throw new RefusalError('OPTION_NOT_ACTIVE')

    const { effectiveOn, undoUntil } = leavingOf(known, place, now)
    const isAtOnce = options[place.code].leaves === 'atOnce'
    const order = await commit.order(tx, who, {
      procedure: optionLeave,
      step: optionLeave.open({
        procedure: 'optionLeave',
        event: isAtOnce ? 'stop_asked' : 'booked',
        lineId: place.lineId,
        effectiveOn,
        undoUntil,
        details: {
          optionCode: place.code,
          estimate: { ...estimate, why: { allowed: true } },
          nextSteps: isAtOnce
            ? [nextStep('設定が終わりしだい、お知らせします（通常は数分）。')]
            : [
                ...(undoUntil === undefined ? [] : [limitStep('解約を取り消せます。', undoUntil)]),
                nextStep('最終利用日です。24時に終了します。', effectiveOn),
              ],
        },
      }),
      audit: {
        action: isAtOnce ? 'option-stop-asked' : 'option-leaving-booked',
        details: { optionCode: place.code, effectiveOn },
      },
      message: (told) => leaveMessage(isAtOnce ? 'asked' : 'booked', told),
    })
    if (isAtOnce) await askToSwitchOff(tx, deps, known, order, now)
    else await setLastDay(tx, keyOf(who, period.period_id), { lastDay: effectiveOn })
    return order
  }

  /** A line that forwards to itself is never reached. @throws RefusalError VALIDATION_FAILED */
  function requireAnotherNumber(
    known: LoadedContract,
    { lineId }: OptionPlace,
    { forwardTo }: JoinWish,
  ) {
    if (lineId === undefined || forwardTo === undefined) return
    if (openNumber(lineOf(known, lineId), sealing) !== forwardTo) return
    throw new RefusalError({
      code: 'VALIDATION_FAILED',
      fields: { forwardTo: ['この回線とは別の電話番号を入力してください。'] },
    })
  }

  function settingsOf(contractId: string, place: OptionPlace, { forwardTo }: JoinWish) {
    if (options[place.code].asks !== 'forwardTo' || forwardTo === undefined) return undefined
    return sealSettings(sealing, contractId, place, { forwardTo })
  }

  return { load, join, leave }
}

/** @throws RefusalError NOT_FOUND for another member's line, VALIDATION_FAILED where an option of a line names none. */
export function placeOf(
  known: LoadedContract,
  { optionCode, lineId }: { readonly optionCode: OptionCode; readonly lineId?: string | undefined },
): OptionPlace {
  const line = lineId === undefined ? undefined : lineOf(known, lineId)
  if (options[optionCode].scope === 'contract') return { code: optionCode, lineId: undefined }
  if (line === undefined)
    throw new RefusalError({
      code: 'VALIDATION_FAILED',
      fields: { lineId: ['回線を選んでください。'] },
    })
  return { code: optionCode, lineId: line.line_id }
}

const questions = {
  forwardTo: '転送先の電話番号を入力してください。',
  userUnder18: '18歳未満の方が使う回線であることを確認し、チェックを入れてください。',
}

/** @throws RefusalError VALIDATION_FAILED where what the option asks for was not answered. */
function requireAnswers({ code }: OptionPlace, wish: JoinWish) {
  const { asks } = options[code]
  if (asks === undefined || wish[asks] !== undefined) return
  throw new RefusalError({ code: 'VALIDATION_FAILED', fields: { [asks]: [questions[asks]] } })
}

const keyOf = ({ contractId }: Who, periodId: string) => ({ contractId, periodId })
