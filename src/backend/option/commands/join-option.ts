import { openNumber } from '#backend/contract/line-mapping.ts'
import { lineOf } from '#backend/contract/load.ts'
import type { ActiveOption } from '#backend/contract/options.ts'
import type { OrderRow } from '#backend/contract/orders.ts'
import type { Who } from '#backend/contract/who.ts'
import type { Db } from '#backend/db/connect.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { takeOrderStep, type StepEngine } from '#backend/procedure/take-order-step.ts'
import { requireConditions } from '#backend/procedure/conditions.ts'
import type { ProcedureDeps } from '#backend/procedure/deps.ts'
import { nextStep } from '#backend/procedure/receipts.ts'
import { RefusalError, requireOk } from '#backend/refusal.ts'
import { options } from '#domain/catalogue/option.ts'
import { decideJoin, factOf, type OptionPlace } from '#domain/option/decide-option.ts'
import { joinTiming } from '#domain/option/timing.ts'
import { formatRfc3339, toTokyoDate } from '#domain/tokyo.ts'
import type { OptionCode } from '#vocabulary/option.ts'
import { joinMessage, leaveMessage } from '../messages.ts'
import { optionJoin, optionLeave } from '../procedure.ts'
import { estimateJoin } from '../queries/estimate.ts'
import { loadOptions, placeOf, type OptionFacts } from '../queries/load.ts'
import { isFreeOn } from '../queries/notices.ts'
import { beginPeriod, sealSettings, setLastDay } from '../rows.ts'
import { optionTerms } from '../terms.ts'
import { askToSwitchOn } from './ask-to-switch.ts'

type Deps = Pick<ProcedureDeps, 'sealing' | 'engine' | 'queue' | 'book'>

export type JoinRequest = {
  readonly optionCode: OptionCode
  readonly lineId?: string | undefined
  /** What 確認 showed; absent where the option was agreed to with something else, as an application for a contract. */
  readonly conditions?: string | undefined
  readonly termsVersion: string
  readonly forwardTo?: string | undefined
  readonly userUnder18?: boolean | undefined
}

/**
 * Joins now, or asks the carrier or the provider for it; where leaving was booked, takes that back instead (billing.md 6).
 * @throws RefusalError what the rules refuse, TERMS_OUTDATED, CONDITIONS_CHANGED, VALIDATION_FAILED
 */
export async function joinOption(
  tx: Db,
  { sealing, engine, queue, book }: Deps,
  who: Who,
  request: JoinRequest,
): Promise<OrderRow> {
  const { contractId, now } = who
  const facts = await loadOptions(tx, { contractId, now, lock: true })
  const { known, active } = facts
  const place = placeOf(known, request)
  const { undoes } = requireOk(decideJoin(place, { facts: known.facts, active }, now))
  if (!undoes) {
    requireAnswers(place.code, request)
    requireAnotherNumber(facts, sealing, place.lineId, request.forwardTo)
  }
  const { conditions, termsVersion } = request
  const estimate = estimateJoin({ sealing, book }, facts, { place, undoes, now })
  if (conditions !== undefined) {
    if (termsVersion !== optionTerms[place.code].version) throw new RefusalError('TERMS_OUTDATED')
    requireConditions(conditions, estimate)
  }
  if (undoes) return takeLeavingBack(tx, engine, who, factOf(active, place))

  const { code, lineId } = place
  const { asks, switched } = options[code]
  const details = {
    optionCode: code,
    termsVersion,
    settings:
      asks === 'forwardTo' && request.forwardTo !== undefined
        ? sealSettings(sealing, contractId, place, { forwardTo: request.forwardTo })
        : undefined,
    userUnder18: asks === 'userUnder18' ? true : undefined,
    // A contract's first document says what was agreed to with its application.
    changesTerms: conditions !== undefined && !isFreeOn(code, toTokyoDate(now), book),
    estimate: { ...estimate, why: { allowed: true } },
  }
  const audited = { optionCode: code, termsVersion }
  if (switched.by !== 'us') {
    const order = await takeOrderStep(tx, engine, who, {
      procedure: optionJoin,
      step: optionJoin.open({
        procedure: 'optionJoin',
        event: 'asked',
        lineId,
        details: {
          ...details,
          nextSteps: [nextStep('設定が終わりしだい、お使いいただけます（通常は数分）。')],
        },
      }),
      audit: { action: 'option-join-asked', details: audited },
      message: (facts) => joinMessage('asked', facts),
    })
    await askToSwitchOn(tx, { queue, sealing }, known, order, now)
    return order
  }
  const order = await takeOrderStep(tx, engine, who, {
    procedure: optionJoin,
    step: optionJoin.open({
      procedure: 'optionJoin',
      event: 'joined',
      lineId,
      effectiveOn: joinTiming(now).effectiveOn,
      details: {
        ...details,
        effectiveAt: formatRfc3339(now),
        nextSteps: stepsOnceJoined(code),
      },
    }),
    audit: { action: 'option-joined', details: audited },
    message: (facts) => joinMessage('joined', facts),
  })
  await beginPeriod(tx, { ...place, contractId, orderNo: order.order_no, at: now, termsVersion })
  return order
}

/** A cover holds for a device only once that is registered. */
const stepsOnceJoined = (code: OptionCode) => [
  nextStep('いまからお使いいただけます。'),
  ...(code === 'deviceCover'
    ? [
        nextStep(
          '「端末」の画面で、保証する端末を登録してください。登録が済んだ日から保証の対象です。',
        ),
      ]
    : []),
]

async function takeLeavingBack(
  tx: Db,
  engine: StepEngine,
  who: Who,
  own: ActiveOption | undefined,
): Promise<OrderRow> {
  const { leaving, period } = own ?? {}
  if (leaving === undefined || period === undefined) throw new RefusalError('NOTHING_BOOKED')
  const { contractId } = who
  await setLastDay(tx, { contractId, periodId: period.period_id }, { lastDay: null })
  return takeOrderStep(tx, engine, who, {
    procedure: optionLeave,
    step: optionLeave.advance(leaving.order_no, {
      event: 'undone',
      merge: { nextSteps: [nextStep('オプションは、これまでどおりお使いいただけます。')] },
    }),
    audit: { action: 'option-leaving-undone' },
    message: (facts) => leaveMessage('undone', facts),
  })
}

const questions = {
  forwardTo: '転送先の電話番号を入力してください。',
  userUnder18: '18歳未満の方が使う回線であることを確認し、チェックを入れてください。',
}

/** @throws RefusalError VALIDATION_FAILED where what the option asks for was not answered */
function requireAnswers(code: OptionCode, request: JoinRequest) {
  const { asks } = options[code]
  if (asks === undefined || request[asks] !== undefined) return
  throw new RefusalError({ code: 'VALIDATION_FAILED', fields: { [asks]: [questions[asks]] } })
}

/** A line that forwards to itself is never reached. @throws RefusalError VALIDATION_FAILED */
function requireAnotherNumber(
  { known }: OptionFacts,
  sealing: Sealing,
  lineId: OptionPlace['lineId'],
  forwardTo: string | undefined,
) {
  if (lineId === undefined || forwardTo === undefined) return
  if (openNumber(lineOf(known, lineId), sealing) !== forwardTo) return
  throw new RefusalError({
    code: 'VALIDATION_FAILED',
    fields: { forwardTo: ['この回線とは別の電話番号を入力してください。'] },
  })
}
