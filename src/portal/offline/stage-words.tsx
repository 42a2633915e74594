import { portalNow, type Dated } from '#portal/stored/figures.ts'
import { Icon } from '#ui/icon.tsx'
import { formatDay, formatTime } from '#ui/format.ts'

export function OfflineHead() {
  return (
    <p className="offline__head">
      <Icon name="offline" />
      つながっていません
    </p>
  )
}

/** The time of the figures, larger than the words around it. */
export function TimeWords({
  dated,
  nowMs,
}: {
  readonly dated: Dated<unknown>
  readonly nowMs: number
}) {
  return (
    <p className="offline__time">
      <span className="muted small">最後に受け取ったのは</span>
      <strong>
        <time dateTime={dated.at}>{whenWords(dated, nowMs)}</time>
      </strong>
      <span>{agoWords(dated, nowMs)}。</span>
    </p>
  )
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** 「きょう 12:05」, 「きのう 9:00」, 「11月20日（金）9:00」. */
export function whenWords(dated: Dated<unknown>, nowMs: number): string {
  const days = tokyoDay(portalNow(dated, nowMs)) - tokyoDay(dated.at)
  const day = days === 0 ? 'きょう ' : days === 1 ? 'きのう ' : formatDay(dated.at)
  return `${day}${formatTime(dated.at)}`
}

/** 「たったいま」, 「12分前」, 「6時間15分前」, 「3日前」: by the phone's own clock, which need not be right for that. */
export function agoWords({ storedAtMs }: Dated<unknown>, nowMs: number): string {
  const age = Math.max(0, nowMs - storedAtMs)
  if (age < MINUTE) return 'たったいま'
  if (age < HOUR) return `${Math.floor(age / MINUTE)}分前`
  if (age >= 24 * HOUR) return `${Math.floor(age / (24 * HOUR))}日前`
  const minutes = Math.floor((age % HOUR) / MINUTE)
  return `${Math.floor(age / HOUR)}時間${minutes === 0 ? '' : `${minutes}分`}前`
}

const TOKYO_MS = 9 * HOUR

/** Days since 1970 in Japan. */
const tokyoDay = (instant: string) => Math.floor((Date.parse(instant) + TOKYO_MS) / (24 * HOUR))
