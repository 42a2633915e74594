import { InitialCancelConfirm } from '#portal/mypage/initial-cancel/confirm.tsx'
import { InitialCancelInput } from '#portal/mypage/initial-cancel/input.tsx'
import { noteOf, stepOf } from '#portal/mypage/flow/address.ts'
import { ask, attempt } from '#portal/mypage/flow/attempt.ts'
import { DoneSheet } from '#portal/mypage/flow/done.tsx'
import { finish, isAgreed, notAgreed } from '#portal/mypage/flow/finish.ts'
import { contractPlace, Frame } from '#portal/mypage/flow/frame.tsx'
import { idempotencyKeyOf, keysOf, textOf } from '#portal/mypage/flow/keys.ts'
import { revalidateAfterRefusal } from '#portal/mypage/flow/revalidate-after-refusal.ts'
import { loadDone } from '#portal/mypage/flow/load-done.ts'
import { pageMeta } from '#portal/page-setting.ts'
import { callOf } from '#portal/request.ts'
import { cancellationApi } from '#protocol/cancellation.ts'
import type { Route } from './+types/initial-cancel.ts'

export async function loader({ context, url }: Route.LoaderArgs) {
  const call = callOf(context)
  const keys = keysOf(context, url)
  const step = stepOf(url)
  if (step.name === 'done')
    return { keys, step: 'done', done: await loadDone(call, url, step.orderNo) } as const
  const right = await ask(url, call(cancellationApi.statusInitialCancelGet))
  return {
    keys,
    step: step.name === 'confirm' ? 'confirm' : 'input',
    right,
    note: noteOf(url),
  } as const
}

export async function action({ context, request, url }: Route.ActionArgs) {
  const form = await request.formData()
  if (!isAgreed(form)) return notAgreed()
  const submitted = callOf(context, form)(cancellationApi.statusInitialCancelPost, {
    body: { conditions: textOf(form, 'conditions'), agreed: true },
    idempotencyKey: idempotencyKeyOf(form),
  })
  return finish(url, await attempt(url, submitted))
}

export const shouldRevalidate = revalidateAfterRefusal

const titles = {
  input: '初期契約解除',
  confirm: '初期契約解除の確認',
  done: '初期契約解除の受付',
} as const

export function meta({ loaderData }: Route.MetaArgs) {
  return pageMeta({ title: titles[loaderData?.step ?? 'input'], noindex: true })
}

export default function InitialCancel({ loaderData, actionData }: Route.ComponentProps) {
  const frame = { title: titles[loaderData.step], way: [contractPlace] }
  switch (loaderData.step) {
    case 'input':
      return (
        <Frame {...frame} step={0}>
          <InitialCancelInput {...loaderData} />
        </Frame>
      )
    case 'confirm':
      return (
        <Frame {...frame} step={1} printedAt={loaderData.right.asOf}>
          <InitialCancelConfirm {...loaderData} {...actionData} />
        </Frame>
      )
    case 'done':
      return (
        <Frame {...frame} step={2} printedAt={loaderData.done.receipt.acceptedAt}>
          <DoneSheet done={loaderData.done} />
        </Frame>
      )
  }
}
