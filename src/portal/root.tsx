import {
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  isRouteErrorResponse,
  useMatches,
  useRouteLoaderData,
} from 'react-router'
import styles from '#ui/ui.css?url'
import boot from './boot.js?url'
import { flagsOf, pageMeta } from '#portal/page-setting.ts'
import { pageOf } from '#portal/request.ts'
import { Layout as Shell } from '#portal/shell/layout.tsx'
import { ErrorPage } from '#portal/site/error-page.tsx'
import { NOT_FOUND_TITLE, NotFound } from '#portal/site/not-found.tsx'
import type { Route } from './+types/root.ts'

export async function loader({ context, url }: Route.LoaderArgs) {
  const page = pageOf(context)
  return {
    auth: page.auth,
    device: page.device,
    links: page.links,
    navigation: page.navigation,
    announce: page.announce,
    errorReporting: page.errorReporting,
    traceKey: page.traceKey,
    xsrfToken: page.xsrfToken,
    noNavigation: url.searchParams.get('navi') === 'none',
  }
}

/** The shell does not change while one moves about in the app; a change of login is a full page load. */
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
  const flags = flagsOf(useMatches().map((match) => match.handle))
  return (
    <html lang="ja">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <Meta />
        <link rel="stylesheet" href={styles} />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <Links />
        <script src={boot} defer />
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
