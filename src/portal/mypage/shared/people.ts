import { formatPhone } from '#ui/format.ts'
import { initialOf, nameOfLine, toneOf } from '#portal/mypage/shared/line-words.ts'
import type { HighSpeedLine, Line } from '#portal/mypage/shared/wire.ts'

export type Person = {
  readonly id: string
  readonly name: string
  readonly number: string
  readonly initial: string
  /** Colour and pattern: those of the line's place, whoever else leaves. */
  readonly tone: number
  readonly usedBytes: number
  /** Of the most that one used or may use. */
  readonly share: number
  readonly capShare: number | undefined
  /** What the line may use this month, where its holder has set a cap. */
  readonly capBytes: number | undefined
  /** Absent for a line that has left: what it used stays in the month. */
  readonly speed: HighSpeedLine | undefined
}

type Drawing = {
  readonly lines: readonly {
    readonly usedThisMonthBytes: number
    readonly line: Pick<
      Line,
      'nickname' | 'position' | 'simKind' | 'simSize' | 'status' | 'statusLabel'
    > & { readonly lineId: string; readonly number: string }
  }[]
}

/** Who draws on the pool this month, in the order of the lines; a line that left is there as long as it counts. */
export function peopleOf(group: Drawing, lines: readonly HighSpeedLine[]): Person[] {
  const counted = group.lines.filter(
    ({ line, usedThisMonthBytes }) => line.status !== 'ended' || usedThisMonthBytes > 0,
  )
  const speedOf = ({ line }: (typeof counted)[number]) =>
    lines.find((one) => one.line.lineId === line.lineId)
  const most = Math.max(
    1,
    ...counted.flatMap((one) => [one.usedThisMonthBytes, speedOf(one)?.cap?.monthBytes ?? 0]),
  )
  return counted.map(({ line, usedThisMonthBytes }) => ({
    id: line.lineId,
    name: line.status === 'ended' ? `${nameOfLine(line)}（${line.statusLabel}）` : nameOfLine(line),
    number: formatPhone(line.number),
    initial: initialOf(line),
    tone: toneOf(line),
    usedBytes: usedThisMonthBytes,
    share: usedThisMonthBytes / most,
    ...capOf(speedOf({ line, usedThisMonthBytes }), most),
    speed: speedOf({ line, usedThisMonthBytes }),
  }))
}

const capOf = (speed: HighSpeedLine | undefined, most: number) => {
  const capBytes = speed?.cap?.monthBytes
  return { capBytes, capShare: capBytes === undefined ? undefined : capBytes / most }
}
