import type { StoredTop } from '#portal/stored/figures.ts'
import { dueWords } from '#portal/mypage/shared/due-words.ts'
import { fullNameOfLine } from '#portal/mypage/shared/line-words.ts'
import { valueOf, type Part } from '#portal/mypage/shared/part.ts'
import { capacityOf, groupsOf, stateOf } from '#portal/mypage/shared/ring-of.ts'
import type {
  Contract,
  Deadlines,
  Forecast,
  HighSpeed,
  HighSpeedLine,
  LineGroup,
  NextBill,
  Residual,
} from '#portal/mypage/shared/wire.ts'
import { shortWhen, titleOfDate } from './dates.ts'
import { peopleOf } from '#portal/mypage/shared/people.ts'

type Loaded = {
  readonly residual: Part<Residual>
  readonly speed: Part<HighSpeed>
  readonly contract: Contract | undefined
  readonly usage: { readonly forecast?: Forecast | undefined } | undefined
  readonly group: LineGroup | undefined
  readonly nextBill: NextBill | undefined
  readonly deadlines: Deadlines['deadlines'] | undefined
  /** Set while the contract's lines are not open yet. */
  readonly opening: unknown
}

/** As many dates as a phone shows beside the bill. */
const DATES_STORED = 2

/** The first view for a time without network; null for a contract whose first view is another one. */
export function storedTop(loaded: Loaded): StoredTop | null {
  const { contract, opening } = loaded
  const residual = valueOf(loaded.residual)
  if (residual === undefined || contract === undefined || opening !== undefined) return null
  const lines = valueOf(loaded.speed)?.lines
  const isStopped = contract.status === 'suspended'
  const isLight = contract.baseBytes === 0
  const forecast = loaded.usage?.forecast
  const people =
    loaded.group === undefined || lines === undefined ? [] : peopleOf(loaded.group, lines)
  return {
    totalBytes: residual.totalBytes,
    capacityBytes: capacityOf(residual),
    groups: groupsOf(residual),
    state: stateOf({ residual, forecast, lines, isStopped, isLight }),
    people: people.map(({ id, initial, usedBytes, tone }) => ({ id, initial, usedBytes, tone })),
    lines: (lines ?? []).map(storedLine),
    bill: billOf(loaded.nextBill),
    dates: (loaded.deadlines ?? [])
      .slice(0, DATES_STORED)
      .map((date) => ({ title: titleOfDate(date), on: shortWhen(date.at) })),
  }
}

/** What was switched a moment ago may be switched again by the time the line is back. */
const storedLine = ({ line, on, change }: HighSpeedLine) => ({
  lineId: line.lineId,
  name: fullNameOfLine(line),
  on,
  maySwitch: change.allowed || change.reasonCode === 'HIGH_SPEED_CHANGED_RECENTLY',
})

const billOf = (bill: NextBill | undefined): StoredTop['bill'] =>
  bill && {
    month: bill.month,
    totalYen: bill.soFar.totalYen,
    due: dueWords(bill.chargeOn, bill.soFar.totalYen),
  }
