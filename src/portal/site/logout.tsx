import { ownName, readCookie } from '#protocol/conventions.ts'
import { storedCookie } from '#vocabulary/stored-figures.ts'
import { pages } from '#vocabulary/pages.ts'
import { mypageMeta } from '#portal/page-setting.ts'
import { pageOf } from '#portal/request.ts'
import { redirect } from 'react-router'
import type { Route } from './+types/logout.ts'

/** Asking before ending the session keeps a foreign page from logging the member out with a picture's address. */
export function loader({ context, request }: Route.LoaderArgs) {
  const page = pageOf(context)
  const isSignedIn = page.auth.dmm_login
  if (!isSignedIn && !hasStored(request, page.origin)) throw redirect('/')
  return { isSignedIn, xsrfToken: page.xsrfToken }
}

/** The login is over, and the phone can still show its last figures. */
const hasStored = (request: Request, origin: string) =>
  readCookie(request.headers.get('cookie') ?? '', ownName(storedCookie, origin)) !== undefined

export const meta = mypageMeta('ログアウト')

export default function Logout({ loaderData }: Route.ComponentProps) {
  return (
    <div className="prose page">
      <h1>ログアウトしますか</h1>
      <p>
        {loaderData.isSignedIn
          ? 'ログアウトすると、この端末でマイページを見るには、もう一度ログインが必要になります。電波がないときのために端末に残した数字も消します。'
          : 'ログインは終わっています。電波がないときのために端末に残した数字も消すときは、ログアウトしてください。'}
      </p>
      <form method="post" action="/auth/logout">
        <input type="hidden" name="xsrfToken" value={loaderData.xsrfToken} />
        <button className="button button--primary" type="submit">
          ログアウトする
        </button>
      </form>
      <p>
        <a href={pages.top}>マイページに戻る</a>
      </p>
    </div>
  )
}
