import { pages } from '#vocabulary/pages.ts'
import { mypageMeta } from '#portal/page-setting.ts'
import { pageOf } from '#portal/request.ts'
import { redirect } from 'react-router'
import type { Route } from './+types/logout.ts'

/** Asking before ending the session keeps a foreign page from logging the member out with a picture's address. */
export function loader({ context }: Route.LoaderArgs) {
  const page = pageOf(context)
  if (!page.auth.dmm_login) throw redirect('/')
  return { xsrfToken: page.xsrfToken }
}

export const meta = mypageMeta('ログアウト')

export default function Logout({ loaderData }: Route.ComponentProps) {
  return (
    <div className="prose page">
      <h1>ログアウトしますか</h1>
      <p>ログアウトすると、この端末でマイページを見るには、もう一度ログインが必要になります。</p>
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
