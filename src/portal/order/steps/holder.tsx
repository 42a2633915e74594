import { brand } from '#brand'
import { ApplyFrame, fieldsOf, type StepProps } from '../frame.tsx'
import { hasDelivery } from '../has-delivery.ts'
import { HolderFields, holderLabels } from '../holder-fields.tsx'

export function HolderStep({ at, stayed }: StepProps) {
  const { answers, holderKnown, account } = at.application
  const { emailMasked } = account
  const known: Readonly<Record<string, string | undefined>> = answers.holder ?? holderKnown
  const of = fieldsOf(stayed, known)
  return (
    <ApplyFrame
      at={at}
      stayed={stayed}
      title="ご契約者の情報を入力してください"
      lead={`本人確認書類のとおりに入力してください。${hasDelivery(answers.lines) ? 'SIMカードは、この住所にお届けします。' : ''}`}
      labels={holderLabels}
    >
      <HolderFields of={of} stayed={stayed} ageHint="契約できるのは18歳以上の方です。" />
      {emailMasked === undefined ? null : (
        <p className="small">
          申込番号と契約書面のお知らせは、{brand.account}のメールアドレス（{emailMasked}
          ）に送ります。
        </p>
      )}
    </ApplyFrame>
  )
}
