import {
  Outlet,
  data,
  isRouteErrorResponse,
  redirectDocument,
  useLocation,
  useRouteLoaderData,
} from 'react-router'
import { pageMeta, type PageHandle } from '#portal/page-setting.ts'
import { callOf, pageOf } from '#portal/request.ts'
import type { loader as rootLoader } from '#portal/root.tsx'
import { ErrorPage } from '#portal/site/error-page.tsx'
import { NOT_FOUND_TITLE, NotFound } from '#portal/site/not-found.tsx'
import { api } from '#protocol/index.ts'
import { Tabs } from '#ui/tabs.tsx'
import { NO_CONTRACT_TITLE, NoContract } from './no-contract.tsx'
import { isOpenWithoutContract, tabsFor } from './places.ts'
import { settle } from './shared/settle.ts'
import type { Route } from './+types/mypage.ts'

export const handle: PageHandle = { page: { isAnnounce: true } }

/** A visitor logs in first and comes back; by a full load, since the login is no page of the app. */
export const middleware: Route.MiddlewareFunction[] = [
  ({ context, url }, next) => {
    if (!pageOf(context).auth.dmm_login)
      throw redirectDocument(`/auth/login?back=${encodeURIComponent(url.pathname + url.search)}`)
    return next()
  },
]

const NO_CONTRACT = 'no contract'
const ERROR_TITLE = '表示できませんでした'

/** An account without a contract is told what is missing, but for the pages of the account itself. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const member = pageOf(context).auth.mvno_member
  if (!member && !isOpenWithoutContract(url.pathname))
    throw data(NO_CONTRACT, { status: 403, statusText: NO_CONTRACT })
  const notices = await settle(
    callOf(context)(api.noticesGet, { query: { unread: 'true', limit: 1 } }),
  )
  return { member, unread: notices.ok ? notices.value.unread : 0 }
}

export function meta({ error }: Route.MetaArgs) {
  if (!isRouteErrorResponse(error))
    return error ? pageMeta({ title: ERROR_TITLE, noindex: true }) : []
  if (error.data === NO_CONTRACT) return pageMeta({ title: NO_CONTRACT_TITLE, noindex: true })
  return pageMeta({ title: error.status === 404 ? NOT_FOUND_TITLE : ERROR_TITLE, noindex: true })
}

export default function Mypage({ loaderData }: Route.ComponentProps) {
  const { pathname } = useLocation()
  return (
    <>
      <div className="mypage-nav">
        <Tabs
          label="マイページ"
          tabs={tabsFor(loaderData.member, loaderData.unread)}
          current={pathname}
        />
      </div>
      <Outlet />
    </>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const root = useRouteLoaderData<typeof rootLoader>('root')
  if (isRouteErrorResponse(error)) {
    if (error.data === NO_CONTRACT) return <NoContract />
    if (error.status === 404) return <NotFound />
  }
  return <ErrorPage error={error} traceKey={root?.traceKey} />
}
