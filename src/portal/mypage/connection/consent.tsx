import { optionsOf } from '#vocabulary/state-words.ts'
import { redirect } from 'react-router'
import { pages, connectionConsentPage } from '#vocabulary/pages.ts'
import { keyDays, scopeWords } from '#vocabulary/connection.ts'
import { ask } from '#portal/mypage/flow/attempt.ts'
import { KeyedForm, Submit, SubmitRow } from '#portal/mypage/flow/form.tsx'
import { Frame } from '#portal/mypage/flow/frame.tsx'
import { freshKeysOf, textOf, type FormKeys } from '#portal/mypage/flow/keys.ts'
import { Stopped, errorsOf, fieldsFrom } from '#portal/mypage/flow/stopped.tsx'
import { actions, send, type Stayed } from '#portal/mypage/flow/submit.ts'
import { fullNameOfLine } from '#portal/mypage/shared/line-words.ts'
import { mypageMeta } from '#portal/page-setting.ts'
import { callOf } from '#portal/request.ts'
import type { Result } from '#protocol/endpoint.ts'
import { connectionApi } from '#protocol/connection.ts'
import { ButtonLinkRow } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { RadioCards } from '#ui/radio-cards.tsx'
import { LineChoice, ScopeChoice } from './choices.tsx'
import { stayWithChoices, type Chosen } from './chosen.ts'
import { daysWords, keyLabels } from './key-form.tsx'
import type { Route } from './+types/consent.ts'

export { revalidateAfterRefusal as shouldRevalidate } from '#portal/mypage/flow/revalidate-after-refusal.ts'

const title = 'アプリの連携'

export async function loader({ context, url }: Route.LoaderArgs) {
  const query = { request: url.searchParams.get('request') ?? 'none' }
  const request = await ask(url, callOf(context)(connectionApi.connectionsRequestGet, { query }))
  return { request, keys: freshKeysOf(context) }
}

const press = actions({
  deny: {
    endpoint: connectionApi.connectionsAppDelete,
    to: ({ value }) => connectionConsentPage(value.request),
  },
})

export async function action(args: Route.ActionArgs) {
  const { context, request, url } = args
  const form = await request.clone().formData()
  if (textOf(form, 'intent') !== 'agree') return press(args)
  const answer = await send(callOf(context, form), url, connectionApi.connectionsAppPost, form)
  if ('refused' in answer) return stayWithChoices(answer.refused, form)
  return redirect(connectionConsentPage(answer.value.request))
}

export const meta = mypageMeta(title)

type Request = Result<typeof connectionApi.connectionsRequestGet>

export default function ConsentPage({ loaderData, actionData }: Route.ComponentProps) {
  const { request, keys } = loaderData
  const way = [pages.user, pages.connections] as const
  if (request.state !== 'open')
    return (
      <Frame
        title={request.state === 'granted' ? 'アプリを連携しました' : '連携を断りました'}
        way={way}
      >
        <Stopped refused={actionData?.refused} title="いまの操作は、行われていません" />
        <Decided request={request} />
      </Frame>
    )
  return (
    <Frame title={title} way={way}>
      <Stopped
        refused={actionData?.refused}
        title="連携できませんでした"
        labels={{ scopes: keyLabels.scopes, lineIds: keyLabels.lineIds, days: keyLabels.days }}
      />
      <p className="lead">
        「{request.appName}」が、マイページの一部を使うことを求めています。
        {request.isOwn ? 'ご自身で登録した、手元のアプリです。' : null}
      </p>
      <p>
        許したあとは、{request.isOwn ? 'お手元のパソコンの' : null}
        <strong>{request.redirectHost}</strong>
        に戻ります。ご自身でこのアプリから始めたのでなければ、断ってください。パスワードは渡りません。料金のかかること、契約を変えることは、アプリからはできません。
      </p>
      {request.beyond.length === 0 ? null : (
        <Notice title="許せないこと">
          アプリは{request.beyond.map((scope) => `「${scopeWords[scope].label}」`).join('')}
          も求めていますが、お客さまの役割では許せません。
        </Notice>
      )}
      <ConsentForm request={request} keys={keys} {...actionData} />
      <KeyedForm
        keys={keys}
        of="deny"
        values={{ intent: 'deny', request: request.request }}
        data-declines=""
      >
        <Submit>断る</Submit>
      </KeyedForm>
    </Frame>
  )
}

type ConsentFormProps = {
  readonly request: Request
  readonly keys: FormKeys
  readonly refused?: Stayed['refused'] | undefined
  readonly typed?: Stayed['typed']
  /** Of a press that was refused. */
  readonly chosen?: Chosen | undefined
}

/** What is asked for is ticked, unless it shows somebody else too: that is ticked by the member. */
function ConsentForm({ request, keys, refused, typed, chosen }: ConsentFormProps) {
  const errors = errorsOf(refused)
  const of = fieldsFrom(typed, errors)
  const { asked, ofLines, lines } = request
  if (asked.length === 0)
    return <Notice title="許せることがありません">アプリに戻り、やめてください。</Notice>
  return (
    <KeyedForm
      keys={keys}
      of="agree"
      values={{ intent: 'agree', request: request.request }}
      className="form"
    >
      <ScopeChoice
        scopes={asked}
        chosen={chosen?.scopes ?? asked.filter((scope) => scopeWords[scope].warning === undefined)}
        label={keyLabels.scopes}
        error={errors['scopes']}
      />
      {lines.length < 2 || ofLines.length === 0 ? null : (
        <LineChoice
          label={keyLabels.lineIds}
          lines={lines.map((line) => ({ lineId: line.lineId, words: fullNameOfLine(line) }))}
          notOfLines={asked
            .filter((scope) => !ofLines.includes(scope))
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
      <SubmitRow kind="primary">許して連携する</SubmitRow>
    </KeyedForm>
  )
}

/** A link, not a form: where the app is, is another site. */
function Decided({ request }: { readonly request: Request }) {
  const { state, appName, redirectHost, continuePath } = request
  return (
    <>
      <p>
        {state === 'granted'
          ? `「${appName}」に戻ると、使い始められます。登録の連絡先にも、連携したことをお知らせしました。`
          : `「${appName}」には、何も渡していません。`}
      </p>
      {state === 'granted' ? (
        <p>
          やめるときは、<a href={pages.connections}>連携とアクセスキー</a>
          で、すぐに取り消せます。
        </p>
      ) : null}
      <ButtonLinkRow kind="primary" href={continuePath}>
        アプリに戻る（{redirectHost}）
      </ButtonLinkRow>
    </>
  )
}
