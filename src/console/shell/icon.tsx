import type { ComponentProps } from 'react'
import { Icon as SharedIcon, iconNames, type IconName as Shared } from '#ui/icon.tsx'

/** What only the console draws: in `src/ui` the member web's bundles would carry it. Grid of 24, strokes of 1.5. */
const drawings = {
  antenna:
    'M12 13v8m-3 0h6M12 13a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3M8 15.5a5.5 5.5 0 0 1 0-8m8 0a5.5 5.5 0 0 1 0 8M5.5 18a9.2 9.2 0 0 1 0-13m13 0a9.2 9.2 0 0 1 0 13',
  box: 'm12 3 8 4.5v9L12 21l-8-4.5v-9zm0 9 8-4.5M12 12 4 7.5M12 12v9',
  clock: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18M12 7v5.5l3 2',
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12M12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6',
  face: 'M4 8V4h4m8 0h4v4M4 16v4h4m8 0h4v-4M9 10v.01M15 10v.01M9 14.5c1.8 1.6 4.2 1.6 6 0',
  home: 'M4 11.5 12 4l8 7.5M6 10v10h4.5v-5h3v5H18V10',
  inbox: 'M4 13 6.5 5h11L20 13v6H4zm0 0h5l1 2.5h4l1-2.5h5',
  list: 'M9 6h11M9 12h11M9 18h11M4.5 6v.01M4.5 12v.01M4.5 18v.01',
  lock: 'M6 11h12v9H6zm2.5 0V8a3.5 3.5 0 0 1 7 0v3M12 14.5v2',
  mail: 'M3.5 6h17v12h-17zm0 1.5 8.5 6 8.5-6',
  note: 'M5 4h14v10l-5 6H5zm9 16v-6h5',
  pause: 'M9 5v14M15 5v14',
  people:
    'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7m-6 9c.3-3.6 2.6-5.5 6-5.5s5.7 1.9 6 5.5M15.5 4.4a3.5 3.5 0 0 1 0 6.2m2 4.4c2.1.7 3.3 2.4 3.5 5',
  send: 'M21 3 3 10.5l7 3 3 7zM10 13.5 21 3',
  shield: 'm12 3 7.5 2.5V12c0 4.5-3 7.5-7.5 9-4.5-1.5-7.5-4.5-7.5-9V5.5z',
  undo: 'M8 5 4 9l4 4M4 9h10a5 5 0 0 1 0 10h-3',
} as const

type Own = keyof typeof drawings
export type IconName = Own | Shared

const isShared = (name: IconName): name is Shared => iconNames.some((one) => one === name)

export function Icon({ name }: { readonly name: IconName }) {
  if (isShared(name)) return <SharedIcon name={name} />
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={drawings[name]} />
    </svg>
  )
}

/** The house's mark in outline, one ink: teal and orange are my page's. */
export function Mark(props: ComponentProps<'svg'>) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" {...props}>
      <circle cx="16" cy="16" r="14" />
      <circle cx="16" cy="20" r="10" />
      <circle cx="16" cy="24.5" r="5.5" />
    </svg>
  )
}

/** A letter of the keyboard, printed where it works. */
export const Key = ({ children }: { readonly children: string }) => (
  <kbd className="key" aria-hidden="true">
    {children}
  </kbd>
)

/** Who of the staff, by the first letter of the name. */
export const PersonMark = ({ name }: { readonly name: string }) => (
  <span className="person-mark" aria-hidden="true">
    {Array.from(name)[0] ?? ''}
  </span>
)
