import type { TopUpCode } from '#vocabulary/data.ts'
import type { Bytes } from '../bytes.ts'
import { topUpPacks } from '../catalogue/top-up.ts'
import { yen, type Yen } from '../money.ts'
import { ok, refused, type Outcome } from '../outcome.ts'

/** What a member has agreed to: this pack at this price, below this residual, so many times a month at most. */
export type AutoTopUp = {
  readonly packId: TopUpCode
  /** Below it; with 0 when nothing is left. */
  readonly atBytes: Bytes
  readonly timesAMonth: number
  readonly priceYen: Yen
}

/**
 * A pack brings the residual back above a threshold that is no larger than itself; with a larger one it would be
 * bought again at once.
 */
export const isWithinPack = ({ packId, atBytes }: Pick<AutoTopUp, 'packId' | 'atBytes'>) =>
  atBytes <= topUpPacks[packId].grantedBytes

export const isLow = (residualBytes: Bytes, { atBytes }: Pick<AutoTopUp, 'atBytes'>) =>
  residualBytes === 0 || residualBytes < atBytes

/** Why it does not buy though the data is low, beside what would refuse a purchase by hand. */
type OwnStop = 'TIMES_USED' | 'TOP_UP_NOT_ON_SALE' | 'CONDITIONS_CHANGED'

type Now = {
  readonly residualBytes: Bytes
  readonly timesBought: number
  /** The price of the pack today; none when it is no longer on sale. */
  readonly priceYen: Yen | undefined
}

/**
 * Whether the pack is bought now, and as which of the month. It is bought at the price that was agreed to or not at
 * all, and only where the member could buy it by hand.
 */
export function decideAutoTopUp<Code extends string>(
  setting: AutoTopUp,
  {
    residualBytes,
    timesBought,
    priceYen,
    mayBuy,
  }: Now & {
    /** The answer of the purchase by hand: the rules of the contract, the card, the ceiling. */
    readonly mayBuy: Outcome<unknown, Code>
  },
): Outcome<{ readonly nth: number }, Code | OwnStop | 'NOT_DUE'> {
  if (!isLow(residualBytes, setting)) return refused('NOT_DUE')
  if (timesBought >= setting.timesAMonth) return refused('TIMES_USED')
  if (priceYen === undefined) return refused('TOP_UP_NOT_ON_SALE')
  if (priceYen !== setting.priceYen) return refused('CONDITIONS_CHANGED')
  return mayBuy.ok ? ok({ nth: timesBought + 1 }) : mayBuy
}

/** The most it can cost in a month: what was agreed to, or the ceiling where that is less. */
export function mostYen(
  { timesAMonth, priceYen }: Pick<AutoTopUp, 'timesAMonth' | 'priceYen'>,
  limitYen: Yen | undefined,
): Yen {
  return yen(Math.min(timesAMonth * priceYen, limitYen ?? Infinity))
}
