import type { Deadlines } from '#portal/mypage/shared/wire.ts'
import { formatShortDay, formatTime } from '#ui/format.ts'
import type { DeadlineKind } from '#vocabulary/deadline.ts'

/** Where the title of the list of dates is too long for a tile. */
const shortTitles: Readonly<Partial<Record<DeadlineKind, string>>> = {
  cutOff: '容量変更の締切',
}

export const titleOfDate = ({
  kind,
  title,
}: Pick<Deadlines['deadlines'][number], 'kind' | 'title'>): string => shortTitles[kind] ?? title

export const shortWhen = (at: string): string =>
  at.includes('T') ? `${formatShortDay(at)}${formatTime(at)}` : formatShortDay(at)
