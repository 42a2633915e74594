import { act } from '#portal/mypage/portout/act.ts'
import { PortOutConfirm } from '#portal/mypage/portout/confirm.tsx'
import { PortOutInput } from '#portal/mypage/portout/input.tsx'
import { loadStep } from '#portal/mypage/portout/load.ts'
import { ReservationNumber } from '#portal/mypage/portout/number.tsx'
import { DoneSheet } from '#portal/mypage/flow/done.tsx'
import { Frame } from '#portal/mypage/flow/frame.tsx'
import { keysOf } from '#portal/mypage/flow/keys.ts'
import { revalidateAfterRefusal } from '#portal/mypage/flow/revalidate-after-refusal.ts'
import { pageMeta } from '#portal/page-setting.ts'
import { callOf } from '#portal/request.ts'
import type { Route } from './+types/portout.ts'

export async function loader({ context, url }: Route.LoaderArgs) {
  return { keys: keysOf(context, url), ...(await loadStep(callOf(context), url)) }
}

export async function action({ context, request, url }: Route.ActionArgs) {
  const form = await request.formData()
  return act(callOf(context, form), url, form)
}

export const shouldRevalidate = revalidateAfterRefusal

const titles = {
  input: 'MNP転出',
  confirm: 'MNP転出の確認',
  done: 'MNP予約番号',
} as const

export function meta({ loaderData }: Route.MetaArgs) {
  return pageMeta({ title: titles[loaderData?.step ?? 'input'], noindex: true })
}

export default function PortOut({ loaderData, actionData }: Route.ComponentProps) {
  const title = titles[loaderData.step]
  switch (loaderData.step) {
    case 'input':
      return (
        <Frame title={title} step={0}>
          <PortOutInput {...loaderData} />
        </Frame>
      )
    case 'confirm':
      return (
        <Frame title={title} step={1} printedAt={loaderData.asOf}>
          <PortOutConfirm {...loaderData} {...actionData} />
        </Frame>
      )
    case 'done':
      return (
        <Frame title={title} step={2} printedAt={loaderData.asOf}>
          <DoneSheet done={loaderData.done}>
            {loaderData.request === undefined ? null : (
              <ReservationNumber request={loaderData.request} />
            )}
          </DoneSheet>
        </Frame>
      )
  }
}
