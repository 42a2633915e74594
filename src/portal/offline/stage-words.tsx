import type { Dated } from '#portal/stored/figures.ts'
import { Icon } from '#ui/icon.tsx'
import { agoWords, whenWords } from './time-words.ts'

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
