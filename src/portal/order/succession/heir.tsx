import { data, redirect } from 'react-router'
import { fillAddress, isFillingAddress, townsOf } from '#portal/fields/fill-address.ts'
import { attempt } from '#portal/mypage/flow/attempt.ts'
import { KeyedForm, Submit } from '#portal/mypage/flow/form.tsx'
import { idempotencyKeyOf, textOf } from '#portal/mypage/flow/keys.ts'
import { Stopped } from '#portal/mypage/flow/stopped.tsx'
import { notTaken } from '#portal/mypage/flow/submit.ts'
import { pageMeta, type PageHandle } from '#portal/page-setting.ts'
import { callOf } from '#portal/request.ts'
import { parseGiven } from '#protocol/form.ts'
import { successionAnswers, successionApi } from '#protocol/succession.ts'
import { successionPages } from '#vocabulary/site-pages.ts'
import { stayedWith, type Stayed } from '../stayed.ts'
import { fieldsOf } from '../frame.tsx'
import { HolderFields, holderLabels } from '../holder-fields.tsx'
import { typedDate, withBirthSentence } from '#portal/fields/typed-date.ts'
import { SuccessionFrame } from './frame.tsx'
import { loadDraft } from './load.ts'
import { stay } from './stay.ts'
import type { Route } from './+types/heir.ts'

const TITLE = 'お手続きをする方'

export const handle: PageHandle = { page: { isDmmHeader: false, isDmmFooter: false } }

export const loader = ({ context, url }: Route.LoaderArgs) => loadDraft(context, url)

export async function action({ context, request, url }: Route.ActionArgs) {
  const form = await request.formData()
  const call = callOf(context, form)
  if (isFillingAddress(form)) {
    const { typed, towns, fields } = await fillAddress(form, (zipcode) => townsOf(call, zipcode))
    if (fields !== undefined) return stay(form, notTaken(fields))
    return data<Stayed>({ typed, towns, ticked: [] })
  }
  form.set('birth', typedDate(textOf(form, 'birth')))
  const parsed = parseGiven(successionAnswers.heir, form)
  if ('fields' in parsed) return stay(form, notTaken(withBirthSentence(parsed.fields)))
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

export const meta = () => pageMeta({ title: TITLE, noindex: true })

export default function SuccessionHeir({ loaderData, actionData }: Route.ComponentProps) {
  const { succession, press, keys } = loaderData
  const { heir, heirKnown, deceased } = succession
  const known: Readonly<Record<string, string | undefined>> = heir ?? heirKnown
  const stayed = actionData ?? (press && stayedWith(press.fields))
  const of = fieldsOf(stayed, known)
  return (
    <SuccessionFrame title={TITLE} isStep {...{ press, keys }}>
      <p className="apply__lead">
        {deceased?.wish === 'end'
          ? 'あなたご自身のことを入力してください。結果のお知らせに使います。'
          : 'あなたご自身のことを、本人確認書類のとおりに入力してください。引き継いだあとのご契約者になります。'}
      </p>
      <Stopped refused={actionData?.refused} title="保存できませんでした" labels={holderLabels} />
      <KeyedForm
        keys={keys}
        of="heir"
        values={{ step: 'heir' }}
        className="form"
        key={JSON.stringify(actionData ?? null)}
      >
        {/* The first button is what the Enter key presses. */}
        <button className="visually-hidden" tabIndex={-1} aria-hidden="true" />
        <HolderFields of={of} stayed={stayed} ageHint="お手続きができるのは18歳以上の方です。" />
        <p className="small">受付番号と結果は、アカウントのメールアドレスにお送りします。</p>
        <Submit kind="primary">保存して進む</Submit>
      </KeyedForm>
    </SuccessionFrame>
  )
}
