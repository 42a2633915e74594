import { percentAcross } from './bars-scale.ts'
import { personClass } from './family-ring.tsx'

/** The patterns of the second and the third person, laid over their colour; once a page, before they are used. */
export function PersonPatterns() {
  return (
    <svg width="0" height="0" aria-hidden="true" className="person__defs">
      <defs>
        <pattern
          id="person-stripes"
          className="person__pattern"
          width="5"
          height="5"
          patternUnits="userSpaceOnUse"
          patternTransform="rotate(45)"
        >
          <path d="M0 0v5" />
        </pattern>
        <pattern
          id="person-dots"
          className="person__pattern"
          width="5"
          height="5"
          patternUnits="userSpaceOnUse"
        >
          <circle cx="2.5" cy="2.5" r="1" />
        </pattern>
      </defs>
    </svg>
  )
}

const patterns = [undefined, 'url(#person-stripes)', 'url(#person-dots)'] as const

export const patternOf = (tone: number) => patterns[tone % 3]

type PersonBarProps = {
  readonly tone: number
  readonly share: number
  /** Where the person's cap lies. */
  readonly mark?: number | undefined
}

/** One person's part, against the greatest of all. For the eye only. */
export function PersonBar({ tone, share, mark }: PersonBarProps) {
  const width = percentAcross(Math.min(1, share))
  const pattern = patternOf(tone)
  return (
    <svg className={`person__bar ${personClass(tone)}`} aria-hidden="true">
      <rect className="person__track" width="100%" height="8" rx="2" />
      {share === 0 ? null : <rect className="person__fill" width={width} height="8" rx="2" />}
      {share === 0 || pattern === undefined ? null : (
        <rect width={width} height="8" rx="2" fill={pattern} />
      )}
      {mark === undefined ? null : (
        <line
          className="person__mark"
          x1={percentAcross(Math.min(1, mark))}
          x2={percentAcross(Math.min(1, mark))}
          y1="-3"
          y2="11"
        />
      )}
    </svg>
  )
}
