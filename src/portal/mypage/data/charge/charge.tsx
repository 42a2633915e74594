import { Frame } from '#portal/mypage/flow/frame.tsx'
import { freshKeysOf } from '#portal/mypage/flow/keys.ts'
import { pageMeta } from '#portal/page-setting.ts'
import { callOf } from '#portal/request.ts'
import { act } from './act.ts'
import { Choose } from './choose.tsx'
import { Confirm } from './confirm.tsx'
import { Done } from './done.tsx'
import { loadStep } from './load.ts'
import type { Route } from './+types/charge.ts'

const steps = ['選択', '確認', '完了']
const titles = {
  input: 'データチャージ',
  confirm: 'データチャージの確認',
  done: 'データチャージの受付',
} as const

export async function loader({ context, url }: Route.LoaderArgs) {
  return { keys: freshKeysOf(context), ...(await loadStep(callOf(context), url)) }
}

export async function action({ context, request, url }: Route.ActionArgs) {
  const form = await request.formData()
  return act(callOf(context, form), url, form)
}

export function meta({ loaderData }: Route.MetaArgs) {
  return pageMeta({ title: titles[loaderData?.step ?? 'input'], noindex: true })
}

export default function Charge({ loaderData, actionData }: Route.ComponentProps) {
  const { step } = loaderData
  return (
    <Frame title={titles[step]} step={['input', 'confirm', 'done'].indexOf(step)} steps={steps}>
      {step === 'input' ? <Choose {...loaderData} key={loaderData.chosen} /> : null}
      {step === 'confirm' ? <Confirm {...loaderData} refused={actionData?.refused} /> : null}
      {step === 'done' ? <Done {...loaderData} /> : null}
    </Frame>
  )
}
