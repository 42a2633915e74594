import { brand } from '#brand'
import { ask } from '#portal/mypage/flow/attempt.ts'
import { KeyedForm, SubmitRow } from '#portal/mypage/flow/form.tsx'
import { Frame } from '#portal/mypage/flow/frame.tsx'
import { freshKeysOf } from '#portal/mypage/flow/keys.ts'
import { Stopped } from '#portal/mypage/flow/stopped.tsx'
import { actions, outside } from '#portal/mypage/flow/submit.ts'
import { mypageMeta } from '#portal/page-setting.ts'
import { callOf } from '#portal/request.ts'
import { billingApi } from '#protocol/billing.ts'
import { ownPath } from '#protocol/primitives.ts'
import { ButtonLinkRow } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { formatDate, formatMonth, formatYen } from '#ui/format.ts'
import { Notice } from '#ui/notice.tsx'
import { SummaryList } from '#ui/summary-list.tsx'
import { pages } from '#vocabulary/pages.ts'
import { CardOutcome, outcomeOf } from './card-outcome.tsx'
import { type PaymentMethod, readMethod, type Unpaid } from './load-pay.ts'
import type { Route } from './+types/card.ts'

const TITLE = 'お支払い方法'

export async function loader({ context, url }: Route.LoaderArgs) {
  const asked = ownPath.safeParse(url.searchParams.get('back'))
  return {
    keys: freshKeysOf(context),
    method: await readMethod(callOf(context), url),
    unpaid: await ask(url, callOf(context)(billingApi.billingUnpaidGet)),
    outcome: outcomeOf(url),
    back: asked.success ? asked.data : pages.card,
  }
}

/** On to the provider's own page for a new card, which leads back to where one was. */
export const action = actions(
  {
    change: {
      endpoint: billingApi.billingPaymentMethodPost,
      to: outside(({ updateUrl }) => updateUrl),
    },
  },
  'change',
)

export const meta = mypageMeta(TITLE)

export default function PaymentCard({ loaderData, actionData }: Route.ComponentProps) {
  const { method, unpaid, outcome, back, keys } = loaderData
  return (
    <Frame title={TITLE} way={[pages.billing]}>
      <CardOutcome outcome={outcome} />
      {unpaid.bills.length === 0 || method.method === 'none' ? null : <Owed unpaid={unpaid} />}
      <Stopped refused={actionData?.refused} title="カードのページを開けませんでした" />
      {method.method === 'none' ? (
        <EmptyState title="カードが登録されていません">
          カードを登録すると、毎月の料金をこのカードでお支払いいただけます。
        </EmptyState>
      ) : (
        <OnFile method={method} />
      )}
      <KeyedForm keys={keys} of="card" values={{ back }} className="flow">
        <SubmitRow kind="primary">
          {method.method === 'none' ? 'カードを登録する' : 'カードを変更する'}
        </SubmitRow>
      </KeyedForm>
      <p className="small muted">
        カードの情報は、{brand.account}
        のページで入力します。カード番号がこのサイトに渡ることはありません。変更が済むと、元の画面に戻ります。
      </p>
    </Frame>
  )
}

/** A card is often changed because the old one was refused: what it refused is paid by a press of its own. */
function Owed({ unpaid: { bills, totalYen } }: { readonly unpaid: Unpaid }) {
  const retryOn = bills.every((bill) => bill.retryOn !== undefined) ? bills[0]?.retryOn : undefined
  return (
    <Notice tone="warning" title={`未払いの料金が${formatYen(totalYen)}あります`}>
      <p>
        {retryOn === undefined
          ? 'カードを変更しても、自動では請求しません。'
          : `${formatDate(retryOn)}に、登録されているカードへもう一度請求します。`}
      </p>
      <ButtonLinkRow href={pages.pay}>いま支払う</ButtonLinkRow>
    </Notice>
  )
}

function OnFile({ method }: { readonly method: PaymentMethod }) {
  const { brand: kind, numberMasked, expires, updatedAt, usable, message } = method
  return (
    <>
      {usable || message === undefined ? null : (
        <Notice tone="warning" title={message}>
          新しいカードに変更すると、次のお支払いから使えます。
        </Notice>
      )}
      <Card>
        <SummaryList
          entries={[
            ['カード', kind ?? 'カード'],
            ['番号', numberMasked ?? ''],
            ['有効期限', expires === undefined ? '' : formatMonth(expires)],
            ['登録した日', updatedAt === undefined ? '' : formatDate(updatedAt)],
          ]}
        />
      </Card>
    </>
  )
}
