import { useEffect } from 'react'
import {
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  isRouteErrorResponse,
  useLocation,
  useMatches,
  useRouteLoaderData,
} from 'react-router'
import { flagsOf, pageMeta } from '#portal/page-setting.ts'
import { pageOf } from '#portal/request.ts'
import { Layout as Shell } from '#portal/shell/layout.tsx'
import { ongoingOf } from '#portal/shell/ongoing.ts'
import { mainClassOf, viewportOf } from '#portal/shell/place.ts'
import { ErrorPage } from '#portal/site/error-page.tsx'
import { NOT_FOUND_TITLE, NotFound } from '#portal/site/not-found.tsx'
import { startCopying } from '#ui/copy.ts'
import type { Route } from './+types/root.ts'
import type { PageContext } from '#portal/context.ts'
import { startReporting } from '#portal/shell/report-errors.ts'

/** Errors go to the operator's reporter when the environment allows it (spec 8). */
function useErrorReporting(settings: PageContext['errorReporting']): void {
  const { dsn, logUrl } = settings ?? {}
  useEffect(() => {
    if (dsn !== undefined) void startReporting({ dsn, logUrl: logUrl ?? '' })
  }, [dsn, logUrl])
}

export async function loader({ context }: Route.LoaderArgs) {
  const page = pageOf(context)
  return {
    auth: page.auth,
    device: page.device,
    today: page.today,
    links: page.links,
    mainClass: mainClassOf(page.navigation.mainContents),
    announce: page.announce,
    ongoing: ongoingOf(page.outages()),
    errorReporting: page.errorReporting,
    traceKey: page.traceKey,
    xsrfToken: page.xsrfToken,
  }
}

/** The shell looks after itself while one moves about in the app (use-platform). */
export function shouldRevalidate() {
  return false
}

export function meta({ error }: Route.MetaArgs) {
  if (isRouteErrorResponse(error) && error.status === 404)
    return pageMeta({ title: NOT_FOUND_TITLE })
  return error ? pageMeta({ title: 'エラーが発生しました', noindex: true }) : []
}

export function Layout({ children }: { children: React.ReactNode }) {
  const shell = useRouteLoaderData<typeof loader>('root')
  const matches = useMatches()
  const { pathname } = useLocation()
  const flags = flagsOf(
    matches.map((match) => match.handle),
    pathname,
  )
  useErrorReporting(shell?.errorReporting)
  useEffect(startCopying, [])
  return (
    <html lang="ja">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content={viewportOf(pathname, shell?.device ?? 'desktop')} />
        <Meta />
        <link rel="icon" href="/favicon.ico" sizes="48x48" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" sizes="any" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href="/site.webmanifest" />
        <Links />
      </head>
      <body>
        {shell ? (
          <Shell shell={shell} flags={flags}>
            {children}
          </Shell>
        ) : (
          <main id="main">{children}</main>
        )}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}

export default function App() {
  return <Outlet />
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const traceKey = useRouteLoaderData<typeof loader>('root')?.traceKey
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFound />
  return <ErrorPage error={error} traceKey={traceKey} />
}
