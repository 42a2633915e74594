import { redirect } from 'react-router'
import { ask } from '#portal/mypage/flow/attempt.ts'
import { KeyedForm, SubmitRow } from '#portal/mypage/flow/form.tsx'
import { Frame } from '#portal/mypage/flow/frame.tsx'
import { freshKeysOf, type FormKeys } from '#portal/mypage/flow/keys.ts'
import { Stopped, errorsOf, fieldsFrom } from '#portal/mypage/flow/stopped.tsx'
import { send, type Stayed } from '#portal/mypage/flow/submit.ts'
import { mypageMeta } from '#portal/page-setting.ts'
import { callOf } from '#portal/request.ts'
import { connectionApi } from '#protocol/connection.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { Field } from '#ui/field.tsx'
import { OWN_APP_REDIRECT, type AccessScope } from '#vocabulary/connection.ts'
import { pages, withQuery } from '#vocabulary/pages.ts'
import { ScopeChoice } from './choices.tsx'
import { stayWithChoices, type Chosen } from './chosen.ts'
import type { Route } from './+types/own-app.ts'

export { revalidateAfterRefusal as shouldRevalidate } from '#portal/mypage/flow/revalidate-after-refusal.ts'

const title = '手元のアプリを登録する'

export async function loader({ context, url }: Route.LoaderArgs) {
  const { toGive } = await ask(url, callOf(context)(connectionApi.connectionsGet))
  return { toGive, keys: freshKeysOf(context) }
}

export async function action({ context, request, url }: Route.ActionArgs) {
  const form = await request.formData()
  const answer = await send(callOf(context, form), url, connectionApi.connectionsClientPost, form)
  if ('refused' in answer) return stayWithChoices(answer.refused, form)
  return redirect(withQuery(pages.connections, { done: 'appMade' }))
}

export const meta = mypageMeta(title)

const labels = { name: '名前', redirectUri: '戻り先のアドレス', scopes: '求められること' }

export default function OwnAppPage({ loaderData, actionData }: Route.ComponentProps) {
  const { toGive, keys } = loaderData
  return (
    <Frame title={title} way={[pages.user, pages.connections]}>
      <Stopped refused={actionData?.refused} title="登録できませんでした" labels={labels} />
      <p className="lead">
        お手元のパソコンで動かすアプリや、AIエージェントを登録します。登録しただけでは何も見えません。アプリから始めて、あなたが許すと使えます。ほかの方は使えません。
      </p>
      {toGive.ofContract.length === 0 ? (
        <EmptyState title="許せることがありません">
          ご契約、またはご家族の役割をお持ちの方が、登録できます。
        </EmptyState>
      ) : (
        <OwnAppForm scopes={toGive.ofContract} keys={keys} {...actionData} />
      )}
    </Frame>
  )
}

type OwnAppFormProps = {
  readonly scopes: readonly AccessScope[]
  readonly keys: FormKeys
  readonly refused?: Stayed['refused'] | undefined
  readonly typed?: Stayed['typed']
  readonly chosen?: Chosen | undefined
}

/** What it is called, where its answer goes, and the most it asks for. */
function OwnAppForm({ scopes, keys, refused, typed, chosen }: OwnAppFormProps) {
  const errors = errorsOf(refused)
  const of = fieldsFrom(typed, errors)
  return (
    <KeyedForm keys={keys} of="ownApp" className="form">
      <Field
        {...of('name')}
        label={labels.name}
        hint="許すときの画面に出る名前（例：手元の集計）"
        required
        maxLength={40}
        autoComplete="off"
      />
      <Field
        {...of('redirectUri', OWN_APP_REDIRECT)}
        label={labels.redirectUri}
        hint="アプリの説明書にある、お手元のパソコンのアドレス。ポート番号は、どれでも受け取れます。"
        required
        maxLength={200}
        inputMode="url"
        autoComplete="off"
      />
      <ScopeChoice
        scopes={scopes}
        chosen={chosen?.scopes ?? []}
        label={labels.scopes}
        error={errors['scopes']}
      />
      <SubmitRow kind="primary">登録する</SubmitRow>
    </KeyedForm>
  )
}
