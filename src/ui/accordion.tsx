import type { ComponentProps, ReactNode } from 'react'

type AccordionProps = Omit<ComponentProps<'details'>, 'className' | 'title'> & {
  readonly title: ReactNode
  /** 200 ms instead of 300 ms (spec 9). */
  readonly inHeader?: boolean
}

/** Native `details`: works without script; the same `name` on several lets only one be open. */
export function Accordion({ title, inHeader = false, children, ...rest }: AccordionProps) {
  return (
    <details {...rest} className={inHeader ? 'accordion accordion--header' : 'accordion'}>
      <summary>{title}</summary>
      {children}
    </details>
  )
}
