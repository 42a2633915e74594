import { isRouteErrorResponse } from 'react-router'

const sentences: Record<number, string> = {
  403: 'このページは、ご契約中の方だけがご利用いただけます。ご契約のアカウントでログインしているか確認してください。',
  503: 'ただいまサービスに接続できません。数分おいてから、もう一度お試しください。お手続きの途中だった場合、受け付けは一度だけ行われます。',
}
const GENERAL = 'サーバーでエラーが発生しました。しばらくしてから、もう一度お試しください。'

/** What happened, what to do, and the number to quote when asking (お問い合わせ番号). */
export function ErrorPage({ error, traceKey }: { error: unknown; traceKey?: string | undefined }) {
  const status = isRouteErrorResponse(error) ? error.status : 500
  const message =
    isRouteErrorResponse(error) && typeof error.data?.message === 'string'
      ? error.data.message
      : undefined
  return (
    <div className="prose page">
      <h1>{status === 503 ? 'ただいま接続できません' : '表示できませんでした'}</h1>
      <p>{message ?? sentences[status] ?? GENERAL}</p>
      {traceKey ? <p className="small">お問い合わせ番号：{traceKey}</p> : null}
      <p>
        <a className="button" href="/">
          トップページへ
        </a>
      </p>
    </div>
  )
}
