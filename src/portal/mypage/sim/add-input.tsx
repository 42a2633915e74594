import { issuePrice, monthlyWords } from '#portal/mypage/sim/price-words.tsx'
import { KindField, SimForm, SizeFields, type SimInputProps } from '#portal/mypage/sim/sim-form.tsx'
import { Field } from '#ui/field.tsx'

export function AddInput(props: SimInputProps) {
  const { prices } = props
  return (
    <SimForm
      {...props}
      side={{
        title: '費用について',
        entries: [
          ['費用', issuePrice(prices.oneOffYen)],
          ['月額料金', monthlyWords(prices.monthlyDeltaYen)],
          ['料金の始まり', '切り替えが済み、使い始める日から日割りで計算します。'],
          ['取り消し', '発送または書き込みの前まで、費用なしで取り消せます。'],
        ],
      }}
      renderFields={(given) => (
        <>
          <KindField {...given} label="SIMの種別" prices={prices} />
          <SizeFields {...given} label="SIMのタイプ" prices={prices} />
          <Field
            name="nickname"
            label="回線の名前"
            hint="「子ども用」「タブレット」など。あとから変えられます。"
            maxLength={20}
            defaultValue={given.typed['nickname']}
            error={given.errors['nickname']}
          />
        </>
      )}
    />
  )
}
