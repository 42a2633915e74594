import { optionsOf } from '#vocabulary/state-words.ts'
import { keyDays, scopeWords } from '#vocabulary/connection.ts'
import { KeyedForm, SubmitRow } from '#portal/mypage/flow/form.tsx'
import type { FormKeys } from '#portal/mypage/flow/keys.ts'
import { errorsOf, fieldsFrom } from '#portal/mypage/flow/stopped.tsx'
import type { Stayed } from '#portal/mypage/flow/submit.ts'
import { fullNameOfLine } from '#portal/mypage/shared/line-words.ts'
import type { Result } from '#protocol/endpoint.ts'
import type { connectionApi } from '#protocol/connection.ts'
import { Field } from '#ui/field.tsx'
import { RadioCards } from '#ui/radio-cards.tsx'
import { LineChoice, ScopeChoice } from './choices.tsx'
import type { Chosen } from './chosen.ts'

type Known = Result<typeof connectionApi.connectionsGet>

export const keyLabels = {
  name: '名前',
  scopes: '許すこと',
  lineIds: '見える回線',
  days: '使える期間',
}

type KeyFormProps = Pick<Known, 'toGive' | 'lines'> & {
  readonly keys: FormKeys
  readonly refused?: Stayed['refused'] | undefined
  readonly typed?: Stayed['typed']
  /** Of a press that was refused. */
  readonly chosen?: Chosen | undefined
}

/** What a key is for, what it may, of which lines, and for how long. */
export function KeyForm({ toGive, lines, keys, refused, typed, chosen }: KeyFormProps) {
  const errors = errorsOf(refused)
  const of = fieldsFrom(typed, errors)
  return (
    <KeyedForm keys={keys} of="key" className="form">
      <Field
        {...of('name')}
        label={keyLabels.name}
        hint="何に使うキーか、見分けるための名前（例：家計簿のスクリプト）"
        required
        maxLength={40}
        autoComplete="off"
      />
      <ScopeChoice
        scopes={toGive.ofContract}
        chosen={chosen?.scopes ?? []}
        label={keyLabels.scopes}
        error={errors['scopes']}
      />
      {lines.length < 2 ? null : (
        <LineChoice
          label={keyLabels.lineIds}
          lines={lines.map((line) => ({ lineId: line.lineId, words: fullNameOfLine(line) }))}
          notOfLines={toGive.ofContract
            .filter((scope) => !toGive.ofLines.includes(scope))
            .map((scope) => scopeWords[scope].label)}
          chosen={chosen?.lineIds ?? []}
          error={errors['lineIds']}
        />
      )}
      <RadioCards
        {...of('days', keyDays[1])}
        label={keyLabels.days}
        required
        columns
        options={optionsOf(daysWords, keyDays)}
      />
      <p className="small muted">
        続けると、ご本人の確認をします。そのあと、キーを一度だけ表示します。
      </p>
      <SubmitRow kind="primary">アクセスキーを作る</SubmitRow>
    </KeyedForm>
  )
}

export const daysWords: Readonly<Record<(typeof keyDays)[number], string>> = {
  '30': '30日',
  '90': '90日',
  '365': '1年',
}
