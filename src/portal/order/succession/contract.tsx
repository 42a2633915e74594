import { optionsOf } from '#vocabulary/state-words.ts'
import { redirect } from 'react-router'
import { attempt } from '#portal/mypage/flow/attempt.ts'
import { KeyedForm, Submit } from '#portal/mypage/flow/form.tsx'
import { idempotencyKeyOf, textOf } from '#portal/mypage/flow/keys.ts'
import { Stopped } from '#portal/mypage/flow/stopped.tsx'
import { notTaken } from '#portal/mypage/flow/submit.ts'
import { pageMeta, type PageHandle } from '#portal/page-setting.ts'
import { callOf } from '#portal/request.ts'
import { parseGiven, type FieldSentences } from '#protocol/form.ts'
import { successionAnswers, successionApi } from '#protocol/succession.ts'
import { Field } from '#ui/field.tsx'
import { RadioCards } from '#ui/radio-cards.tsx'
import { Select } from '#ui/select.tsx'
import { successionPages } from '#vocabulary/site-pages.ts'
import { relationLabels, relations, successionRequestLabels } from '#vocabulary/succession.ts'
import { fieldsOf, type FieldOf } from '../frame.tsx'
import { stayedWith } from '../stayed.ts'
import { typedDate, withBirthSentence } from '#portal/fields/typed-date.ts'
import { SuccessionFrame } from './frame.tsx'
import { loadSuccession } from './load.ts'
import { stay } from './stay.ts'
import type { Route } from './+types/contract.ts'

const TITLE = '亡くなった方のご契約'

export const handle: PageHandle = { page: { isDmmHeader: false, isDmmFooter: false } }

export async function loader({ context, url }: Route.LoaderArgs) {
  const loaded = await loadSuccession(context, url)
  const { canWithdraw } = loaded.succession
  // What is being read is changed by withdrawing it first.
  if (canWithdraw) throw redirect(successionPages.apply)
  return loaded
}

export async function action({ context, request, url }: Route.ActionArgs) {
  const form = await request.formData()
  const call = callOf(context, form)
  for (const name of ['birth', 'diedOn']) form.set(name, typedDate(textOf(form, name)))
  const parsed = parseGiven(successionAnswers.contract, form)
  if ('fields' in parsed) return stay(form, notTaken(withDaySentences(parsed.fields)))
  const answer = await attempt(
    url,
    call(successionApi.successionPut, {
      body: parsed.value,
      idempotencyKey: idempotencyKeyOf(form),
    }),
    { call, form },
  )
  return 'value' in answer ? redirect(successionPages.apply) : stay(form, answer.refused)
}

const dayOfDeath = '亡くなった日を「20261001」のように、西暦からの8桁の数字で入力してください。'

const withDaySentences = (fields: FieldSentences): FieldSentences => ({
  ...withBirthSentence(fields),
  ...(fields['diedOn'] === undefined ? {} : { diedOn: [dayOfDeath] }),
})

export const meta = () => pageMeta({ title: TITLE, noindex: true })

const labels = {
  phone: '電話番号',
  lastNameKana: 'セイ',
  firstNameKana: 'メイ',
  birth: '生年月日',
  diedOn: '亡くなった日',
  relation: '続柄',
  wish: 'ご希望',
}

export default function SuccessionContract({ loaderData, actionData }: Route.ComponentProps) {
  const { succession, press, keys } = loaderData
  const { deceased, hasContract } = succession
  const stayed = actionData ?? (press && stayedWith(press.fields))
  const of = fieldsOf(stayed, deceased ?? {})
  return (
    <SuccessionFrame title={TITLE} isStep {...{ press, keys }}>
      <p className="apply__lead">
        ご契約の確認に使います。請求書、SIMカードの台紙、ご本人の端末の設定画面などで確認できます。
      </p>
      <Stopped refused={actionData?.refused} title="ご契約を確認できませんでした" labels={labels} />
      <KeyedForm
        keys={keys}
        of="contract"
        values={{ step: 'contract' }}
        className="form"
        key={JSON.stringify(actionData ?? null)}
      >
        <Field
          {...of('phone')}
          label="ご契約の電話番号"
          required
          hint="亡くなった方の回線の番号。データ専用の回線の番号でも構いません。"
          type="tel"
          autoComplete="off"
        />
        <div className="apply-pairs">
          <Field
            {...of('lastNameKana')}
            label="亡くなった方の姓（フリガナ）"
            required
            autoComplete="off"
          />
          <Field
            {...of('firstNameKana')}
            label="亡くなった方の名（フリガナ）"
            required
            autoComplete="off"
          />
        </div>
        <Field
          {...of('birth')}
          label="亡くなった方の生年月日"
          required
          hint="例：1950年4月1日なら 19500401"
          inputMode="numeric"
          autoComplete="off"
        />
        <Field
          {...of('diedOn')}
          label="亡くなった日"
          required
          hint="例：2026年10月1日なら 20261001"
          inputMode="numeric"
          autoComplete="off"
        />
        <Select
          {...of('relation')}
          label="亡くなった方から見た、あなたの続柄"
          required
          unchosen="選んでください"
          options={optionsOf(relationLabels, relations)}
        />
        <RequestChoice field={of('wish')} hasContract={hasContract} />
        <Submit kind="primary">確認して進む</Submit>
      </KeyedForm>
    </SuccessionFrame>
  )
}

type RequestProps = {
  readonly field: ReturnType<FieldOf>
  readonly hasContract: boolean
}

/** To take the contract over, or to end it. */
function RequestChoice({ field, hasContract }: RequestProps) {
  return (
    <RadioCards
      {...field}
      label="ご希望のお手続き"
      required
      options={[
        {
          value: 'take_over',
          label: successionRequestLabels.take_over,
          hint: hasContract
            ? 'ご契約はお一人につき1契約です。このアカウントはご契約中のため、引き継げません。'
            : '電話番号、回線、データ残量はそのまま続きます。',
          disabled: hasContract,
        },
        {
          value: 'end',
          label: successionRequestLabels.end,
          hint: '確認が済んだ月の末日で終わります。解約金はかかりません。',
        },
      ]}
    />
  )
}
