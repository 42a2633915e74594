import type { AreaHandlers } from '#backend/area.ts'
import { memberOf } from '#backend/caller.ts'
import { planCodeOf } from '#backend/contract/facts.ts'
import { loadContract } from '#backend/contract/load.ts'
import { planName } from '#backend/contract/wording.ts'
import {
  type Advice,
  advise,
  comparableFrom,
  MONTHS_NEEDED,
  type SizeAdvice,
} from '#domain/advice/advise.ts'
import { bytes } from '#domain/bytes.ts'
import type { PriceBook } from '#domain/catalogue/price-book.ts'
import { mayBegin } from '#domain/exclusion/allowed-operations.ts'
import type { ContractFacts } from '#domain/exclusion/facts.ts'
import { subtractYen } from '#domain/money.ts'
import { formatRfc3339, type Instant } from '#domain/tokyo.ts'
import { loadLived } from './queries/lived.ts'
import {
  answerWords,
  endedMessage,
  leavingMessage,
  monthReasons,
  surenessLabels,
  surenessWords,
  termsWords,
  tooEarlyMessage,
} from './queries/words.ts'

export function adviceHandlers({ book }: { readonly book: PriceBook }) {
  return {
    async adviceGet({ query }, caller) {
      const { contractId } = memberOf(caller)
      const { db, now } = caller
      const asOf = formatRfc3339(now)
      const { contract, facts } = await loadContract(db, contractId)
      const { started_on: startedOn } = contract
      const closed = closedTo(facts, now)
      if (closed !== undefined || startedOn === null)
        return closed === 'leaving'
          ? { state: 'leaving' as const, message: leavingMessage, asOf }
          : { state: 'ended' as const, message: endedMessage, asOf }
      const lived = await loadLived(db, { book }, { contractId, startedOn }, now)
      if (lived.months.length < MONTHS_NEEDED) {
        const from = comparableFrom(startedOn)
        return { state: 'tooEarly' as const, message: tooEarlyMessage(from), from, asOf }
      }
      const present = planCodeOf(contract)
      const advice = advise(lived, present, book)
      const [best] = advice.sizes
      const isCheaper = best !== undefined && !best.isPresent && best.deltaYen < 0
      return {
        state: isCheaper ? ('cheaper' as const) : ('currentIsBest' as const),
        message: answerWords(advice, planName(present), nameOf),
        compared: toWireCompared(advice, query.plan, book),
        asOf,
      }
    },
  } satisfies AreaHandlers
}

/** Nobody who leaves is shown another size (domain.md §8), and there is none for a contract that is over. */
function closedTo(facts: ContractFacts, now: Instant): 'leaving' | 'ended' | undefined {
  const may = mayBegin('planSizeChange', facts, now)
  if (facts.state === 'cancel_reserved') return 'leaving'
  if (may.ok) return undefined
  if (may.code === 'CANCELLATION_BOOKED' || may.code === 'MNP_NUMBER_LIVE') return 'leaving'
  return may.code === 'CONTRACT_ENDED' || may.code === 'CONTRACT_NOT_ACTIVE' ? 'ended' : undefined
}

function toWireCompared(advice: Advice, asked: number | undefined, book: PriceBook) {
  const { sizes, paidYen, ranOutMonths } = advice
  const chosen =
    sizes.find(({ planCode }) => planCode === asked) ??
    sizes.find(({ isPresent }) => !isPresent) ??
    sizes[0]
  const first = chosen?.months[0]
  const last = chosen?.months.at(-1)
  if (chosen === undefined || first === undefined || last === undefined) return undefined
  const name = nameOf(chosen)
  const { isAsPaid } = chosen
  const lines = Math.max(...chosen.months.map(({ paid }) => linesOf(paid)))
  return {
    firstMonth: first.month,
    lastMonth: last.month,
    paidYen,
    sizes: sizes.map(toWireSize),
    terms: termsWords(lines),
    chosen: {
      ...toWireSize(chosen),
      reasons: surenessWords(chosen, ranOutMonths),
      months: chosen.months
        .map((month) => ({
          month: month.month,
          paidYen: month.paid.totalYen,
          wouldYen: month.would.totalYen,
          deltaYen: subtractYen(month.would.totalYen, month.paid.totalYen),
          usedBytes: month.usedBytes,
          missingBytes: bytes(month.missingBytes),
          reasons: monthReasons(month, { name, isAsPaid, book }),
        }))
        .toReversed(),
    },
  }
}

const nameOf = ({ planCode }: SizeAdvice) => planName(planCode)

/** Lines that were billed, the first and the further ones. */
const linesOf = ({ lines }: SizeAdvice['months'][number]['paid']) =>
  lines.filter(({ kind }) => kind === 'base' || kind === 'shareLine').length

function toWireSize(size: SizeAdvice) {
  return {
    plan: size.planCode,
    name: nameOf(size),
    wouldYen: size.wouldYen,
    deltaYen: size.deltaYen,
    current: size.isPresent,
    sureness: size.sureness,
    surenessLabel: surenessLabels[size.sureness],
  }
}
