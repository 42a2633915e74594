import { fullNameOfLine } from '#portal/mypage/shared/line-words.ts'
import { pages } from '#vocabulary/pages.ts'
import type { LineName } from '#portal/mypage/shared/wire.ts'
import { kindLabels, simSizeLabels } from '#vocabulary/line.ts'
import { reasonOptions, type What } from '#portal/mypage/sim/change-choices.ts'
import { kindOptions, sizeOptions } from '#portal/fields/sim-choices.ts'
import { besideKind, besideSize, issueWords } from '#portal/mypage/sim/price-words.tsx'
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
import { Form } from '#portal/fields/form.tsx'
import { Split } from '#ui/layout.tsx'
import { RadioCards } from '#ui/radio-cards.tsx'
import { TextLink } from '#ui/text-link.tsx'
import { antiForgery } from '#protocol/conventions.ts'

type InputProps = {
  readonly what: What
  readonly line: LineName
  readonly why: Permission | undefined
  readonly prices: Prices
  readonly typed: Readonly<Record<string, string>>
  readonly errors: Readonly<Record<string, string>>
  readonly keys: FormKeys
  /** What came back from the last press. */
  readonly stayed: Stayed | undefined
}

export function ChangeInput({ what, line, why, prices, keys, stayed, ...loaded }: InputProps) {
  const typed = { ...loaded.typed, ...stayed?.typed }
  const errors = stayed === undefined ? loaded.errors : errorsOf(stayed.refused)
  return (
    <Split
      sideLabel="いまのSIM"
      side={
        <Side
          title="いまのSIM"
          entries={[
            { term: '回線', value: fullNameOfLine(line) },
            { term: '種別', value: kindLabels[line.simKind] },
            { term: 'タイプ', value: simSizeLabels[line.simSize] },
            { term: '費用', value: issueWords(prices.oneOffYen) },
            { term: '日程', value: '次の画面で、申し込む前に表示します。' },
          ]}
        />
      }
    >
      <FieldErrors errors={errors} />
      {why?.allowed === false ? <RefusalNotice reason={why} isQueuedLater /> : null}
      {isClosed(why) ? null : (
        <Form method="post" className="flow">
          <Hidden
            values={{
              intent: 'input',
              what,
              lineId: line.lineId,
              draft: keys.draft,
              [antiForgery.field]: keys.xsrfToken,
            }}
          />
          {what === 'kind' ? (
            <RadioCards
              name="kind"
              label="変更後の種別"
              required
              defaultValue={typed['kind']}
              options={kindOptions
                .filter(({ value }) => value !== line.simKind)
                .map((option) => ({
                  ...option,
                  beside: besideKind(prices.monthlyDeltaYen[option.value]),
                }))}
              error={errors['kind']}
            />
          ) : (
            <RadioCards
              name="reason"
              label="理由"
              hint="当てはまるものを選んでください。費用は理由によって変わりません。"
              required
              defaultValue={typed['reason']}
              options={reasonOptions}
              error={errors['reason']}
            />
          )}
          <RadioCards
            name="size"
            label="新しいSIMのタイプ"
            required
            defaultValue={typed['size']}
            options={sizeOptions.map((option) => ({
              ...option,
              label: option.value === line.simSize ? `${option.label}（いまと同じ）` : option.label,
              beside: besideSize(prices.oneOffYen[option.value]),
            }))}
            error={errors['size']}
          />
          <EidField eid={typed['eid'] ?? ''} error={errors['eid']} />
          <Submit kind="primary">費用と日程を確認する</Submit>
          <p className="tap">
            <TextLink href={pages.simChange}>回線と手続きを選び直す</TextLink>
          </p>
        </Form>
      )}
    </Split>
  )
}
