import { pages } from '#vocabulary/pages.ts'
import { ask, attempt } from '#portal/mypage/flow/attempt.ts'
import { KeyedForm, Submit } from '#portal/mypage/flow/form.tsx'
import { Frame } from '#portal/mypage/flow/frame.tsx'
import { freshKeysOf, idempotencyKeyOf, textOf, type FormKeys } from '#portal/mypage/flow/keys.ts'
import { errorsOf, Stopped } from '#portal/mypage/flow/stopped.tsx'
import { leadOn, notTaken } from '#portal/mypage/flow/submit.ts'
import { mypageMeta } from '#portal/page-setting.ts'
import { callOf } from '#portal/request.ts'
import type { Result } from '#protocol/endpoint.ts'
import { partnerApi } from '#protocol/partner.ts'
import { ButtonLink, ButtonLinkRow, ButtonRow } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { TextArea } from '#ui/field.tsx'
import { formatDateTime } from '#ui/format.ts'
import { Notice } from '#ui/notice.tsx'
import { RadioCards } from '#ui/radio-cards.tsx'
import type { Route } from './+types/enquete.ts'

const title = 'アンケート'

type Survey = Result<typeof partnerApi.enqueteGet>['surveys'][number]
type Question = Survey['questions'][number]

export async function loader({ context, url }: Route.LoaderArgs) {
  const { surveys } = await ask(url, callOf(context)(partnerApi.enqueteGet))
  return { survey: surveys[0], isSent: url.searchParams.has('sent'), keys: freshKeysOf(context) }
}

/** Whatever was answered is sent; what was left out is not. */
export async function action({ context, request, url }: Route.ActionArgs) {
  const form = await request.formData()
  const names = [...new Set(form.keys())].filter((name) => name.startsWith(PREFIX))
  const parsed = partnerApi.enquetePost.body.safeParse({
    surveyId: textOf(form, 'surveyId'),
    answers: names.map((name) => ({
      questionId: name.slice(PREFIX.length),
      values: form.getAll(name).filter((value) => value !== ''),
    })),
  })
  if (!parsed.success) {
    const sentences = parsed.error.issues.map(({ message }) => message)
    return leadOn({ refused: notTaken({ [`${PREFIX}wish`]: sentences }) }, form, pages.enquete)
  }
  const sent = callOf(context, form)(partnerApi.enquetePost, {
    body: parsed.data,
    idempotencyKey: idempotencyKeyOf(form),
  })
  return leadOn(await attempt(url, sent), form, `${pages.enquete}?sent=1`)
}

const PREFIX = 'q.'

export const meta = mypageMeta(title)

export default function Enquete({ loaderData, actionData }: Route.ComponentProps) {
  const { survey, isSent, keys } = loaderData
  return (
    <Frame title={title}>
      <Stopped
        refused={actionData?.refused}
        title="送れませんでした"
        labels={Object.fromEntries(
          (survey?.questions ?? []).map(({ questionId, label }) => [PREFIX + questionId, label]),
        )}
      />
      {isSent && survey?.answeredAt !== undefined && actionData === undefined ? (
        <>
          <Notice tone="good" title="ご回答ありがとうございました" role="status">
            {`${formatDateTime(survey.answeredAt)}に受け取りました。`}
          </Notice>
          <ButtonLinkRow href={pages.top}>マイページに戻る</ButtonLinkRow>
        </>
      ) : survey === undefined ? (
        <EmptyState title="いまお願いしているアンケートはありません">
          アンケートがあるときは、ここに並びます。回答は任意です。
        </EmptyState>
      ) : (
        <SurveyForm
          survey={survey}
          keys={keys}
          typed={actionData?.typed ?? {}}
          errors={errorsOf(actionData?.refused)}
        />
      )}
    </Frame>
  )
}

type Texts = Readonly<Record<string, string>>
type SurveyFormProps = {
  readonly survey: Survey
  readonly keys: FormKeys
  readonly typed: Texts
  readonly errors: Texts
}

function SurveyForm({ survey, keys, typed, errors }: SurveyFormProps) {
  return (
    <>
      <p className="lead">
        {survey.title}
        です。回答は任意で、答えたい質問だけで構いません。ご契約やお手続きには関係しません。
      </p>
      {survey.answeredAt === undefined ? null : (
        <Notice>
          {`${formatDateTime(survey.answeredAt)}に回答いただいています。もう一度送ると、新しい回答に置き換わります。`}
        </Notice>
      )}
      <KeyedForm
        keys={keys}
        of={`enquete.${survey.surveyId}`}
        values={{ surveyId: survey.surveyId }}
        className="form"
      >
        {survey.questions.map((question) => (
          <QuestionField key={question.questionId} {...{ question, typed, errors }} />
        ))}
        <ButtonRow>
          <Submit kind="primary">回答を送る</Submit>
          <ButtonLink kind="plain" href={pages.top}>
            答えずにマイページへ戻る
          </ButtonLink>
        </ButtonRow>
      </KeyedForm>
    </>
  )
}

type QuestionProps = { readonly question: Question; readonly typed: Texts; readonly errors: Texts }

function QuestionField({ question, typed, errors }: QuestionProps) {
  const { questionId, label, kind, choices, maxLength } = question
  const name = PREFIX + questionId
  const error = errors[name]
  if (kind === 'text')
    return (
      <TextArea
        name={name}
        label={label}
        hint={`${maxLength ?? 1000}文字まで。お名前や電話番号は書かないでください。`}
        rows={5}
        defaultValue={typed[name]}
        error={error}
      />
    )
  if (kind === 'single')
    return (
      <RadioCards
        name={name}
        label={label}
        options={choices}
        defaultValue={typed[name]}
        error={error}
      />
    )
  return (
    <fieldset className="field" id={name}>
      <legend className="field__label">{label}</legend>
      {choices.map(({ value, label: choice }) => (
        <Checkbox key={value} id={`${name}.${value}`} name={name} value={value} label={choice} />
      ))}
    </fieldset>
  )
}
