import { pages, withQuery } from '#vocabulary/pages.ts'
import { errorsOf, fieldsFrom } from '#portal/mypage/flow/stopped.tsx'
import { Notices } from '#portal/mypage/flow/estimate.tsx'
import { dayFigure, KeyFigures, yenFigure } from '#portal/mypage/flow/key-figures.tsx'
import { Review, type AtReview } from '#portal/mypage/flow/review.tsx'
import type { ClaimEstimate } from '#portal/mypage/device/wire.ts'
import { TextArea } from '#ui/field.tsx'
import { formatDate } from '#ui/format.ts'
import { TextLink } from '#ui/text-link.tsx'

const STORY = '詳しい状況'

/** What it means; then what happened in the member's own words, which are typed on this page only: no story is in an address. */
export function ClaimConfirm({
  estimate,
  note,
  keys,
  refused,
  typed,
}: AtReview & { readonly estimate: ClaimEstimate }) {
  const { deviceId, basis, cause, happenedOn, terms } = estimate
  const answers = { deviceId, basis, cause, happenedOn }
  const of = fieldsFrom(typed, errorsOf(refused))
  return (
    <Review
      {...{ note, refused, typed, why: estimate.why }}
      labels={{ story: STORY }}
      refusalTitle="この内容では、請求をお受けできません"
      stage={
        <KeyFigures
          what={`${estimate.deviceName}の修理・交換`}
          figures={[
            yenFigure('自己負担', estimate.feeYen),
            dayFigure('ご連絡の予定日', estimate.answerBy, '修理か交換か、端末の送り方'),
          ]}
        />
      }
      facts={[
        ['保証', estimate.basisLabel],
        ['IMEI', estimate.imeiMasked],
        ['内容', estimate.causeLabel],
        ['起きた日', formatDate(happenedOn)],
        ['残りの回数', `${estimate.claimsLeft}回（この請求を含みます）`],
        ['取り消し', '端末を受け取るまでは、費用なしで取り下げられます。'],
      ]}
      read={<Notices sentences={estimate.notices} />}
      form={{
        keys,
        conditions: ['claim', deviceId, basis, cause, happenedOn].join('.'),
        values: { intent: 'claim', ...answers, termsVersion: terms.version },
        children: (
          <TextArea
            {...of('story')}
            label={STORY}
            required
            rows={5}
            maxLength={500}
            hint="いつ、どこで、どうなったか。いまの状態（電源が入るかなど）も書いてください。500文字まで。"
          />
        ),
        submitLabel: '修理・交換を請求する',
        agreement: (
          <>
            <TextLink href={terms.path}>{`${terms.title} 第${terms.version}版`}</TextLink>
            を確認し、同意します。
          </>
        ),
      }}
      back={{ href: withQuery(pages.deviceClaim, answers), label: '入力に戻る' }}
    />
  )
}
