import { optionsOf } from '#vocabulary/state-words.ts'
import { Field } from '#ui/field.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { RadioCards } from '#ui/radio-cards.tsx'
import { guardianRelationLabels, guardianRelations } from '#vocabulary/guardian.ts'
import { ApplyFrame, fieldsOf, ofLine, type StepProps } from '../frame.tsx'

export function UserStep({ at, stayed }: StepProps) {
  const { application, place } = at
  const { line = 1 } = place
  const saved = application.answers.lines[line - 1]
  const of = fieldsOf(stayed, {
    user: saved?.user,
    birth: saved?.birth,
    guardian: saved?.guardian,
    nickname: saved?.nickname,
  })
  const { error: consentError } = of('consent')
  const wasAgreed = stayed?.typed['consent'] === 'yes' || saved?.guardian !== undefined
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
        <RadioCards
          {...of('guardian')}
          label="使う方が18歳未満のとき：申し込む方の続柄"
          options={optionsOf(guardianRelationLabels, guardianRelations)}
        />
        <Checkbox
          name="consent"
          value="yes"
          defaultChecked={wasAgreed}
          label="使う方が18歳未満のとき：保護者として、使う方の生年月日を預けることに同意します"
          hint="フィルタリングのために使います。同意はマイページでいつでも取り消せます。18歳になったら、ご本人の同意をあらためて確かめます。"
          {...(consentError === undefined ? {} : { error: consentError })}
        />
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
