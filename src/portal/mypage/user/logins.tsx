import { brand } from '#brand'
import { pages, withQuery } from '#vocabulary/pages.ts'
import { ask } from '#portal/mypage/flow/attempt.ts'
import { KeyedForm, Submit, SubmitRow } from '#portal/mypage/flow/form.tsx'
import { Frame } from '#portal/mypage/flow/frame.tsx'
import { type FormKeys, freshKeysOf } from '#portal/mypage/flow/keys.ts'
import { Stopped } from '#portal/mypage/flow/stopped.tsx'
import { actions } from '#portal/mypage/flow/submit.ts'
import { useIsOffered } from '#portal/mypage/shared/use-is-offered.ts'
import { mypageMeta } from '#portal/page-setting.ts'
import { callOf } from '#portal/request.ts'
import type { Result } from '#protocol/endpoint.ts'
import { holdApi } from '#protocol/hold.ts'
import { noticeApi } from '#protocol/notice.ts'
import { Badge } from '#ui/badge.tsx'
import { formatDateTime } from '#ui/format.ts'
import { Notice } from '#ui/notice.tsx'
import type { Route } from './+types/logins.ts'

export { revalidateAfterRefusal as shouldRevalidate } from '#portal/mypage/flow/revalidate-after-refusal.ts'

const title = 'ログインの記録'
const ROWS_SHOWN = 20

type Login = Result<typeof noticeApi.loginHistoryGet>['rows'][number]

export async function loader({ context, url }: Route.LoaderArgs) {
  const cursor = url.searchParams.get('cursor') || undefined
  const logins = await ask(
    url,
    callOf(context)(noticeApi.loginHistoryGet, {
      query: { limit: ROWS_SHOWN, ...(cursor && { cursor }) },
    }),
  )
  const { holds } = await ask(url, callOf(context)(holdApi.holdsGet))
  const { searchParams } = url
  return {
    logins,
    holds,
    isEnded: searchParams.has('ended'),
    isStopped: searchParams.has('stopped'),
    keys: freshKeysOf(context),
  }
}

/** Ends one of the other sessions, or all of them; or stops a change that waits. */
export const action = actions(
  {
    stopHold: { endpoint: holdApi.holdsStopPost, to: `${pages.logins}?stopped=1` },
    end: { endpoint: noticeApi.loginHistoryDelete, to: `${pages.logins}?ended=1` },
  },
  'end',
)

export const meta = mypageMeta(title)

export default function Logins({ loaderData, actionData }: Route.ComponentProps) {
  const { logins, holds, isEnded, isStopped, keys } = loaderData
  const isLockOffered = useIsOffered(pages.lock)
  return (
    <Frame title={title} way={[pages.user]}>
      <Stopped refused={actionData?.refused} title="ログアウトできませんでした" />
      {isEnded && actionData === undefined ? (
        <Notice tone="good" role="status">
          ログアウトしました。ほかの端末では、もう一度ログインが必要です。
        </Notice>
      ) : null}
      {isStopped && actionData === undefined ? (
        <Notice tone="good" role="status" title="お申し込みを止めました">
          お申し込みに使われた端末をログアウトしました。ほかの人がパスワードを知っているおそれがありますので、
          {brand.account}のパスワードをすぐに変更してください。
        </Notice>
      ) : null}
      {holds.map((hold) => (
        <HoldCard key={hold.holdNo} hold={hold} keys={keys} />
      ))}
      <p>
        お心当たりのないログインがあるときは、ほかの端末をすべてログアウトし、{brand.account}
        のパスワードを変更してください。
      </p>
      {isLockOffered ? (
        <p>
          ほかの人に勝手に手続きされないように、<a href={pages.lock}>ロック</a>
          で手続きを止めておけます。
        </p>
      ) : null}
      <p>
        ほかの端末をすべてログアウトすると、アクセスキー、アプリの連携、Webhook、ウィジェットも、いっしょに終わります。
      </p>
      <KeyedForm keys={keys} of="all">
        <SubmitRow>ほかの端末をすべてログアウトする</SubmitRow>
      </KeyedForm>
      <ul className="card login-list" role="list">
        {logins.rows.map((login) => (
          <li key={login.loginId}>
            <LoginRow login={login} keys={keys} />
          </li>
        ))}
      </ul>
      {logins.nextCursor === undefined ? null : (
        <p className="tap">
          <a href={withQuery(pages.logins, { cursor: logins.nextCursor })} rel="next">
            これより前の記録を見る
          </a>
        </p>
      )}
    </Frame>
  )
}

type Hold = Result<typeof holdApi.holdsGet>['holds'][number]

/** A change that waits because it came from a new device, or from staff on behalf, and the button that stops it. */
function HoldCard({ hold, keys }: { readonly hold: Hold; readonly keys: FormKeys }) {
  return (
    <Notice tone="warning" title={`「${hold.label}」を安全のため保留しています`}>
      <p>
        {formatDateTime(hold.heldAt)}に、
        {hold.caseNo === undefined
          ? `はじめてログインした端末「${hold.device}」から`
          : `お電話で承り、当社の担当者から（お問い合わせ ${hold.caseNo}）`}
        お申し込みがありました。{formatDateTime(hold.until)}
        まで手続きを進めずにお待ちします。お心当たりがないときは止めてください。
      </p>
      <KeyedForm keys={keys} of={hold.holdNo} values={{ intent: 'stopHold', holdNo: hold.holdNo }}>
        <SubmitRow>このお申し込みを止める</SubmitRow>
      </KeyedForm>
    </Notice>
  )
}

const results: Record<Login['result'], string> = {
  signedIn: 'ログイン中',
  signedOut: 'ログアウト済み',
  expired: '時間切れで終了',
  refused: 'ログインできず',
}

function LoginRow({ login, keys }: { readonly login: Login; readonly keys: FormKeys }) {
  const { loginId, at, current, result, device, addressMasked, newDevice } = login
  return (
    <article className="login-row" aria-label={`${formatDateTime(at)} ${device}`}>
      <p className="login-row__device">
        <strong>{device}</strong> {newDevice ? <Badge tone="warning">はじめての端末</Badge> : null}{' '}
        {current ? <Badge tone="good">この端末</Badge> : <Badge>{results[result]}</Badge>}
      </p>
      <p className="small muted">
        <time dateTime={at}>{formatDateTime(at)}</time>
        {addressMasked === '' ? null : `・IPアドレス：${addressMasked}`}
      </p>
      {current || result !== 'signedIn' ? null : (
        <KeyedForm keys={keys} of={loginId} values={{ intent: 'end', loginId }}>
          <Submit>
            ログアウトする<span className="visually-hidden">（{device}）</span>
          </Submit>
        </KeyedForm>
      )}
    </article>
  )
}
