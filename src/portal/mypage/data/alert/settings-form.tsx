import { KeyedForm, SubmitRow } from '#portal/mypage/flow/form.tsx'
import type { FormKeys } from '#portal/mypage/flow/keys.ts'
import { Field } from '#ui/field.tsx'
import { RadioCards } from '#ui/radio-cards.tsx'
import type { Alerts } from '#portal/mypage/shared/wire.ts'
import { alertGroups, choiceOf, choicesOf, wordsOf, type Threshold } from './thresholds.ts'

export type Entered = {
  readonly ticked: readonly string[]
  readonly typed: Readonly<Record<string, string>>
  readonly usedUp: boolean
}

type SettingsFormProps = {
  readonly alerts: Alerts
  /** What was typed in a form that came back. */
  readonly entered: Entered | undefined
  readonly errors: Readonly<Record<string, string>>
  readonly keys: FormKeys
}

export function SettingsForm({ alerts, entered, errors, keys }: SettingsFormProps) {
  return (
    <KeyedForm keys={keys} of="alerts" className="form">
      <fieldset className="field">
        <legend className="field__label">データを使い切ったとき</legend>
        <label className="check">
          <input type="checkbox" name="usedUp" defaultChecked={entered?.usedUp ?? alerts.usedUp} />
          <span>お知らせする（チャージした分も使い切ったら、もう一度）</span>
        </label>
        {/* An empty box sends nothing, which would leave the setting as it is. */}
        <input type="hidden" name="usedUp" value="off" />
      </fieldset>
      {alertGroups.map(({ unit, legend, field, own }) => (
        <fieldset key={unit} className="field">
          <legend className="field__label">{legend}</legend>
          <div className="check-row">
            {choicesOf(unit, alerts.thresholds).map((choice) => (
              <Box key={choice.value} choice={choice} ticked={entered?.ticked} />
            ))}
          </div>
          <Field
            name={field}
            label={own}
            inputMode="numeric"
            autoComplete="off"
            size={8}
            defaultValue={entered?.typed[field] ?? ''}
            error={errors[field]}
          />
        </fieldset>
      ))}
      <RadioCards
        name="channel"
        label="お知らせの方法"
        defaultValue={entered?.typed['channel'] ?? alerts.channel}
        columns
        options={[
          {
            value: 'mail',
            label: 'メールで受け取る',
            hint: `${alerts.mailTo} へお送りします。プッシュ通知を受け取る端末にも届きます`,
          },
          {
            value: 'none',
            label: '受け取らない',
            hint: 'メールもプッシュ通知もお送りしません。残量はマイページでいつでも確認できます',
          },
        ]}
      />
      <SubmitRow kind="primary">設定を保存する</SubmitRow>
    </KeyedForm>
  )
}

type BoxProps = {
  readonly choice: Threshold
  readonly ticked: readonly string[] | undefined
}

function Box({ choice, ticked }: BoxProps) {
  const value = choiceOf(choice)
  return (
    <label className="check">
      <input
        type="checkbox"
        name="thresholds"
        value={value}
        defaultChecked={ticked?.includes(value) ?? choice.enabled}
      />
      <span>{wordsOf(choice)}</span>
    </label>
  )
}
