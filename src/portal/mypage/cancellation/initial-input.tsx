import { orderPage } from '#vocabulary/pages.ts'
import { Hidden, Submit } from '#portal/mypage/flow/form.tsx'
import type { FormKeys } from '#portal/mypage/flow/keys.ts'
import { RefusalNotice } from '#portal/mypage/flow/refusal.tsx'
import { formatLimit } from '#portal/mypage/flow/wording.ts'
import { Form } from '#portal/fields/form.tsx'
import { formatDate, formatTotal } from '#ui/format.ts'
import { Notice } from '#ui/notice.tsx'
import { SummaryList, type SummaryEntry } from '#ui/summary-list.tsx'
import { TapLink } from '#ui/text-link.tsx'
import type { cancellationApi } from '#protocol/cancellation.ts'
import type { Result } from '#protocol/endpoint.ts'

export type Right = Result<typeof cancellationApi.statusInitialCancelGet>

/** The right, its clock and what is owed; who is outside it is told why and what to do instead. */
export function InitialCancelInput({
  right,
  keys,
}: {
  readonly right: Right
  readonly keys: FormKeys
}) {
  const { state, allowed, orderNo } = right
  return (
    <>
      <p>
        初期契約解除は、契約書面を受け取った日（サービスの開始がそれより遅いときは開始日）を1日目として8日間、理由を問わずにご契約を解除できる制度です。解約金はかかりません。
      </p>
      {state === 'submitted' || state === 'accepted' ? (
        <Notice
          tone="good"
          title={
            state === 'accepted'
              ? '初期契約解除が完了し、ご契約は終了しました'
              : '初期契約解除を受け付けています'
          }
        >
          {orderNo === undefined ? null : (
            <TapLink href={orderPage(orderNo)}>お手続き状況を見る</TapLink>
          )}
        </Notice>
      ) : (
        <SummaryList entries={[...clockEntries(right), ...(allowed ? owedEntries(right) : [])]} />
      )}
      {!allowed && state !== 'submitted' && state !== 'accepted' ? (
        <RefusalNotice title="初期契約解除は申し出られません" reason={right} />
      ) : null}
      {allowed ? (
        <Form method="get" className="flow">
          <Hidden values={{ step: 'confirm', draft: keys.draft }} />
          <Submit kind="primary">初期契約解除の内容を確認する</Submit>
        </Form>
      ) : null}
    </>
  )
}

export function clockEntries(right: Right): SummaryEntry[] {
  const { countedFrom, eligibleUntil, daysLeft, state } = right
  return [
    ['数え始める日（1日目）', countedFrom && formatDate(countedFrom)],
    [
      '申し出の期限',
      eligibleUntil?.includes('T')
        ? formatLimit(eligibleUntil)
        : eligibleUntil && `${formatDate(eligibleUntil)}まで`,
    ],
    ['残りの日数', daysLeft === undefined || state === 'over' ? undefined : daysWords(daysLeft)],
  ]
}

const daysWords = (daysLeft: number) =>
  daysLeft === 0 ? '今日が最後の日です（24:00まで）' : `今日を含めて、あと${daysLeft + 1}日`

/** What the amount is made of: by its own charges, so that an instalment of a device is named where there is one. */
export const madeOf = ({ owed }: Pick<Right, 'owed'>) =>
  owed.charges.some(({ kind }) => kind === 'deviceInstalment')
    ? '手数料、ご利用になった通話・SMS・データチャージの料金と、今月までの端末の分割払い'
    : '手数料と、ご利用になった通話・SMS・データチャージの料金'

function owedEntries(right: Right): SummaryEntry[] {
  const { owed } = right
  return [
    ['解約金', 'かかりません'],
    ['お支払いいただく金額', `${formatTotal(owed)}（${madeOf(right)}）`],
  ]
}
