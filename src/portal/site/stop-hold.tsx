import { brand } from '#brand'
import { pages } from '#vocabulary/pages.ts'
import { ask } from '#portal/mypage/flow/attempt.ts'
import { pageMeta } from '#portal/page-setting.ts'
import { callOf } from '#portal/request.ts'
import type { Result } from '#protocol/endpoint.ts'
import { holdApi } from '#protocol/hold.ts'
import { Button, ButtonRow } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { formatDateTime } from '#ui/format.ts'
import { Notice } from '#ui/notice.tsx'
import { SummaryList } from '#ui/summary-list.tsx'
import { DEAD_LINK_TITLE, StopWithoutLink } from './dead-link.tsx'
import type { Route } from './+types/stop-hold.ts'

type Hold = Result<typeof holdApi.holdsLinkGet>

const titles: Record<Hold['state'], string> = {
  held: 'お申し込みを止めますか',
  watched: 'お申し込みを止めますか',
  stopped: 'お申し込みを止めました',
  released: 'お申し込みはすでに進んでいます',
  withdrawn: 'お申し込みは取りやめになっています',
  needs_confirmation: 'お申し込みを止めますか',
  lapsed: 'お申し込みは取りやめになっています',
}

/** Where the link of a message to the contacts leads: the change on hold, and the button that stops it. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const t = url.searchParams.get('t') ?? ''
  return { t, hold: await ask(url, callOf(context)(holdApi.holdsLinkGet, { query: { t } })) }
}

export function meta({ loaderData }: Route.MetaArgs) {
  const title = loaderData ? titles[loaderData.hold.state] : DEAD_LINK_TITLE
  return pageMeta({ title, noindex: true })
}

export default function StopHold({ loaderData }: Route.ComponentProps) {
  const { hold, t } = loaderData
  return (
    <div className="prose page">
      <h1>{titles[hold.state]}</h1>
      <Card>
        <SummaryList
          entries={[
            ['お手続き', hold.label],
            ['お申し込みの端末', hold.device],
            ['お申し込みの日時', formatDateTime(hold.heldAt)],
            [
              'この画面で止められる期限',
              hold.state === 'watched' ? formatDateTime(hold.until) : undefined,
            ],
            [
              '手続きが進む日時',
              hold.state === 'held' || hold.state === 'released'
                ? formatDateTime(hold.until)
                : undefined,
            ],
          ]}
        />
      </Card>
      {isOpen(hold.state) ? (
        <Question t={t} caseNo={hold.caseNo} isGoingOn={hold.state === 'watched'} />
      ) : null}
      {hold.state === 'stopped' ? <Advice caseNo={hold.caseNo} /> : null}
      {hold.state === 'withdrawn' || hold.state === 'lapsed' ? (
        <p>
          このお申し込みは、すでに終わっています。手続きは進みません。お心当たりがないときは、
          {brand.account}のパスワードを変更してください。
        </p>
      ) : null}
      {hold.state === 'released' ? (
        <Notice tone="warning">
          <p>
            保留の時間が過ぎたため、この画面からは止められません。お心当たりがないときは、すぐにお問い合わせください。
          </p>
          <p>
            <a href="/support/">お問い合わせの方法を見る</a>
          </p>
        </Notice>
      ) : null}
    </div>
  )
}

const isOpen = (state: Hold['state']) =>
  state === 'held' || state === 'needs_confirmation' || state === 'watched'

type QuestionProps = {
  readonly t: string
  readonly caseNo: string | undefined
  /** It does not wait: what has been done is undone. */
  readonly isGoingOn: boolean
}

function Question({ t, caseNo, isGoingOn }: QuestionProps) {
  return (
    <>
      <p>
        {caseNo === undefined
          ? null
          : `お電話で承り、当社の担当者がお客さまに代わってお申し込みしたため（お問い合わせ ${caseNo}）、`}
        {isGoingOn
          ? 'この手続きは、すでに進んでいます。'
          : '安全のため、手続きを進めずにお待ちしています。'}
        ご本人のお申し込みでしたら、何もなさらずにこの画面を閉じてください。
      </p>
      <p>
        お心当たりがないときは止めてください。お申し込みは取りやめになり
        {isGoingOn ? '（新しいスマホに切り替わっていたときは、元のスマホに戻り）' : null}
        {caseNo === undefined ? '、その端末はログアウトします' : 'ます'}。料金はかかりません。
      </p>
      <form method="post" action="/auth/stop">
        <input type="hidden" name="t" value={t} />
        <ButtonRow>
          <Button kind="primary">このお申し込みを止める</Button>
        </ButtonRow>
      </form>
    </>
  )
}

function Advice({ caseNo }: Pick<QuestionProps, 'caseNo'>) {
  if (caseNo !== undefined)
    return (
      <Notice tone="good" title="お申し込みを取りやめました" role="status">
        <p>
          お電話に心当たりがないときは、マイページの
          <a href={pages.access}>閲覧と代理の記録</a>からお知らせください。
        </p>
      </Notice>
    )
  return (
    <Notice tone="good" title="続けて、次のことをお願いします" role="status">
      <p>
        お申し込みを取りやめ、その端末をログアウトしました。ほかの人がパスワードを知っているおそれがあります。
      </p>
      <ul>
        <li>{brand.account}のパスワードを、すぐに変更してください。</li>
        <li>
          <a href={pages.logins}>ログインの記録</a>
          で、ほかにお心当たりのない端末がないかご確認ください。
        </li>
      </ul>
    </Notice>
  )
}

export const ErrorBoundary = ({ error }: Route.ErrorBoundaryProps) => (
  <StopWithoutLink error={error} what="お申し込み">
    <li>
      マイページの<a href={pages.orders}>お手続き状況</a>
      から取り消せます（ログインが必要です）。
    </li>
    <li>{brand.account}のパスワードを、すぐに変更してください。</li>
  </StopWithoutLink>
)
