import type { ComponentProps } from 'react'

type TextLinkProps = Omit<ComponentProps<'a'>, 'target' | 'rel'> & {
  readonly href: string
  /** Opens a new tab, and says so. */
  readonly external?: boolean
}

export function TextLink({ external = false, children, ...rest }: TextLinkProps) {
  if (!external) return <a {...rest}>{children}</a>
  return (
    <a {...rest} target="_blank" rel="noopener">
      {children}
      <span className="visually-hidden">（新しいタブで開きます）</span>
    </a>
  )
}

/** A link in a line of its own, high enough for a finger. */
export const TapLink = (props: TextLinkProps) => (
  <p className="tap">
    <TextLink {...props} />
  </p>
)
