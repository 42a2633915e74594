import { brand } from '#brand'
import { KeyedForm, Submit } from '#portal/mypage/flow/form.tsx'
import { Card } from '#ui/card.tsx'
import { formatMonth } from '#ui/format.ts'
import { SummaryList } from '#ui/summary-list.tsx'
import { ApplyFrame, type StepProps } from '../frame.tsx'
import { NextStep } from './next-step.tsx'

export function CardStep({ at, stayed }: StepProps) {
  const { card } = at.application
  if (card === undefined)
    return (
      <ApplyFrame
        at={at}
        stayed={stayed}
        title="お支払いのカードを登録します"
        lead={`カード番号は${brand.account}のページで入力します。このサイトには渡りません。いまは、まだ請求されません。`}
        submitLabel="カードを登録する"
      >
        <ul>
          <li>ご契約者ご本人名義のクレジットカードをご用意ください。</li>
          <li>毎月の料金は翌月1日に確定し、7日にこのカードへ請求します。</li>
        </ul>
      </ApplyFrame>
    )
  return (
    <ApplyFrame
      at={at}
      stayed={stayed}
      title="このカードでお支払いいただきます"
      hasForm={false}
      foot={
        <KeyedForm keys={at.keys} of="another-card">
          <Submit kind="plain">別のカードにする</Submit>
        </KeyedForm>
      }
    >
      <Card>
        <SummaryList
          entries={[
            ['カード', `${card.brand} 末尾${card.numberMasked.slice(-4)}`],
            ['有効期限', formatMonth(card.expires)],
          ]}
        />
      </Card>
      <NextStep at={at} />
    </ApplyFrame>
  )
}
