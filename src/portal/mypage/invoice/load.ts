import { ask, attempt } from '#portal/mypage/flow/attempt.ts'
import type { Result } from '#protocol/endpoint.ts'
import type { Call } from '#protocol/http.ts'
import { invoiceApi } from '#protocol/invoice.ts'

type Invoices = Result<typeof invoiceApi.invoiceReviewGet>
type Returns = Result<typeof invoiceApi.invoiceReturnReviewGet>
export type InvoiceEntry = Invoices['list'][number]
export type ReturnEntry = Returns['list'][number]
export type Invoice = NonNullable<Invoices['preview']>
export type ReturnInvoice = NonNullable<Returns['preview']>
export type Issued = NonNullable<InvoiceEntry['issued']>

/** All of them, or the one of the bill that the address names. */
export async function loadInvoices(call: Call, url: URL) {
  const billId = url.searchParams.get('bill')
  if (billId === null) {
    const { list } = await ask(url, call(invoiceApi.invoiceReviewGet, { query: {} }))
    return { step: 'list', list } as const
  }
  const tradeName = url.searchParams.get('tradeName') ?? ''
  const isCorrecting = url.searchParams.has('correct')
  const query = { billId, tradeName, ...(isCorrecting && { correct: true }) }
  const answer = await attempt(url, call(invoiceApi.invoiceReviewGet, { query }))
  if ('refused' in answer) return { step: 'refused', refused: answer.refused, tradeName } as const
  const { list, preview } = answer.value
  const { issued, former = [] } = list.find((one) => one.billId === billId) ?? {}
  if (preview === undefined) throw new Error('A preview was asked for and not given')
  const at = { preview, issued, former, tradeName }
  if (issued === undefined) return { step: 'confirm', ...at } as const
  if (isCorrecting) return { step: 'correct', ...at } as const
  return { step: 'issued', ...at } as const
}

export async function loadReturns(call: Call, url: URL) {
  const returnId = url.searchParams.get('return')
  if (returnId === null) {
    const { list } = await ask(url, call(invoiceApi.invoiceReturnReviewGet, { query: {} }))
    return { step: 'list', list } as const
  }
  const query = { returnId }
  const answer = await attempt(url, call(invoiceApi.invoiceReturnReviewGet, { query }))
  if ('refused' in answer) return { step: 'refused', refused: answer.refused } as const
  const { list, preview } = answer.value
  const { issued } = list.find((one) => one.returnId === returnId) ?? {}
  if (preview === undefined) throw new Error('A preview was asked for and not given')
  return { step: issued === undefined ? 'confirm' : 'issued', preview, issued } as const
}
