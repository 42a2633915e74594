import { data, redirect } from 'react-router'
import { attempt } from '#portal/mypage/flow/attempt.ts'
import { KeyedForm, Submit } from '#portal/mypage/flow/form.tsx'
import { freshKeysOf, idempotencyKeyOf, textOf } from '#portal/mypage/flow/keys.ts'
import { errorsOf, Stopped } from '#portal/mypage/flow/stopped.tsx'
import { send, stay } from '#portal/mypage/flow/submit.ts'
import { pageMeta, type PageHandle } from '#portal/page-setting.ts'
import { callOf, pageOf } from '#portal/request.ts'
import { applicationApi } from '#protocol/application.ts'
import { keepApplication } from '#protocol/conventions.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { formatDateTime } from '#ui/format.ts'
import { Page } from '#ui/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import { orderPages } from '#vocabulary/site-pages.ts'
import { pathOf } from './places.ts'
import type { Route } from './+types/resume.ts'

const TITLE = 'お申し込みの続き'

export const handle: PageHandle = { page: { isDmmHeader: false, isDmmFooter: false } }

/** With the code of a mailed link: on with it here. Without: a link is asked for, to go on elsewhere. */
export function loader({ context, url }: Route.LoaderArgs) {
  return { keys: freshKeysOf(context), code: url.searchParams.get('code') ?? '' }
}

export async function action({ context, request, url }: Route.ActionArgs) {
  const form = await request.formData()
  const call = callOf(context, form)
  if (textOf(form, 'intent') === 'link') {
    const answer = await send(call, url, applicationApi.applicationLinkPost, form)
    return 'value' in answer ? data({ sent: answer.value }) : stay(answer.refused, form)
  }
  // The link counts once: a mail program that looks at it beforehand must not use it up.
  const answer = await attempt(
    url,
    call(applicationApi.applicationResumePost, {
      body: { code: textOf(form, 'code') },
      idempotencyKey: idempotencyKeyOf(form),
    }),
  )
  if ('refused' in answer) return stay(answer.refused, form)
  const { secret, next } = answer.value
  return redirect(pathOf(next), {
    headers: { 'Set-Cookie': keepApplication(secret, pageOf(context).origin) },
  })
}

export const meta = () => pageMeta({ title: TITLE, noindex: true })

export default function Resume({ loaderData, actionData }: Route.ComponentProps) {
  const { keys, code } = loaderData
  const sent = actionData !== undefined && 'sent' in actionData ? actionData.sent : undefined
  const stayed = actionData !== undefined && 'refused' in actionData ? actionData : undefined
  const { email: error } = errorsOf(stayed?.refused)
  return (
    <Page className="apply">
      <h1>{TITLE}</h1>
      {code === '' ? null : <Stopped refused={stayed?.refused} title="このリンクは使えません" />}
      {code !== '' && stayed === undefined ? (
        <KeyedForm keys={keys} of="resume" values={{ code }} className="flow">
          <p>
            別の端末で選んだ料金プランとSIMのタイプを、この端末に引き継ぎます。お名前や電話番号などは、安全のため、もう一度入力してください。リンクは1回だけ使えます。
          </p>
          <Submit kind="primary">続きから入力する</Submit>
        </KeyedForm>
      ) : sent !== undefined ? (
        <Notice tone="good" title="リンクを送りました" role="status">
          {`${sent.sentToMasked}に送ったリンクを、続きを入力する端末で開いてください。${formatDateTime(sent.expiresAt)}まで使えます。`}
        </Notice>
      ) : code === '' ? (
        <KeyedForm keys={keys} of="link" values={{ intent: 'link' }} className="form">
          <p>
            選んだ料金プランとSIMのタイプを引き継ぐリンクを、メールで受け取れます。スマートフォンでもパソコンでも開けます。ログインまで進んだお申し込みは、同じアカウントでログインすると、どの端末でも続きから入力できます。
          </p>
          {error === undefined ? (
            <Stopped refused={stayed?.refused} title="リンクを送れませんでした" />
          ) : null}
          <Field
            name="email"
            label="メールアドレス"
            type="email"
            required
            autoComplete="email"
            spellCheck={false}
            defaultValue={stayed?.typed['email']}
            {...(error === undefined ? {} : { error })}
          />
          <Submit kind="primary">リンクを受け取る</Submit>
        </KeyedForm>
      ) : null}
      <p>
        <ButtonLink kind="plain" href={orderPages.begin}>
          お申し込みのページへ
        </ButtonLink>
      </p>
    </Page>
  )
}
