import { pages } from '#vocabulary/pages.ts'
import { ask } from '#portal/mypage/flow/attempt.ts'
import { pageMeta } from '#portal/page-setting.ts'
import { callOf } from '#portal/request.ts'
import { noticeApi } from '#protocol/notice.ts'
import { Button, ButtonRow } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { DEAD_LINK_TITLE, DeadLink } from './dead-link.tsx'
import type { Route } from './+types/mail-check.ts'

/** Where the link of the mail leads that tries the registered address. No login is needed: who reads it has received it. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const t = url.searchParams.get('t') ?? ''
  return { t, check: await ask(url, callOf(context)(noticeApi.mailCheckGet, { query: { t } })) }
}

const titleOf = (confirmed: boolean) =>
  confirmed ? 'メールが届くことを確認しました' : 'メールが届きましたか'

export function meta({ loaderData }: Route.MetaArgs) {
  const title = loaderData ? titleOf(loaderData.check.confirmed) : DEAD_LINK_TITLE
  return pageMeta({ title, noindex: true })
}

export default function MailCheck({ loaderData }: Route.ComponentProps) {
  const { check, t } = loaderData
  return (
    <div className="prose page">
      <h1>{titleOf(check.confirmed)}</h1>
      {check.confirmed ? (
        <>
          <Notice tone="good" role="status">
            <p>次のお知らせから、選んだとおりにメールでもお送りします。</p>
          </Notice>
          <p>
            届かなかったあいだのお知らせは、マイページの<a href={pages.notices}>お知らせ</a>
            でご覧いただけます（ログインが必要です）。
          </p>
        </>
      ) : (
        <>
          <p>
            このメールを受け取れたことをお知らせください。止めていたお知らせのメールを、またお送りします。
          </p>
          <form method="post" action="/auth/mail-check">
            <input type="hidden" name="t" value={t} />
            <ButtonRow>
              <Button kind="primary">受け取りました</Button>
            </ButtonRow>
          </form>
        </>
      )}
    </div>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <DeadLink error={error}>
      <p>
        確認のメールは、マイページの<a href={pages.notices}>お知らせ</a>
        から、もう一度お送りできます（ログインが必要です）。
      </p>
    </DeadLink>
  )
}
