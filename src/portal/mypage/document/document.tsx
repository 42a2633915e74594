import { pages } from '#vocabulary/pages.ts'
import { DocumentList } from '#portal/mypage/document/list.tsx'
import { loadDocuments } from '#portal/mypage/document/load.ts'
import { PaperConfirm } from '#portal/mypage/document/paper-confirm.tsx'
import { Frame } from '#portal/mypage/flow/frame.tsx'
import { keysOf } from '#portal/mypage/flow/keys.ts'
import { DoneSheet } from '#portal/mypage/flow/done.tsx'
import { RefusalNotice } from '#portal/mypage/flow/refusal.tsx'
import { orderAction } from '#portal/mypage/flow/submit.ts'
import { pageMeta } from '#portal/page-setting.ts'
import { callOf } from '#portal/request.ts'
import { contractApi } from '#protocol/contract.ts'
import type { Route } from './+types/document.ts'

export { revalidateAfterRefusal as shouldRevalidate } from '#portal/mypage/flow/revalidate-after-refusal.ts'

export async function loader({ context, url }: Route.LoaderArgs) {
  return { keys: keysOf(context, url), ...(await loadDocuments(callOf(context), url)) }
}

/** Orders the paper copy that was confirmed. */
export const action = orderAction({ order: contractApi.contractDetailReservePost })

const titles = {
  list: '契約書面',
  confirm: '契約書面の郵送の確認',
  refused: '契約書面の郵送',
  done: '契約書面の郵送の受付',
}

export function meta({ loaderData }: Route.MetaArgs) {
  return pageMeta({ title: titles[loaderData?.step ?? 'list'], noindex: true })
}

const stepNo = { list: undefined, refused: undefined, confirm: 0, done: 1 }

export default function Documents({ loaderData, actionData }: Route.ComponentProps) {
  const { step } = loaderData
  return (
    <Frame
      title={titles[step]}
      way={step === 'list' ? [pages.contract] : [pages.contract, pages.documents]}
      step={stepNo[step]}
      steps={['確認', '完了']}
    >
      {step === 'list' ? <DocumentList {...loaderData} /> : null}
      {step === 'refused' ? <RefusalNotice reason={loaderData.refused} /> : null}
      {step === 'confirm' ? <PaperConfirm {...loaderData} {...actionData} /> : null}
      {step === 'done' ? <DoneSheet done={loaderData.done} /> : null}
    </Frame>
  )
}
