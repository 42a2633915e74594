import { pages } from '#vocabulary/pages.ts'
import { DocumentList } from '#portal/mypage/document/list.tsx'
import { loadStep } from '#portal/mypage/document/load.ts'
import { PaperConfirm } from '#portal/mypage/document/paper-confirm.tsx'
import { attempt } from '#portal/mypage/flow/attempt.ts'
import { DoneSheet } from '#portal/mypage/flow/done.tsx'
import { finish } from '#portal/mypage/flow/finish.ts'
import { contractPlace, Frame } from '#portal/mypage/flow/frame.tsx'
import { idempotencyKeyOf, keysOf, textOf } from '#portal/mypage/flow/keys.ts'
import { RefusalNotice } from '#portal/mypage/flow/refusal.tsx'
import { pageMeta } from '#portal/page-setting.ts'
import { callOf } from '#portal/request.ts'
import { contractApi } from '#protocol/contract.ts'
import type { Route } from './+types/document.ts'

export async function loader({ context, url }: Route.LoaderArgs) {
  return { keys: keysOf(context, url), ...(await loadStep(callOf(context), url)) }
}

/** Orders the paper copy that was confirmed. */
export async function action({ context, request, url }: Route.ActionArgs) {
  const form = await request.formData()
  const ordered = callOf(context, form)(contractApi.contractDetailReservePost, {
    body: { conditions: textOf(form, 'conditions'), docId: textOf(form, 'docId') },
    idempotencyKey: idempotencyKeyOf(form),
  })
  return finish(url, await attempt(url, ordered))
}

const titles = {
  list: '契約書面',
  confirm: '契約書面の郵送の確認',
  refused: '契約書面の郵送',
  done: '契約書面の郵送の受付',
} as const

export function meta({ loaderData }: Route.MetaArgs) {
  return pageMeta({ title: titles[loaderData?.step ?? 'list'], noindex: true })
}

const documentPlace = { href: pages.documents, label: '契約書面' }
const steps = ['確認', '完了']

export default function Documents({ loaderData, actionData }: Route.ComponentProps) {
  const title = titles[loaderData.step]
  const way = [contractPlace, documentPlace]
  switch (loaderData.step) {
    case 'list':
      return (
        <Frame title={title} way={[contractPlace]}>
          <DocumentList {...loaderData} />
        </Frame>
      )
    case 'refused':
      return (
        <Frame title={title} way={way}>
          <RefusalNotice reason={loaderData.refused} />
        </Frame>
      )
    case 'confirm':
      return (
        <Frame title={title} way={way} step={0} steps={steps}>
          <PaperConfirm {...loaderData} {...actionData} />
        </Frame>
      )
    case 'done':
      return (
        <Frame title={title} way={way} step={1} steps={steps}>
          <DoneSheet done={loaderData.done} />
        </Frame>
      )
  }
}
