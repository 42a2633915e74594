import { useSearchParams } from 'react-router'
import { consoleMeta } from '#console/shell/crumb.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { Quiet } from './quiet.tsx'

export const meta = consoleMeta('ログイン')

const reasons: Readonly<Record<string, string>> = {
  out: 'ログアウトしました。',
  idle: '20分のあいだ操作がなかったため、ログアウトしました。',
  over: 'ログインから10時間たったため、ログアウトしました。',
  ended: 'このログインは終わりました。続けるには、もう一度ログインしてください。',
  failed: 'ログインできませんでした。もう一度お試しください。',
}

/** `?why=` says how the last login ended, `?back=` where one goes on. */
export default function Login() {
  const [query] = useSearchParams()
  const why = reasons[query.get('why') ?? '']
  const back = query.get('back') ?? '/'
  return (
    <Quiet title="ログイン">
      {why === undefined ? null : <Notice role="status">{why}</Notice>}
      <p>社員名簿のアカウントと、メールに届く確認コードでログインします。</p>
      <p>
        <ButtonLink kind="primary" href={`/auth/login?${new URLSearchParams({ back })}`}>
          社員名簿でログインする
        </ButtonLink>
      </p>
    </Quiet>
  )
}
