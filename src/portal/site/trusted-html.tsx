import type { ComponentProps } from 'react'

/**
 * The one place that sets inner HTML. What comes here is our own build's (static pages) or was cleaned by the server
 * with an allow-list (the provider's navigation); nothing a visitor typed ever does.
 */
export function TrustedHtml({
  html,
  ...rest
}: Omit<ComponentProps<'div'>, 'children'> & { html: string }) {
  return <div {...rest} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: html }} />
}
