import { pages } from '#vocabulary/pages.ts'
import { ask } from '#portal/mypage/flow/attempt.ts'
import { pageMeta } from '#portal/page-setting.ts'
import { callOf } from '#portal/request.ts'
import { noticeApi } from '#protocol/notice.ts'
import { Button, ButtonRow } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { DEAD_LINK_TITLE, DeadLink } from './dead-link.tsx'
import type { Route } from './+types/notice-stop.ts'

/** Where the link of a mail leads that may be stopped: which kind it is, and the button. No login is needed. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const t = url.searchParams.get('t') ?? ''
  return { t, notice: await ask(url, callOf(context)(noticeApi.noticeStopGet, { query: { t } })) }
}

const titleOf = (stopped: boolean) =>
  stopped ? 'お知らせのメールを止めました' : 'お知らせのメールを止めますか'

export function meta({ loaderData }: Route.MetaArgs) {
  const title = loaderData ? titleOf(loaderData.notice.stopped) : DEAD_LINK_TITLE
  return pageMeta({ title, noindex: true })
}

export default function NoticeStop({ loaderData }: Route.ComponentProps) {
  const { notice, t } = loaderData
  const { label, stopped } = notice
  return (
    <div className="prose page">
      <h1>{titleOf(stopped)}</h1>
      {stopped ? (
        <Notice tone="good" role="status">
          <p>「{label}」のお知らせは、もうメールではお送りしません。</p>
        </Notice>
      ) : (
        <>
          <p>「{label}」のお知らせを、メールではお送りしないようにします。</p>
          <form method="post" action="/auth/notice-stop">
            <input type="hidden" name="t" value={t} />
            <ButtonRow>
              <Button kind="primary">「{label}」のメールを止める</Button>
            </ButtonRow>
          </form>
        </>
      )}
      <p>
        契約・お手続き、未払い・利用停止、セキュリティのお知らせは、引き続きメールでお送りします。
      </p>
      <p>
        <a href={notice.kind === 'alert' ? pages.alert : pages.noticeSettings}>
          マイページのお知らせの設定
        </a>
        で、いつでも選び直せます（ログインが必要です）。
      </p>
    </div>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <DeadLink error={error}>
      <p>
        お知らせのメールは、マイページの<a href={pages.noticeSettings}>お知らせの設定</a>
        でも止められます（ログインが必要です）。
      </p>
    </DeadLink>
  )
}
