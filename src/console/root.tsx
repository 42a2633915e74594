import type { ReactNode } from 'react'
import {
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useNavigation,
  useRouteLoaderData,
  useSearchParams,
  type LoaderFunctionArgs,
} from 'react-router'
import { ask } from '#portal/mypage/flow/attempt.ts'
import { freshKeysOf } from '#portal/mypage/flow/keys.ts'
import { attempt } from '#portal/mypage/shared/attempt.ts'
import { callOf, pageOf } from '#portal/request.ts'
import { queueApi } from '#protocol/console/queue.ts'
import { staffApi } from '#protocol/console/staff.ts'
import { Notice } from '#ui/notice.tsx'
import './console.css'
import { Sheets } from './keyboard/sheets.tsx'
import { consoleMeta } from './shell/crumb.ts'
import { FailurePage } from './shell/failure.tsx'
import { isOutside } from './shell/places.ts'
import { Rail, type QueueCount } from './shell/rail.tsx'
import { Top } from './shell/top.tsx'

/** Who is logged in, and the desk's counts. Every page but those outside the desk leads to the login first. */
export async function loader({ context, url }: LoaderFunctionArgs) {
  if (isOutside(url.pathname)) return undefined
  const call = callOf(context)
  const [me, counts] = await Promise.all([
    ask(url, call(staffApi.consoleMeGet)),
    attempt(call(queueApi.consoleCountsGet)),
  ])
  const { name, roles } = me
  const { today } = pageOf(context)
  return {
    staff: { name, roles },
    counts: counts.ok ? counts.value : undefined,
    today,
    // The frame's own forms lead away from whatever page is in it.
    keys: { ...freshKeysOf(context), xsrfToken: pageOf(context).frameToken ?? '' },
  }
}

type Counts = NonNullable<Awaited<ReturnType<typeof loader>>>['counts']

/** The queues of one's roles with their counts; cases and proposals are everybody's, also while nothing can be counted. */
function countsOf(counts: Counts): QueueCount[] {
  const counted = (counts?.queues ?? []).map(({ queue, count, isMore, overdue }) => ({
    queue,
    total: isMore ? `${count}+` : `${count}`,
    over: overdue,
  }))
  const names = counted.map(({ queue }) => queue)
  const everybodys = (['ticket', 'approval'] as const).filter((queue) => !names.includes(queue))
  return [...everybodys.map((queue) => ({ queue })), ...counted]
}

export const meta = ({ error }: { readonly error?: unknown }) =>
  error === undefined ? [] : consoleMeta('表示できません')()

export function Layout({ children }: { readonly children: ReactNode }) {
  const shell = useRouteLoaderData<typeof loader>('root')
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
        {shell ? (
          <div className="desk">
            <Rail staff={shell.staff} queues={countsOf(shell.counts)} />
            <Top counts={shell.counts} today={shell.today} keys={shell.keys} />
            <Main className="desk__main">
              <Verified />
              {children}
            </Main>
            <Sheets />
          </div>
        ) : (
          <Main className="quiet">{children}</Main>
        )}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}

/** What was typed is not kept while somebody shows the second factor again: without a word it would be taken for done. */
function Verified() {
  const [query] = useSearchParams()
  return query.get('note') !== 'verified' ? null : (
    <Notice tone="warning" title="2段階目の確認が済みました" role="status">
      まだ何も実行していません。内容を入れ直して、もう一度押してください。
    </Notice>
  )
}

type MainProps = { readonly className: string; readonly children: ReactNode }

/** The page. While another one is on its way it says so at once: a link has no button that could. */
function Main({ className, children }: MainProps) {
  const { state } = useNavigation()
  return (
    <main className={className} id="main" tabIndex={-1} aria-busy={state !== 'idle'}>
      {children}
    </main>
  )
}

export default function Console() {
  return <Outlet />
}

export function ErrorBoundary({ error }: { readonly error: unknown }) {
  return <FailurePage error={error} />
}
