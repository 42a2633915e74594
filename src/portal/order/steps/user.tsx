import { Field } from '#ui/field.tsx'
import { RadioCards } from '#ui/radio-cards.tsx'
import { ApplyFrame, fieldsOf, ofLine, type StepProps } from '../frame.tsx'

export function UserStep({ at, stayed }: StepProps) {
  const { application, place } = at
  const { line = 1 } = place
  const saved = application.answers.lines[line - 1]
  const of = fieldsOf(stayed, {
    user: saved?.user,
    birth: saved?.birth,
    nickname: saved?.nickname,
  })
  return (
    <ApplyFrame at={at} stayed={stayed} title={ofLine(at, '使う方を選んでください')}>
      <RadioCards
        {...of('user')}
        label="使う方"
        required
        options={[
          { value: 'holder', label: '申し込むご本人' },
          { value: 'family', label: 'ご家族', hint: '生年月日を入力してください。' },
        ]}
      />
      <div className="apply-if-family form">
        <Field
          {...of('birth')}
          required
          label="使う方の生年月日"
          hint="例：2014年4月1日なら 20140401"
          inputMode="numeric"
          autoComplete="off"
        />
        <p className="small">
          使う方が18歳未満のときは、青少年インターネット環境整備法により、有害なサイトを見えなくするフィルタリングを付けます。月額料金はかかりません。保護者の方は、開通後にマイページで外せます。
        </p>
      </div>
      <Field
        {...of('nickname')}
        label="回線の名前"
        hint="「自分」「長女」など、使う方が分かる名前。マイページに表示します。あとから変えられます。"
        maxLength={20}
        autoComplete="off"
      />
    </ApplyFrame>
  )
}
