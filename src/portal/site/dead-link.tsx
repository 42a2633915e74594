import type { ReactNode } from 'react'
import { isRouteErrorResponse, useRouteLoaderData } from 'react-router'
import type { loader as rootLoader } from '#portal/root.tsx'
import { brand } from '#brand'
import { QuietRing } from '#ui/empty-state.tsx'
import { Notice } from '#ui/notice.tsx'
import { ErrorPage } from './error-page.tsx'

export const DEAD_LINK_TITLE = 'このリンクは使えません'

type DeadLinkProps = { readonly error: unknown; readonly children: ReactNode }

/**
 * A mail's link that is none of ours: mostly its end was cut off by what showed the mail. No page was moved; whoever wanted
 * to stop something is told how else it is stopped.
 */
export function DeadLink({ error, children }: DeadLinkProps) {
  const traceKey = useRouteLoaderData<typeof rootLoader>('root')?.traceKey
  if (!isRouteErrorResponse(error) || (error.status !== 404 && error.status !== 400))
    return <ErrorPage error={error} traceKey={traceKey} />
  return (
    <div className="prose page">
      <QuietRing />
      <h1>{DEAD_LINK_TITLE}</h1>
      <p>
        アドレスが途中で切れているか、古いメールのリンクです。メールにあるリンクの全体をコピーして、もう一度開いてください。
      </p>
      {children}
    </div>
  )
}

type StopWithoutLinkProps = DeadLinkProps & { readonly what: string }

/** What the link would have stopped goes on. @param what as the mail calls it; the children are ways that need no link */
export const StopWithoutLink = ({ error, what, children }: StopWithoutLinkProps) => (
  <DeadLink error={error}>
    <Notice tone="warning" title={`お心当たりのない${what}を止めたいとき`}>
      <ul>
        {children}
        <li>
          ログインできないときは、すぐにお電話ください（
          <a className="nowrap" href={`tel:${brand.telephone.replaceAll('-', '')}`}>
            {brand.telephone}
          </a>
          ）。
        </li>
      </ul>
    </Notice>
  </DeadLink>
)
