import { consoleMeta } from '#console/shell/crumb.ts'
import { outside } from '#console/shell/places.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Quiet } from './quiet.tsx'

export const meta = consoleMeta('入れません')

/** Who has left, or is in none of the groups that work here. */
export default function NoEntry() {
  return (
    <Quiet title="このアカウントでは入れません">
      <p>
        業務コンソールの役割が、社員名簿で割り当てられていません。必要な場合は、責任者に割り当てを依頼してください。割り当てられたら、もう一度ログインしてください。
      </p>
      <p className="muted">ログインを試したことは、記録に残りました。</p>
      <p>
        <ButtonLink href={outside.login}>ログインの画面へ</ButtonLink>
      </p>
    </Quiet>
  )
}
