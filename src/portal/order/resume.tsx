import { Form, redirect } from 'react-router'
import { attempt } from '#portal/mypage/flow/attempt.ts'
import { Hidden, Submit } from '#portal/mypage/flow/form.tsx'
import { textOf } from '#portal/mypage/flow/keys.ts'
import { Stopped } from '#portal/mypage/flow/stopped.tsx'
import { stay } from '#portal/mypage/flow/submit.ts'
import { pageMeta, type PageHandle } from '#portal/page-setting.ts'
import { callOf, pageOf } from '#portal/request.ts'
import { applicationApi } from '#protocol/application.ts'
import { antiForgery, keepApplication } from '#protocol/conventions.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Page } from '#ui/layout.tsx'
import { orderPages } from '#vocabulary/site-pages.ts'
import { pathOf } from './places.ts'
import type { Route } from './+types/resume.ts'

const TITLE = 'お申し込みの続き'

export const handle: PageHandle = { page: { isDmmHeader: false, isDmmFooter: false } }

export function loader({ context, url }: Route.LoaderArgs) {
  return { xsrfToken: pageOf(context).xsrfToken, code: url.searchParams.get('code') ?? '' }
}

/** The link counts once: a mail program that looks at it beforehand must not use it up. */
export async function action({ context, request, url }: Route.ActionArgs) {
  const form = await request.formData()
  const answer = await attempt(
    url,
    callOf(context, form)(applicationApi.applicationResumePost, {
      body: { code: textOf(form, 'code') },
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
  const { xsrfToken, code } = loaderData
  const isUsable = code !== '' && actionData === undefined
  return (
    <Page className="apply">
      <h1>{TITLE}</h1>
      <Stopped refused={actionData?.refused} title="このリンクは使えません" />
      {isUsable ? (
        <Form method="post" className="flow">
          <p>別の端末で入力した内容を、この端末に引き継ぎます。リンクは1回だけ使えます。</p>
          <Hidden values={{ code, [antiForgery.field]: xsrfToken }} />
          <Submit kind="primary">続きから入力する</Submit>
        </Form>
      ) : (
        <p>
          <ButtonLink href={orderPages.begin}>申し込みの入口へ</ButtonLink>
        </p>
      )}
    </Page>
  )
}
