import { noteOf, stepOf } from '#portal/mypage/flow/address.ts'
import { ask, attempt } from '#portal/mypage/flow/attempt.ts'
import { loadDone } from '#portal/mypage/flow/load-done.ts'
import { contractApi } from '#protocol/contract.ts'
import type { Call } from '#protocol/http.ts'

export async function loadDocuments(call: Call, url: URL) {
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
