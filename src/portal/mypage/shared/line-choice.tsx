import { personClass } from '#ui/family-ring.tsx'
import { initialOf, nameOfLine, toneOf } from './line-words.ts'
import type { LineName } from './wire.ts'

type LineChoiceProps = {
  readonly lines: readonly LineName[]
  /** The one that is shown; absent: all of them. */
  readonly lineId: string | undefined
  /** The word for all of them, where a screen can show that. */
  readonly all?: string
  readonly hrefOf: (lineId: string | undefined) => string
}

/** Which line is shown, as links; nothing at all when there is one line only. */
export function LineChoice({ lines, lineId, all, hrefOf }: LineChoiceProps) {
  if (lines.length < 2) return null
  const entries = [
    ...(all === undefined ? [] : [{ id: undefined, label: all, initial: undefined, tone: 0 }]),
    ...lines.map((line) => ({
      id: line.lineId,
      label: nameOfLine(line),
      initial: initialOf(line),
      tone: toneOf(line),
    })),
  ]
  return (
    <nav className="line-choice" aria-label="回線を選ぶ">
      <ul role="list">
        {entries.map(({ id, label, initial, tone }) => (
          <li key={id ?? label}>
            <a href={hrefOf(id)} aria-current={id === lineId ? 'page' : undefined}>
              {all === undefined || initial === undefined ? null : (
                <span className={`person__initial ${personClass(tone)}`} aria-hidden="true">
                  {initial}
                </span>
              )}
              {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
