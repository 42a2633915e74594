import { noticeKinds, type NoticeKind } from '#vocabulary/notice.ts'
import { addDays, atHour, isBefore, toTokyoDate, type Instant } from '../tokyo.ts'

/** Hours of the day in Japan, 0 to 23: from the first, until the second begins. */
export type QuietHours = { readonly from: number; readonly until: number }

/** What a member has chosen for one device. */
export type PushChoice = {
  readonly kinds: readonly NoticeKind[]
  /** Whether subjects and figures may stand on the lock screen. */
  readonly withDetails: boolean
  readonly quiet: QuietHours | undefined
}

/** Ours: what somebody else may be doing in the member's name is told at once, whatever was chosen. */
export const isAlwaysPushed = (kind: NoticeKind): boolean => kind === 'security'

/** Ours, before anything is chosen: what asks for an act or has a date, not what the member has just done; quiet at night. */
export const usualPushChoice = {
  kinds: noticeKinds.filter((kind) => kind !== 'data'),
  withDetails: false,
  quiet: { from: 22, until: 7 },
} satisfies PushChoice

export const isPushed = (kind: NoticeKind, { kinds }: Pick<PushChoice, 'kinds'>): boolean =>
  isAlwaysPushed(kind) || kinds.includes(kind)

/** Until when a device stays silent for a kind; undefined where it may be told now. */
export function quietUntil(
  kind: NoticeKind,
  quiet: QuietHours | undefined,
  now: Instant,
): Instant | undefined {
  if (quiet === undefined || isAlwaysPushed(kind)) return undefined
  const { hour } = now.toZonedDateTimeISO('Asia/Tokyo')
  if (!isWithin(hour, quiet)) return undefined
  const today = toTokyoDate(now)
  const end = atHour(today, quiet.until)
  return isBefore(now, end) ? end : atHour(addDays(today, 1), quiet.until)
}

/** Hours that run past midnight begin later than they end. */
const isWithin = (hour: number, { from, until }: QuietHours) =>
  from < until ? from <= hour && hour < until : hour >= from || hour < until
