import { priceUnits } from '#vocabulary/price.ts'
import { optionCodes } from '#vocabulary/option.ts'
import { z } from 'zod'
import { visitorEndpoint } from './endpoint.ts'
import {
  bytes,
  cursor,
  instant,
  optionalText,
  queryFlag,
  queryList,
  queryNumber,
  tenthsYen,
  tokyoDate,
  tokyoMonth,
  yen,
} from './primitives.ts'
import { page, planCode, simKind, simSize, taxBasis, totals } from './procedure.ts'

export const optionCode = z.enum(optionCodes).meta({ id: 'OptionCode' })

const priceUnit = z.enum(priceUnits).meta({ id: 'PriceUnit' })

/** The note says the condition of a `yes`; `unknown` is never guessed. */
const terminalMark = z.enum(['yes', 'no', 'with-condition', 'unknown'])

const terminal = z
  .object({
    maker: z.string(),
    name: z.string(),
    releasedOn: tokyoMonth,
    simSizes: z.array(simSize),
    esim: terminalMark,
    volte: terminalMark,
    tethering: terminalMark,
    data: terminalMark,
    sms: terminalMark,
    voice: terminalMark,
    os: z.string(),
    note: z.string().optional(),
    checkedOn: tokyoDate,
  })
  .meta({ id: 'ConfirmedTerminal' })

export const catalogueApi = {
  catalogueFiguresGet: visitorEndpoint('GET', '/api/catalogue/figures', {
    summary: '料金表（適用日つき）',
    query: z.object({ on: tokyoDate.optional() }),
    result: z
      .object({
        on: tokyoDate,
        taxPercent: z.number(),
        figures: z.array(
          z.object({
            /** `plan.13.voice`, `topup.1gb`, `fee.universal` … */
            key: z.string(),
            label: z.string(),
            /** In the row’s own tax basis. */
            amountTenthsYen: tenthsYen,
            /** What the member pays for one unit. */
            taxIncludedTenthsYen: tenthsYen,
            tax: taxBasis,
            unit: priceUnit,
            validFrom: tokyoDate,
            validTo: tokyoDate.optional(),
          }),
        ),
        plans: z.array(
          z.object({
            plan: planCode,
            name: z.string(),
            baseBytes: bytes,
            shareable: z.boolean(),
            /** One full month of one line, tax included. */
            monthlyYen: z.object({ data: yen, sms: yen, voice: yen }),
          }),
        ),
        options: z.array(
          z.object({
            optionCode,
            name: z.string(),
            scope: z.enum(['line', 'contract']),
            kinds: z.array(simKind),
            monthlyYen: yen,
          }),
        ),
        maxLines: z.int(),
        lowSpeedKbps: z.int(),
      })
      .meta({ id: 'Figures' }),
  }),

  catalogueQuoteGet: visitorEndpoint('GET', '/api/catalogue/quote', {
    summary: '料金シミュレーション',
    query: z.object({
      plan: queryNumber(1, 999),
      /** One for each line, the first line first: `kind=voice&kind=data`. */
      kind: queryList(simKind, 10),
      /** Taken by every line whose kind it fits. */
      option: queryList(optionCode, 20).optional(),
      /** Minutes a month over all voice lines, and the calls they are spread over. */
      callMinutes: queryNumber(0, 44_640).optional(),
      calls: queryNumber(0, 10_000).optional(),
      talkMinutes: queryNumber(0, 44_640).optional(),
      /** Messages of up to 70 characters. */
      messages: queryNumber(0, 10_000).optional(),
    }),
    result: z
      .object({
        on: tokyoDate,
        plan: planCode,
        planName: z.string(),
        baseBytes: bytes,
        /** High-speed data of the month of `on`, for a service that begins on that day. */
        firstMonthBytes: bytes,
        /** An ordinary, full month. */
        monthly: totals,
        /** Once, at the start. */
        oneOff: totals,
        total24Yen: yen,
        from: tokyoMonth,
        notes: z.array(z.string()),
      })
      .meta({ id: 'Quote' }),
    errors: [
      'NO_LINES',
      'LINE_LIMIT_REACHED',
      'PLAN_NOT_SHAREABLE',
      'PLAN_NOT_ON_SALE',
      'OPTION_NOT_FOR_LINE_KIND',
      'MESSAGE_TOO_LONG',
    ],
  }),

  terminalsGet: visitorEndpoint('GET', '/api/terminals', {
    summary: '対応端末を探す',
    query: z.object({
      q: optionalText(80).optional(),
      maker: optionalText(40).optional(),
      simSize: simSize.optional(),
      esim: queryFlag.optional(),
      volte: queryFlag.optional(),
      tethering: queryFlag.optional(),
      cursor: cursor.optional(),
      limit: queryNumber(1, 500).optional(),
    }),
    result: z.object({
      ...page(terminal),
      /** The one device that `q` names. */
      meant: terminal.optional(),
      makers: z.array(z.string()),
      asOf: instant,
    }),
  }),
}
