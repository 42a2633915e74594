import type { LineKind } from '#vocabulary/line.ts'
import type { OutageService } from '#vocabulary/outage.ts'
import { inForce, type Dated } from '../catalogue/dated.ts'
import { isBefore, toTokyoDate, tokyoDate, type Instant } from '../tokyo.ts'

/** As the rule parts telecommunications: calls that reach 110, calls that do not, and the rest. */
export type AccidentService = 'emergencyVoice' | 'otherVoice' | 'data'

/** From so many hours with so many lines an accident is a grave one (重大な事故). */
export type AccidentRow = Dated & {
  readonly service: AccidentService
  readonly hours: number
  readonly lines: number
  readonly source: string
}

function row(service: AccidentService, hours: number, lines: number): AccidentRow {
  const source = '電気通信事業法施行規則 第58条'
  return { service, hours, lines, source, validFrom: tokyoDate('2019-10-01') }
}

/**
 * 要確認（法務）: the figures are those known of the rule; the authority's page that was read shows them as a picture. A row is never
 * edited: it gets a last day, and the next row follows.
 */
export const accidentRows: readonly AccidentRow[] = [
  row('emergencyVoice', 1, 30_000),
  row('otherVoice', 2, 30_000),
  row('otherVoice', 1, 100_000),
  row('data', 2, 30_000),
  row('data', 1, 1_000_000),
]

/** The members are told first within half an hour: what the guideline asks of the large carriers, taken for ours. */
export const FIRST_WORDS_MINUTES = 30
/** The report in detail follows within 30 days (施行規則 第57条); the first one at once. */
export const DETAIL_DAYS = 30

const serviceOf: Readonly<Partial<Record<OutageService, AccidentService>>> = {
  voice: 'emergencyVoice',
  talk: 'otherVoice',
  data: 'data',
  sms: 'data',
}

/** Whose lines have the service. */
const kindsOf: Readonly<Partial<Record<OutageService, readonly LineKind[]>>> = {
  voice: ['voice'],
  talk: ['voice'],
  sms: ['sms', 'voice'],
  data: ['data', 'sms', 'voice'],
}

export type Accident = {
  readonly services: readonly OutageService[]
  readonly beganAt: Instant
  /** The end, or now while it lasts. */
  readonly until: Instant
  readonly linesOf: Readonly<Record<LineKind, number>>
}

export type AccidentFigures = {
  /** Lines of any affected service, each once. */
  readonly lines: number
  readonly minutes: number
  readonly lineHours: number
  /** The thresholds that so many lines can reach, each with the moment its hours are over; the earliest first. */
  readonly thresholds: readonly {
    readonly row: AccidentRow
    readonly lines: number
    readonly at: Instant
    readonly isReached: boolean
  }[]
}

/** How grave an accident is: lines × hours, and when which threshold is reached. */
export function accidentFigures(accident: Accident): AccidentFigures {
  const { beganAt, until } = accident
  const minutes = Math.max(0, Math.floor(until.since(beganAt).total('minutes')))
  const lines = linesWith(accident, accident.services)
  const thresholds = accidentRows
    .filter((one) => inForce(one, toTokyoDate(beganAt)))
    .map((one) => ({
      row: one,
      lines: linesWith(
        accident,
        accident.services.filter((service) => serviceOf[service] === one.service),
      ),
      at: beganAt.add({ hours: one.hours }),
    }))
    .filter((one) => one.lines >= one.row.lines)
    .map((one) => ({ ...one, isReached: !isBefore(until, one.at) }))
    .toSorted((a, b) => Temporal.Instant.compare(a.at, b.at))
  return { lines, minutes, lineHours: Math.round((lines * minutes) / 60), thresholds }
}

function linesWith({ linesOf }: Accident, services: readonly OutageService[]): number {
  const kinds = new Set(services.flatMap((service) => kindsOf[service] ?? []))
  return [...kinds].reduce((sum, kind) => sum + linesOf[kind], 0)
}
