import { atCapChoices, capPeriods, liftMegabytes } from '#vocabulary/line-cap.ts'
import { z } from 'zod'
import { memberEndpoint } from './endpoint.ts'
import { bytes, instant, lineId, queryNumber, tokyoDate } from './primitives.ts'
import { lineName, why } from './procedure.ts'

/** More than any size holds: a cap beyond it would never be reached. */
const MOST_MB = 100_000

const volumeWords = `上限は、0から${MOST_MB.toLocaleString('ja-JP')}（MB）までの数字で入力してください。`

/** As people type it: in any width, with commas or MB. */
const typedMb = z
  .union([z.int(), z.string().max(32, volumeWords)], volumeWords)
  .transform((typed) =>
    Number(
      String(typed)
        .normalize('NFKC')
        .replace(/[\s,MBmb]/gu, '') || Number.NaN,
    ),
  )
  .pipe(z.int(volumeWords).min(0, volumeWords).max(MOST_MB, volumeWords))

/** What a cap counts over; a volume that is not asked for is left aside. */
const wanted = {
  lineId,
  over: z.enum(
    ['day', 'month', 'both', 'none'],
    '上限を、1日・1か月・両方・なしから選んでください。',
  ),
  dayMb: typedMb.optional(),
  monthMb: typedMb.optional(),
}

const period = z.enum(capPeriods).meta({ id: 'CapPeriod' })

const lineCap = z
  .object({
    line: lineName,
    /** Whether the holder can set caps: the lines of a share course, in service. */
    change: why,
    cap: z
      .object({
        dayBytes: bytes.optional(),
        monthBytes: bytes.optional(),
        atCap: z.enum(atCapChoices),
        /** The holder is told from this share of a cap on. */
        warnPercent: z.int().optional(),
        setAt: instant,
      })
      .optional(),
    used: z.object({ dayBytes: bytes, monthBytes: bytes }),
    /** The line is slow because of its cap. */
    reached: z
      .object({ period, at: instant, capBytes: bytes, usedBytes: bytes, until: instant })
      .optional(),
    /** More was allowed for today; without a volume the period has no cap until then. */
    lift: z
      .object({ until: instant, dayBytes: bytes.optional(), monthBytes: bytes.optional() })
      .optional(),
    /** The volumes of all lines' caps a month, and what the size gives. */
    sum: z.object({ monthBytes: bytes, baseBytes: bytes }),
    /** How far the choices of the page reach: what the line has used of late, and what the size gives. */
    reach: z.object({ dayBytes: bytes, monthBytes: bytes }),
    asOf: instant,
  })
  .meta({ id: 'LineCap' })

export const lineCapApi = {
  lineCapGet: memberEndpoint('GET', '/api/line_cap', {
    roles: ['manager'],
    scope: 'data:read',
    summary: '回線の上限',
    query: z.object({ lineId }),
    result: lineCap,
  }),

  lineCapTryGet: memberEndpoint('GET', '/api/line_cap/try', {
    roles: ['manager'],
    summary: '上限を、この30日の利用で試す（何も変わらない）',
    query: z.object(wanted),
    result: z
      .object({
        days: z.array(
          z.object({
            date: tokyoDate,
            usedBytes: bytes,
            /** What would have been used at high speed. */
            withinBytes: bytes,
            /** From then on the line would have been slow. */
            slowFrom: instant.optional(),
          }),
        ),
        usedBytes: bytes,
        withinBytes: bytes,
        /** Days on which the line would have been slow for a while. */
        daysSlow: z.int(),
        /** What the pool holds now, and what it would hold, worked out by the ledger. */
        leftBytes: bytes,
        leftWithBytes: bytes,
        /** What the line has used already reaches it: saved, it is slow at once. */
        isReachedNow: z.boolean(),
        asOf: instant,
      })
      .meta({ id: 'LineCapTried' }),
    errors: ['CAP_NOT_SHARED', 'LINE_NOT_ACTIVE', 'CONTRACT_ENDED'],
  }),

  lineCapPut: memberEndpoint('PUT', '/api/line_cap', {
    roles: ['manager'],
    summary: '回線の上限を決める',
    body: z.object({
      ...wanted,
      atCap: z.enum(atCapChoices, '上限に来たときにどうするかを選んでください。'),
      /** 0: no warning. */
      warnPercent: queryNumber(0, 99, '知らせる割合を選んでください。'),
    }),
    result: lineCap,
    errors: ['CAP_NOT_SHARED', 'LINE_NOT_ACTIVE', 'CONTRACT_ENDED'],
  }),

  lineCapLiftPost: memberEndpoint('POST', '/api/line_cap/lift', {
    roles: ['manager'],
    summary: '今日だけ、回線の上限を増やす',
    body: z.object({
      lineId,
      /** Megabytes more than the line has used, or than its cap; `all`: no cap today. */
      more: z.enum(
        [...liftMegabytes.map((one) => `${one}` as const), 'all'],
        '今日だけ増やす量を選んでください。',
      ),
    }),
    result: lineCap,
    errors: ['CAP_NOT_SET', 'CAP_NOT_SHARED', 'LINE_NOT_ACTIVE', 'CONTRACT_ENDED'],
  }),
}
