import { kindOptions, sizeOptions } from '#portal/fields/sim-choices.ts'
import {
  besideKind,
  besideSize,
  issueWords,
  monthlyWords,
} from '#portal/mypage/sim/price-words.tsx'
import type { Prices } from '#portal/mypage/sim/prices.ts'
import { EidField } from '#portal/fields/eid-field.tsx'
import { Side } from '#portal/mypage/flow/side.tsx'
import { errorsOf } from '#portal/mypage/flow/stopped.tsx'
import type { Stayed } from '#portal/mypage/flow/submit.ts'
import { isClosed } from '#portal/mypage/flow/is-closed.ts'
import { FieldErrors, Hidden, Submit } from '#portal/mypage/flow/form.tsx'
import type { FormKeys } from '#portal/mypage/flow/keys.ts'
import { RefusalNotice } from '#portal/mypage/flow/refusal.tsx'
import type { Permission } from '#protocol/procedure.ts'
import { Field } from '#ui/field.tsx'
import { Form } from '#portal/fields/form.tsx'
import { Split } from '#ui/layout.tsx'
import { RadioCards } from '#ui/radio-cards.tsx'
import { antiForgery } from '#protocol/conventions.ts'

type InputProps = {
  readonly why: Permission | undefined
  readonly prices: Prices
  readonly typed: Readonly<Record<string, string>>
  readonly errors: Readonly<Record<string, string>>
  readonly keys: FormKeys
  /** What came back from the last press. */
  readonly stayed: Stayed | undefined
}

export function AddInput({ why, prices, keys, stayed, ...loaded }: InputProps) {
  const typed = { ...loaded.typed, ...stayed?.typed }
  const errors = stayed === undefined ? loaded.errors : errorsOf(stayed.refused)
  return (
    <Split
      sideLabel="費用について"
      side={
        <Side
          title="費用について"
          entries={[
            { term: '費用', value: issueWords(prices.oneOffYen) },
            { term: '月額料金', value: monthlyWords(prices.monthlyDeltaYen) },
            { term: '料金の始まり', value: '切り替えが済み、使い始める日から日割りで計算します。' },
            { term: '取り消し', value: '発送または書き込みの前まで、費用なしで取り消せます。' },
          ]}
        />
      }
    >
      <FieldErrors errors={errors} />
      {why === undefined || why.allowed ? null : <RefusalNotice reason={why} isQueuedLater />}
      {isClosed(why) ? null : (
        <Form method="post" className="flow">
          <Hidden
            values={{ intent: 'input', draft: keys.draft, [antiForgery.field]: keys.xsrfToken }}
          />
          <RadioCards
            name="kind"
            label="SIMの種別"
            required
            defaultValue={typed['kind']}
            options={kindOptions.map((option) => ({
              ...option,
              beside: besideKind(prices.monthlyDeltaYen[option.value]),
            }))}
            error={errors['kind']}
          />
          <RadioCards
            name="size"
            label="SIMのタイプ"
            required
            defaultValue={typed['size']}
            options={sizeOptions.map((option) => ({
              ...option,
              beside: besideSize(prices.oneOffYen[option.value]),
            }))}
            error={errors['size']}
          />
          <EidField eid={typed['eid'] ?? ''} error={errors['eid']} />
          <Field
            name="nickname"
            label="回線の名前"
            hint="「子ども用」「タブレット」など。あとから変えられます。"
            maxLength={20}
            defaultValue={typed['nickname']}
            error={errors['nickname']}
          />
          <Submit kind="primary">費用と日程を確認する</Submit>
        </Form>
      )}
    </Split>
  )
}
