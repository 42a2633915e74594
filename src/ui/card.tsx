import type { ComponentProps } from 'react'

/** A raised box; with a class of its own it looks as that class says. */
export function Card({ children, className = 'card', ...rest }: ComponentProps<'div'>) {
  return (
    <div className={className} {...rest}>
      {children}
    </div>
  )
}

export function LinkCard({ children, ...rest }: ComponentProps<'a'> & { readonly href: string }) {
  return (
    <a className="card" {...rest}>
      {children}
    </a>
  )
}

export function CardGrid({ className = 'card-grid', ...rest }: ComponentProps<'div'>) {
  return <div {...rest} className={className} />
}

type Entry = { readonly href: string; readonly label: string; readonly hint?: string }

/** Entrances, one a row, each as wide as the list. */
export function LinkList({ entries }: { readonly entries: readonly Entry[] }) {
  return (
    <ul className="link-list">
      {entries.map(({ href, label, hint }) => (
        <li key={href}>
          <a href={href}>
            <span>
              {label}
              {hint === undefined ? null : <small>{hint}</small>}
            </span>
          </a>
        </li>
      ))}
    </ul>
  )
}
