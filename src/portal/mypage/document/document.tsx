import { pages } from '#vocabulary/pages.ts'
import { DocumentList } from '#portal/mypage/document/list.tsx'
import { Frame } from '#portal/mypage/flow/frame.tsx'
import { keysOf } from '#portal/mypage/flow/keys.ts'
import { DoneSheet } from '#portal/mypage/flow/done.tsx'
import { RefusalNotice } from '#portal/mypage/flow/refusal.tsx'
import { orderAction } from '#portal/mypage/flow/submit.ts'
import { pageMeta } from '#portal/page-setting.ts'
import { callOf } from '#portal/request.ts'
import { contractApi } from '#protocol/contract.ts'
import type { Route } from './+types/document.ts'
import { noteOf, stepOf } from '#portal/mypage/flow/address.ts'
import { ask, attempt } from '#portal/mypage/flow/attempt.ts'
import { loadDone } from '#portal/mypage/flow/load-done.ts'
import type { Call } from '#protocol/http.ts'
import { estimateFacts, estimateFigures } from '#portal/mypage/flow/estimate.tsx'
import { EstimateReview } from '#portal/mypage/flow/estimate-review.tsx'
import type { AtReview } from '#portal/mypage/flow/review.tsx'
import { formatYen } from '#ui/format.ts'
import type { Result } from '#protocol/endpoint.ts'

type PaperProps = AtReview & {
  readonly estimate: Result<typeof contractApi.contractDetailPaperAvailableGet>
}

function PaperConfirm({ estimate, ...at }: PaperProps) {
  const { docId, title, addressMasked, oneOff } = estimate
  return (
    <EstimateReview
      {...at}
      estimate={estimate}
      isMonthlyShown={false}
      what={title}
      figures={estimateFigures(estimate, false)}
      facts={[['お届け先', addressMasked], ...estimateFacts(estimate, { isMonthlyShown: false })]}
      form={{
        values: { docId },
        submitLabel: `${formatYen(oneOff.totalYen)}で郵送を申し込む`,
      }}
      back={{ href: pages.documents, label: '書面の一覧に戻る' }}
    />
  )
}

async function loadDocuments(call: Call, url: URL) {
  const step = stepOf(url)
  if (step.name === 'done')
    return { step: 'done', ...(await loadDone(call, url, step.orderNo)) } as const
  const docId = url.searchParams.get('paper')
  return docId === null ? loadList(call, url) : loadConfirm(call, url, docId)
}

async function loadList(call: Call, url: URL) {
  const [documents, papers] = await Promise.all([
    attempt(url, call(contractApi.contractDetailStatusGet)),
    ask(url, call(contractApi.contractDetailPaperStatusGet)),
  ])
  const { papers: sent } = papers
  if ('refused' in documents)
    return { step: 'list', documents: [], papers: sent, refused: documents.refused } as const
  return { step: 'list', documents: documents.value.documents, papers: sent } as const
}

/** A paper copy asks nothing but whether one wants it: the choice of the document is its 入力. */
async function loadConfirm(call: Call, url: URL, docId: string) {
  const answer = await attempt(
    url,
    call(contractApi.contractDetailPaperAvailableGet, { query: { docId } }),
  )
  if ('refused' in answer) return { step: 'refused', refused: answer.refused } as const
  return { step: 'confirm', estimate: answer.value, note: noteOf(url) } as const
}

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
