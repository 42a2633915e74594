import type { MouseEvent } from 'react'
import { brand } from '#brand'
import { TrustedHtml } from '#portal/site/trusted-html.tsx'

const labels = {
  header: `${brand.provider}の共通メニュー`,
  footer: `${brand.provider}の共通案内`,
}

/** The provider's own header or footer; empty and without height when its service failed. */
export function ProviderPart({ part, html }: { part: 'header' | 'footer'; html: string }) {
  return (
    <TrustedHtml
      className={`provider-part provider-part--${part}`}
      data-provider={part}
      {...(html === '' ? {} : { role: 'region', 'aria-label': labels[part] })}
      html={html}
      onClickCapture={comeBackHere}
    />
  )
}

/** Its login link was written for the page that was loaded first; one has moved on in the app since. */
function comeBackHere(event: MouseEvent) {
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (!link || new URL(link.href).pathname !== '/auth/login') return
  const url = new URL(link.href)
  url.searchParams.set('back', location.pathname + location.search)
  link.href = url.href
}
