import { formatYen } from '#vocabulary/yen.ts'
import { limitYenBounds, MOST_TIMES_A_MONTH, warningPercents } from '#vocabulary/spending.ts'
import { z } from 'zod'
import { payBlocked, topUpPackId } from './top-up.ts'
import { memberEndpoint } from './endpoint.ts'
import {
  agreed,
  bytes,
  instant,
  orderNo,
  queryNumber,
  tokyoDate,
  tokyoMonth,
  yen,
} from './primitives.ts'
import { why } from './procedure.ts'

const { least, most } = limitYenBounds
const limitWords = `上限の金額を、${formatYen(least)}から${formatYen(most)}までの数字で入力してください。`

const wholeLimitYen = z.int(limitWords).min(least, limitWords).max(most, limitWords)

/** As people type it: in any width, with commas or 円. */
const typedLimitYen = z
  .union([wholeLimitYen, z.string().max(32, limitWords)], limitWords)
  .transform((typed) =>
    Number(
      String(typed)
        .normalize('NFKC')
        .replace(/[\s,円¥]/gu, '') || Number.NaN,
    ),
  )
  .pipe(wholeLimitYen)

/** A larger threshold than the largest pack is refused beside its field: nothing is that large. */
const MOST_AT_BYTES = 1_000_000_000

/** What automatic top-up does: which pack, below which residual (0: when nothing is left), how often a month. */
const autoTopUpRequest = {
  packId: topUpPackId,
  atBytes: queryNumber(0, MOST_AT_BYTES, 'いつチャージするかを選んでください。'),
  timesAMonth: queryNumber(1, MOST_TIMES_A_MONTH, '1か月の回数を選んでください。'),
}

const limit = z
  .object({
    limitYen: yen,
    setAt: instant,
    leftYen: yen,
    /** The highest level the month has reached, in percent. */
    reachedPercent: z.literal([...warningPercents]).optional(),
  })
  .meta({ id: 'SpendingLimit' })

const autoTopUp = z
  .object({
    packId: topUpPackId,
    name: z.string(),
    priceYen: yen,
    atBytes: bytes,
    timesAMonth: z.int(),
    setAt: instant,
    timesBought: z.int(),
    /** The most it can cost in a month: what was agreed to, or the ceiling where that is less. */
    mostYen: yen,
    /** Whether it would buy now if the data ran low; if not, why. */
    why,
  })
  .meta({ id: 'AutoTopUp' })

const status = z
  .object({
    month: tokyoMonth,
    /** Packs and traffic of the month with tax, as its bill would have them now. */
    spentYen: yen,
    /** The month counts anew from here. */
    nextFrom: tokyoDate,
    limit: limit.nullable(),
    autoTopUp: autoTopUp.nullable(),
    /** What both did this month, the newest first. */
    done: z.array(
      z.object({
        at: instant,
        message: z.string(),
        /** Of a purchase. */
        paidYen: yen.optional(),
        orderNo: orderNo.optional(),
      }),
    ),
    /** What was set when, the newest first; every setting is the member's own. */
    history: z.array(z.object({ at: instant, message: z.string() })),
    asOf: instant,
  })
  .meta({ id: 'Spending' })

export const spendingApi = {
  spendingStatusGet: memberEndpoint('GET', '/api/spending/status', {
    scope: 'bills:read',
    summary: '料金の上限と自動データチャージの設定、今月の状況',
    result: status,
  }),

  spendingLimitPut: memberEndpoint('PUT', '/api/spending/limit', {
    summary: '1か月の料金の上限を決める',
    body: z.object({ limitYen: typedLimitYen }),
    result: status,
  }),

  spendingLimitDelete: memberEndpoint('DELETE', '/api/spending/limit', {
    summary: '1か月の料金の上限をなくす',
    result: status,
  }),

  autoTopUpEstimateGet: memberEndpoint('GET', '/api/auto_top_up/estimate', {
    scope: 'contract:read',
    summary: '自動データチャージを設定する前の確認',
    query: z.object(autoTopUpRequest),
    result: z
      .object({
        packId: topUpPackId,
        name: z.string(),
        priceYen: yen,
        atBytes: bytes,
        timesAMonth: z.int(),
        mostYen: yen,
        /** Where it bounds what automatic top-up can cost. */
        limitYen: yen.optional(),
        /** The residual is below the threshold already: the first is bought within the hour. */
        startsAtOnce: z.boolean(),
        residualBytes: bytes,
        timesBought: z.int(),
        why,
      })
      .meta({ id: 'AutoTopUpEstimate' }),
    errors: ['TOP_UP_NOT_ON_SALE'],
  }),

  autoTopUpPut: memberEndpoint('PUT', '/api/auto_top_up', {
    summary: '自動データチャージを設定する',
    body: z.object({ ...autoTopUpRequest, priceYen: yen, agreed }),
    result: status,
    errors: ['TOP_UP_NOT_ON_SALE', 'CONDITIONS_CHANGED', ...payBlocked],
  }),

  autoTopUpDelete: memberEndpoint('DELETE', '/api/auto_top_up', {
    summary: '自動データチャージをやめる',
    result: status,
  }),
}
