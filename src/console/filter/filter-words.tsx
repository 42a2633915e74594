import { Link } from 'react-router'
import { Notice } from '#ui/notice.tsx'

export type FilterWord = { readonly label: string; readonly count?: number; readonly href: string }

/** Ways of looking at a list, each an address of its own. */
export function FilterWords({
  label,
  words,
  current,
  letter,
}: {
  readonly label: string
  readonly words: readonly FilterWord[]
  readonly current: string
  /** The key that leads here. */
  readonly letter?: string
}) {
  return (
    <nav className="words" aria-label={label} data-key={letter}>
      {words.map(({ label, count, href }) => (
        <Link key={href} to={href} aria-current={href === current ? 'page' : undefined}>
          {label}
          {count === undefined ? null : <span>{count}</span>}
        </Link>
      ))}
    </nav>
  )
}

/** Says that a part of the address was not used. */
export function LeftOut({ names }: { readonly names: readonly string[] }) {
  if (names.length === 0) return null
  return (
    <Notice tone="warning" role="status" title="一部の条件を外しました">
      <p>いまは使えない条件（{names.join('、')}）があったため、外して表示しています。</p>
    </Notice>
  )
}
