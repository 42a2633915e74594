import { redirect, redirectDocument } from 'react-router'
import { ask, attempt } from '#portal/mypage/flow/attempt.ts'
import { KeyedForm, Submit } from '#portal/mypage/flow/form.tsx'
import { freshKeysOf, idempotencyKeyOf, textOf } from '#portal/mypage/flow/keys.ts'
import { Stopped } from '#portal/mypage/flow/stopped.tsx'
import { pageMeta, type PageHandle } from '#portal/page-setting.ts'
import { callOf, pageOf } from '#portal/request.ts'
import { DEAD_LINK_TITLE, StopWithoutLink } from '#portal/site/dead-link.tsx'
import type { Result } from '#protocol/endpoint.ts'
import { ApiError } from '#protocol/http.ts'
import { successionApi } from '#protocol/succession.ts'
import { Card } from '#ui/card.tsx'
import { formatDateTime } from '#ui/format.ts'
import { Page } from '#ui/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import { SummaryList } from '#ui/summary-list.tsx'
import { loginAddress } from '#vocabulary/login.ts'
import { successionStopPage } from '#vocabulary/site-pages.ts'
import { stay } from './stay.ts'
import type { Route } from './+types/stop.ts'

type Asked = Result<typeof successionApi.successionStopGet>

const titles: Record<Asked['state'], string> = {
  open: 'お申し出を止めますか',
  stopped: 'お申し出を止めました',
  accepted: 'お手続きは終わっています',
  over: 'お申し出は終わっています',
}

const titleOf = (asked: Asked | undefined) =>
  asked === undefined ? 'お申し出は見つかりません' : titles[asked.state]

export const handle: PageHandle = { page: { isDmmHeader: false, isDmmFooter: false } }

/** Where the messages to the holder lead: what is asked for, and the button that stops it. Looking changes nothing. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const t = url.searchParams.get('t') ?? undefined
  const keys = freshKeysOf(context)
  const call = callOf(context)
  if (t !== undefined) {
    const asked = await ask(url, call(successionApi.successionStopGet, { query: { t } }))
    return { asked, t, keys }
  }
  // Out of a notice: whose contract is meant, the login says.
  if (!pageOf(context).auth.dmm_login)
    throw redirectDocument(loginAddress(url.pathname + url.search))
  const found = call(successionApi.successionStopGet, { query: {} })
  return { asked: await ask(url, found.catch(orNone)), t, keys }
}

function orNone(error: unknown) {
  if (error instanceof ApiError && error.failure?.code === 'NOT_FOUND') return undefined
  throw error
}

export async function action({ context, request, url }: Route.ActionArgs) {
  const form = await request.formData()
  const given = textOf(form, 't')
  const t = given === '' ? undefined : given
  const answer = await attempt(
    url,
    callOf(context, form)(successionApi.successionStopPost, {
      body: t === undefined ? {} : { t },
      idempotencyKey: idempotencyKeyOf(form),
    }),
  )
  if ('refused' in answer) return stay(form, answer.refused)
  return redirect(successionStopPage(t))
}

export const meta = ({ loaderData }: Route.MetaArgs) =>
  pageMeta({ title: loaderData ? titleOf(loaderData.asked) : DEAD_LINK_TITLE, noindex: true })

export default function StopSuccession({ loaderData, actionData }: Route.ComponentProps) {
  const { asked, t, keys } = loaderData
  if (asked === undefined) return <None />
  return (
    <Page className="apply succession">
      <h1>{titles[asked.state]}</h1>
      <Stopped refused={actionData?.refused} title="止められませんでした" />
      <Card>
        <SummaryList
          entries={[
            ['お申し出の内容', `ご契約者が亡くなったとして、${asked.wishLabel}`],
            ['受付日時', formatDateTime(asked.submittedAt)],
            ['受け付けをお休みする日時', asked.pausesFrom && formatDateTime(asked.pausesFrom)],
            ['お手続きが進む日時', asked.movesFrom && formatDateTime(asked.movesFrom)],
            ['受付番号', asked.orderNo],
          ]}
        />
      </Card>
      {asked.state === 'open' ? (
        <KeyedForm keys={keys} of="stop" values={t === undefined ? {} : { t }} className="flow">
          <p>ご契約者ご本人で、お心当たりがないときは、止めてください。費用はかかりません。</p>
          <p>
            お心当たりのあるご家族は、何もなさらずに、この画面を閉じてください。止めると、同じお手続きは180日のあいだ窓口だけで承ります。
          </p>
          <Submit kind="primary">お申し出を止める</Submit>
        </KeyedForm>
      ) : (
        <Notice tone={asked.state === 'stopped' ? 'good' : 'info'} role="status">
          <p>{sentences[asked.state]}</p>
          <p>
            <a href="/support/">お問い合わせの方法を見る</a>
          </p>
        </Notice>
      )}
    </Page>
  )
}

/** Also for whoever held the contract until it was taken over, and comes with an old notice. */
function None() {
  return (
    <Page className="apply succession">
      <h1>{titleOf(undefined)}</h1>
      <Notice role="status">
        <p>
          このアカウントのご契約に、止められるお申し出はありません。名義の変更が済んだあとは、この画面からは止められません。お心当たりがないときは、すぐにお問い合わせください。
        </p>
        <p>
          <a href="/support/">お問い合わせの方法を見る</a>
        </p>
      </Notice>
    </Page>
  )
}

export const ErrorBoundary = ({ error }: Route.ErrorBoundaryProps) => (
  <StopWithoutLink error={error} what="お申し出">
    <li>
      ご契約者ご本人がログインすると、
      <a href={successionStopPage()}>お申し出を確かめて止められます</a>。
    </li>
  </StopWithoutLink>
)

const sentences = {
  stopped:
    'お申し出を止めました。ご契約は、これまでのまま続きます。ほかにお心当たりのないお知らせがあるときは、お問い合わせください。',
  accepted:
    'お待ちする時間が過ぎたため、お手続きが終わりました。この画面からは止められません。お心当たりがないときは、すぐにお問い合わせください。',
  over: 'お申し出は成立せずに終わりました。ご契約は、これまでのまま続きます。',
} as const
