import { Link, Outlet, isRouteErrorResponse, useLocation, useRouteLoaderData } from 'react-router'
import type { loader as rootLoader } from '#console/root.tsx'
import { FailurePage, StatePanel } from '#console/shell/failure.tsx'
import { Icon } from '#console/shell/icon.tsx'
import { behalfPlace, places, recordPlace, ticketPlace } from '#console/shell/places.ts'
import { staffRoles } from '#vocabulary/console.ts'
import { ButtonLink, ButtonLinkRow } from '#ui/button.tsx'
import { formatTime } from '#ui/format.ts'
import { Notice } from '#ui/notice.tsx'
import './member-screen.css'
import type { Loaded } from './load.ts'
import { BehalfSide } from './side.tsx'

export { loader } from './load.ts'

export const handle = { crumbs: [{ href: places.records, label: '会員の記録' }] }

/** The member's own screen within a red frame: whose it is, who presses, and beside it what to read out. */
export default function Behalf({ loaderData }: { readonly loaderData: Loaded }) {
  const { grant, isSent } = loaderData
  const { pathname } = useLocation()
  const isOnList = pathname === behalfPlace(grant.grant)
  return (
    <>
      <Band loaded={loaderData} />
      <div className={isOnList ? 'behalf' : 'behalf behalf--framed'}>
        <div className="behalf__screen">
          {isSent ? (
            <Notice tone="good" role="status">
              この画面を送りました。お客さまのメールとマイページに届きます。
            </Notice>
          ) : null}
          {isOnList ? (
            <Outlet />
          ) : (
            <div className="member-screen">
              <Outlet />
            </div>
          )}
        </div>
        {isOnList ? null : <BehalfSide loaded={loaderData} />}
      </div>
    </>
  )
}

function Band({ loaded: { grant } }: { readonly loaded: Loaded }) {
  const staff = useRouteLoaderData<typeof rootLoader>('root')?.staff
  const roles = (staff?.roles ?? []).map((role) => staffRoles[role]).join('・')
  return (
    <section className="acting" aria-label="代理操作中">
      <strong>
        <Icon name="shield" /> 代理操作中
      </strong>
      <span>
        {grant.name === undefined ? '会員' : `${grant.name} さん`}として、
        <b>{staff?.name}</b>（{roles}）が操作しています
      </span>
      <Link to={ticketPlace(grant.ticketNo)}>{grant.ticketNo}</Link>
      <span className="acting__end">
        {formatTime(grant.endsAt)}まで
        <ButtonLink href={recordPlace(grant.grant)}>代理を終える</ButtonLink>
      </span>
    </section>
  )
}

/** The record is closed, or the screen is none that staff see: in the words of the refusal. */
export function ErrorBoundary({ error }: { readonly error: unknown }) {
  if (!isRouteErrorResponse(error) || (error.status !== 409 && error.status !== 403))
    return <FailurePage error={error} />
  const message: unknown = error.data?.message
  return (
    <StatePanel
      icon="lock"
      title={error.status === 409 ? 'この記録は閉じています' : '代理では開けません'}
    >
      <p>{typeof message === 'string' ? message : '閲覧の時間が終わりました。'}</p>
      <p>押していないものは、何も行われていません。</p>
      <ButtonLinkRow href={places.records}>開いている記録へ</ButtonLinkRow>
    </StatePanel>
  )
}
