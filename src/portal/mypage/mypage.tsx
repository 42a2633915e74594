import { Outlet, data, redirect } from 'react-router'
import { pageOf } from '#portal/request.ts'
import type { PageHandle } from '#portal/page-setting.ts'
import type { Route } from './+types/mypage.ts'

export const handle: PageHandle = { page: { isAnnounce: true } }

/** The member area: a visitor logs in first and comes back; an account without a contract is told what is missing. */
export const middleware: Route.MiddlewareFunction[] = [
  ({ context, url }, next) => {
    const { auth } = pageOf(context)
    if (!auth.dmm_login)
      throw redirect(`/auth/login?back=${encodeURIComponent(url.pathname + url.search)}`)
    if (!auth.mvno_member) throw data({ message: NO_CONTRACT }, { status: 403 })
    return next()
  },
]

const NO_CONTRACT =
  'このアカウントには、まだご契約がありません。ご契約中のアカウントでログインし直すか、料金プランをご覧のうえお申し込みください。'

export function loader() {
  return null
}

export default function Mypage() {
  return <Outlet />
}
