import { pages } from '#vocabulary/pages.ts'
import type { Auth } from '#portal/shell/platform-status.ts'

/** Spec 4: a member goes to my page, an account without the service orders, a visitor may do either. */
export function headerButtons(auth: Auth): { myPage: boolean; order: boolean } {
  if (auth.mvno_member) return { myPage: true, order: false }
  return { myPage: !auth.dmm_login, order: true }
}

export function AuthButtons({ auth }: { auth: Auth }) {
  const shown = headerButtons(auth)
  return (
    <>
      {shown.myPage ? (
        <a className="button" href={pages.top}>
          マイページ
        </a>
      ) : null}
      {shown.order ? (
        <a className="button button--primary" href="/order">
          お申し込み
        </a>
      ) : null}
    </>
  )
}
