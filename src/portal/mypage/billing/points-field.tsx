import { brand } from '#brand'
import { pages } from '#vocabulary/pages.ts'
import { CONFIRM_FORM } from '#portal/mypage/flow/confirm-form.tsx'
import { Button, ButtonRow } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Field } from '#ui/field.tsx'
import { formatPoints } from '#ui/format.ts'
import type { PointsToUse } from './load-pay.ts'

/** The button that shows the sums anew and pays nothing. */
export const SHOW_POINTS = 'show-points'

/** How many points are spent on the bill: a field of the payment's own form, so that no press leaves it out. */
export function PointsField({
  points: { isLinked, balance, most, typed, used, error },
  billId,
}: {
  readonly points: PointsToUse
  readonly billId: string
}) {
  if (!isLinked) return null
  return (
    <Card id="points" className="card review__facts">
      <h2>ポイントを使う</h2>
      {balance === undefined ? (
        <p>
          {brand.pointsPartner}
          の残高を確認できませんでした。数分おいてから、この画面を開き直してください。カードでのお支払いは、このままできます。
        </p>
      ) : most === 0 ? (
        <p>{brand.pointsPartner}の残高は0ポイントです。</p>
      ) : (
        <div className="form">
          <Field
            key={`${used}.${typed}`}
            form={CONFIRM_FORM}
            name="points"
            label="使うポイント（1ポイント＝1円）"
            hint={`残高 ${formatPoints(balance)}。${formatPoints(most)}まで使えます。`}
            inputMode="numeric"
            autoComplete="off"
            size={8}
            defaultValue={typed === '' ? undefined : typed}
            error={error}
          />
          <p className="small muted">
            使うポイントの数を、お支払いのときに{brand.pointsPartner}
            へ送ります。請求の金額と消費税は変わりません。
          </p>
          <ButtonRow>
            <Button kind="secondary" form={CONFIRM_FORM} name="intent" value={SHOW_POINTS}>
              {used === 0 ? 'ポイントを使う' : 'ポイントの数を変える'}
            </Button>
            {used === 0 ? null : (
              <a href={`${pages.pay}?step=confirm&bill=${billId}`}>ポイントを使わない</a>
            )}
          </ButtonRow>
        </div>
      )}
    </Card>
  )
}
