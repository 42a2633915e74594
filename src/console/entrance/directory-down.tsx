import { consoleMeta } from '#console/shell/crumb.ts'
import { outside } from '#console/shell/places.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Quiet } from './quiet.tsx'

export const meta = consoleMeta('社員名簿につながりません')

/** Nobody can log in; who is in goes on: after 15 minutes without decisions, after 60 not at all. */
export default function DirectoryDown() {
  return (
    <Quiet title="社員名簿につながりません">
      <p>
        いまは、だれもログインできません。すでにログインしている人は、見ることと返事ができます。承認などの判断は15分で止まり、60分で全員のログインが切れます。
      </p>
      <p>急ぐ件があれば、運用の担当に連絡してください。</p>
      <p>
        <ButtonLink href={outside.login}>もう一度試す</ButtonLink>
      </p>
    </Quiet>
  )
}
