import {
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useMatches,
  useRouteLoaderData,
  type LoaderFunctionArgs,
} from 'react-router'
import type { ReactNode } from 'react'
import { callOf } from '#portal/request.ts'
import { consoleApi } from '#protocol/console/index.ts'
import './console.css'
import { FailurePage } from './shell/failure.tsx'
import { Rail, type QueueCount, type Staff } from './shell/rail.tsx'
import { Top } from './shell/top.tsx'

type Shell = {
  readonly staff: Staff
  readonly queues: readonly QueueCount[]
  readonly now: string | undefined
}

/** Nobody logged in has no desk around the page; the pages inside lead to the login by themselves. */
export async function loader({ context }: LoaderFunctionArgs): Promise<Shell | undefined> {
  const call = callOf(context)
  const me = await call(consoleApi.consoleMeGet).catch(() => undefined)
  if (me === undefined) return undefined
  return { staff: { ...me, acts: [] }, queues: [], now: undefined }
}

export function Layout({ children }: { readonly children: ReactNode }) {
  const shell = useRouteLoaderData<typeof loader>('root')
  const isQuiet = useMatches().some(({ handle }) => hasQuiet(handle))
  return (
    <html lang="ja">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <Meta />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" sizes="any" />
        <Links />
      </head>
      <body>
        <a className="skip-link" href="#main">
          本文へ移動する
        </a>
        {shell && !isQuiet ? (
          <div className="desk">
            <Rail staff={shell.staff} queues={shell.queues} />
            <Top now={shell.now} />
            <main className="desk__main" id="main" tabIndex={-1}>
              {children}
            </main>
          </div>
        ) : (
          <main className="quiet" id="main" tabIndex={-1}>
            {children}
          </main>
        )}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}

const hasQuiet = (handle: unknown) =>
  typeof handle === 'object' && handle !== null && 'isQuiet' in handle

export default function Console() {
  return <Outlet />
}

export function ErrorBoundary({ error }: { readonly error: unknown }) {
  return <FailurePage error={error} />
}
