import { redirect } from 'react-router'
import { attempt } from '#portal/mypage/flow/attempt.ts'
import { KeyedForm, Submit } from '#portal/mypage/flow/form.tsx'
import { GoOn } from '#portal/mypage/flow/go-on.tsx'
import { loadPress } from '#portal/mypage/flow/keep-press.ts'
import { type FormKeys, freshKeysOf } from '#portal/mypage/flow/keys.ts'
import { Stopped } from '#portal/mypage/flow/stopped.tsx'
import { actions } from '#portal/mypage/flow/submit.ts'
import { type PageHandle, pageMeta } from '#portal/page-setting.ts'
import { callOf, pageOf } from '#portal/request.ts'
import { applicationApi } from '#protocol/application.ts'
import { Accordion } from '#ui/accordion.tsx'
import { ButtonLink, ButtonRow } from '#ui/button.tsx'
import { Page } from '#ui/layout.tsx'
import { pages } from '#vocabulary/pages.ts'
import { orderPages } from '#vocabulary/site-pages.ts'
import { isOver, StatusSheet } from './status-sheet.tsx'
import type { Status } from './wire.ts'
import type { Route } from './+types/done.ts'

export const handle: PageHandle = { page: { isDmmHeader: false, isDmmFooter: false } }

/** 受付, and from then on the state of the order, read anew at each reload. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const { auth } = pageOf(context)
  if (!auth.dmm_login) throw redirect(orderPages.status)
  const call = callOf(context)
  const answer = await attempt(url, call(applicationApi.applicationStatusGet))
  if ('refused' in answer) throw redirect(orderPages.begin)
  return {
    status: answer.value,
    press: await loadPress(call, url),
    keys: freshKeysOf(context),
    isMember: auth.mvno_member,
  }
}

/** Taken back, until the first SIM is sent or written. */
export const action = actions(
  { withdraw: { endpoint: applicationApi.applicationWithdrawPost, to: orderPages.done } },
  'withdraw',
)

const STATUS = 'お申し込みの状況'

/** Thanks belong to what goes on; what is over is called what it is. */
function headingOf({ state, isStopping, timeline }: Status): string {
  if (isStopping) return '取り消しを受け付けました'
  if (state === 'rejected') return 'お申し込みをお受けできませんでした'
  if (state === 'withdrawn') return 'お申し込みを取り消しました'
  const isNew = timeline.filter(({ state: station }) => station === 'done').length <= 2
  return isNew ? 'お申し込みありがとうございます' : STATUS
}

export function meta({ loaderData }: Route.MetaArgs) {
  return pageMeta({ title: loaderData ? headingOf(loaderData.status) : STATUS, noindex: true })
}

export default function OrderDone({ loaderData, actionData }: Route.ComponentProps) {
  const { status, press, keys, isMember } = loaderData
  return (
    <Page className="apply">
      <h1>{headingOf(status)}</h1>
      {press ? <GoOn press={press} xsrfToken={keys.xsrfToken} /> : null}
      <Stopped refused={actionData?.refused} title="取り消せませんでした" />
      <StatusSheet status={status}>
        <ButtonRow>
          {isMember ? (
            <ButtonLink kind="primary" href={pages.top}>
              マイページを開く
            </ButtonLink>
          ) : null}
          {status.calendarPath === undefined ? null : (
            <ButtonLink href={status.calendarPath}>日付をカレンダーに入れる</ButtonLink>
          )}
          {isOver(status) ? (
            <ButtonLink href={orderPages.begin}>もう一度申し込む</ButtonLink>
          ) : status.state === 'in_review' || status.isStopping ? null : (
            <ButtonLink href="/apn">使い始める準備（APN設定）</ButtonLink>
          )}
        </ButtonRow>
        {status.canWithdraw ? <Withdraw orderNo={status.orderNo} keys={keys} /> : null}
      </StatusSheet>
    </Page>
  )
}

function Withdraw({ orderNo, keys }: { readonly orderNo: string; readonly keys: FormKeys }) {
  return (
    <Accordion title="申し込みを取り消す">
      <KeyedForm keys={keys} of={`withdraw.${orderNo}`} values={{ orderNo }} className="flow">
        <p>
          いまなら、無料で取り消せます。取り消すと元には戻せません。お持ちの電話番号は、いまのご契約でそのまま使えます。
        </p>
        <Submit kind="danger">申し込みを取り消す</Submit>
      </KeyedForm>
    </Accordion>
  )
}
