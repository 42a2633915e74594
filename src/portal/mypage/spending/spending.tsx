import { redirect } from 'react-router'
import { againAddress, doneAddress } from '#portal/mypage/flow/address.ts'
import { attempt, type Attempted } from '#portal/mypage/flow/attempt.ts'
import { billingPlace, Frame } from '#portal/mypage/flow/frame.tsx'
import { freshKeysOf, idempotencyKeyOf, textOf } from '#portal/mypage/flow/keys.ts'
import { ProcedurePage, procedureMeta } from '#portal/mypage/flow/procedure-page.tsx'
import { send, stay } from '#portal/mypage/flow/submit.ts'
import { callOf } from '#portal/request.ts'
import { ownPath } from '#protocol/primitives.ts'
import { spendingApi } from '#protocol/spending.ts'
import { pages, withQuery } from '#vocabulary/pages.ts'
import { AutoConfirm } from './auto-confirm.tsx'
import { AutoDone } from './auto-done.tsx'
import { loadSpending, type Saved } from './load.ts'
import { Overview } from './overview.tsx'
import type { Route } from './+types/spending.ts'

export async function loader({ context, url }: Route.LoaderArgs) {
  return { keys: freshKeysOf(context), ...(await loadSpending(callOf(context), url)) }
}

/** `intent` says which of the settings the form is for; automatic top-up is set on 確認, where its price was shown. */
export async function action({ context, request, url }: Route.ActionArgs) {
  const form = await request.formData()
  const call = callOf(context, form)
  const idempotencyKey = idempotencyKeyOf(form)
  switch (textOf(form, 'intent')) {
    case 'limit':
      return saved(await send(call, url, spendingApi.spendingLimitPut, form), 'limit', form)
    case 'limitEnd': {
      const ended = call(spendingApi.spendingLimitDelete, { idempotencyKey })
      return saved(await attempt(url, ended), 'limitEnd', form)
    }
    case 'autoEnd': {
      const ended = call(spendingApi.autoTopUpDelete, { idempotencyKey })
      return saved(await attempt(url, ended), 'autoEnd', form)
    }
    default: {
      const answer = await send(call, url, spendingApi.autoTopUpPut, form)
      if ('value' in answer) return redirect(doneAddress(url.pathname, 'auto'))
      if (answer.refused.code === 'CONDITIONS_CHANGED')
        return redirect(againAddress(url, 'changed'))
      return stay(answer.refused, form)
    }
  }
}

function saved(answer: Attempted<unknown>, what: Saved, form: FormData) {
  if (!('value' in answer)) return stay(answer.refused, form)
  const back = ownPath.safeParse(textOf(form, 'back'))
  return redirect(
    withQuery(pages.spending, { saved: what, back: back.success ? back.data : undefined }),
  )
}

const titles = {
  input: '料金の上限と自動チャージ',
  confirm: '自動データチャージの確認',
  done: '自動データチャージの設定',
}

export const meta = procedureMeta(titles)

export default function Spending({ loaderData, actionData }: Route.ComponentProps) {
  const { step } = loaderData
  // Settings of their own first; only what agrees to purchases is a procedure with steps.
  if (step === 'input')
    return (
      <Frame title={titles.input} way={[billingPlace]}>
        <Overview {...loaderData} {...actionData} />
      </Frame>
    )
  return (
    <ProcedurePage titles={titles} loaded={loaderData} way={[billingPlace]}>
      {step === 'confirm' ? <AutoConfirm {...loaderData} {...actionData} /> : null}
      {step === 'done' ? <AutoDone {...loaderData} /> : null}
    </ProcedurePage>
  )
}
