import { fullNameOfLine } from '#portal/mypage/shared/line-words.ts'
import { pages } from '#vocabulary/pages.ts'
import { FieldErrors, Hidden, Submit } from '#portal/mypage/flow/form.tsx'
import type { FormKeys } from '#portal/mypage/flow/keys.ts'
import type { Offer } from '#portal/mypage/option/load.ts'
import { antiForgery } from '#protocol/conventions.ts'
import { ButtonLink, ButtonRow } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { Field } from '#ui/field.tsx'
import { Form } from '#portal/fields/form.tsx'
import { formatYenWithTax } from '#ui/format.ts'
import { SummaryList } from '#ui/summary-list.tsx'

type AnswersProps = {
  readonly chosen: Offer
  readonly typed: { readonly forwardTo: string }
  readonly errors: Readonly<Record<string, string>>
  readonly keys: FormKeys
}

/** What must be known before the option can be switched on. */
export function OptionAnswers({ chosen, typed, errors, keys }: AnswersProps) {
  const { optionCode, line, name, description, monthlyYen, asks } = chosen
  return (
    <>
      <FieldErrors errors={errors} labels={{ forwardTo: '転送先の電話番号' }} />
      <SummaryList
        entries={[
          ['オプション', name],
          ['対象の回線', line && fullNameOfLine(line)],
          ['内容', description],
          ['月額料金', formatYenWithTax(monthlyYen)],
        ]}
      />
      <Form method="post" className="flow">
        <Hidden
          values={{
            intent: 'input',
            optionCode,
            lineId: line?.lineId,
            draft: keys.draft,
            [antiForgery.field]: keys.xsrfToken,
          }}
        />
        {asks === 'forwardTo' ? (
          <Field
            name="forwardTo"
            type="tel"
            inputMode="tel"
            autoComplete="off"
            required
            label="転送先の電話番号"
            hint="0120・0570・0800・0180で始まる番号、110番などの3桁の番号、国外の番号は登録できません。"
            defaultValue={typed.forwardTo}
            error={errors['forwardTo']}
          />
        ) : (
          <Checkbox
            name="userUnder18"
            value="yes"
            required
            label="この回線は、18歳未満の方が使います"
            error={errors['userUnder18']}
          />
        )}
        <ButtonRow>
          <Submit kind="primary">内容を確認する</Submit>
          <ButtonLink kind="plain" href={pages.option}>
            一覧に戻る
          </ButtonLink>
        </ButtonRow>
      </Form>
    </>
  )
}
