import { lockContract } from '#backend/contract/contracts.ts'
import type { By } from '#backend/contract/who.ts'
import type { Db } from '#backend/db/connect.ts'
import { newId } from '#backend/db/ids.ts'
import type { InvoiceKind } from '../rows.ts'
import type { DocumentContent } from '#backend/pdf/content.ts'
import type { ProcedureDeps } from '#backend/procedure/deps.ts'
import { RefusalError } from '#backend/refusal.ts'
import { recordChange, recordNote } from '#backend/step/record-change.ts'
import { recipientName } from '#domain/invoice/invoice.ts'
import type { TokyoMonth } from '#domain/tokyo.ts'
import { returnIssuedMessage } from '../messages.ts'
import {
  readCorrection,
  readInvoice,
  readReturn,
  requirePrintable,
  saysTheSame,
} from '../queries/invoice-data.ts'
import { invoiceSheet, returnSheet } from '../queries/sheet.ts'
import {
  findIssued,
  insertInvoice,
  insertPrint,
  invoiceNoOf,
  openInvoice,
  takeNumber,
  type InvoiceData,
  type IssuedInvoice,
  type PrintKey,
  type ReturnData,
} from '../rows.ts'
import { printJob } from './print-invoice.ts'

type Deps = Pick<ProcedureDeps, 'sealing' | 'book' | 'queue' | 'outbox'>
type Written = { readonly issued: IssuedInvoice; readonly reissued: boolean }
type InvoiceRequest = { readonly month: TokyoMonth; readonly tradeName: string }

/**
 * Issues an invoice once; every later time it makes a copy. It leaves no order: it is done when it is asked for, and
 * only the bill itself can stand in its way (decision 041).
 * @throws RefusalError INVOICE_NAME_DIFFERS: a copy is of what was issued, and another name takes a correction.
 */
export async function issueInvoice(
  tx: Db,
  deps: Deps,
  by: By,
  { month, tradeName }: InvoiceRequest,
): Promise<Written> {
  await lockContract(tx, by.contractId)
  const known = (await findIssued(tx, by.contractId, 'invoice')).get(month)
  if (known !== undefined && !isIssuedTo(openInvoice(deps.sealing, known).data, tradeName))
    throw new RefusalError('INVOICE_NAME_DIFFERS')
  if (known !== undefined) return { issued: await copyInvoice(tx, deps, by, known), reissued: true }
  const data = await readInvoice(tx, deps, { contractId: by.contractId, month }, tradeName)
  return { issued: await writeInvoice(tx, deps, by, month, { data }), reissued: false }
}

/** The holder may have another name by now; a request without 屋号 is for a copy of what there is. */
const isIssuedTo = ({ recipientName: issuedTo }: InvoiceData, tradeName: string) =>
  tradeName === '' || issuedTo.startsWith(recipientName({ holderName: '', tradeName }))

/**
 * Issues an invoice again under a new number; what was issued stays as it was.
 * @throws RefusalError INVOICE_NOTHING_TO_CORRECT, INVOICE_NOT_ISSUABLE
 */
export async function correctInvoice(
  tx: Db,
  deps: Deps,
  by: By,
  { month, tradeName }: InvoiceRequest,
): Promise<IssuedInvoice> {
  const { contractId } = by
  await lockContract(tx, contractId)
  const known = (await findIssued(tx, contractId, 'invoice')).get(month)
  if (known === undefined) throw new RefusalError('INVOICE_NOT_ISSUABLE')
  const data = await readCorrection(tx, deps, { contractId, month, known }, tradeName)
  if (saysTheSame(data, openInvoice(deps.sealing, known).data))
    throw new RefusalError('INVOICE_NOTHING_TO_CORRECT')
  return writeInvoice(tx, deps, by, month, { data, replaces: known.invoice_id })
}

/** Issues a return invoice once, like an invoice; one that the schedule issues notifies the member. */
export async function issueReturn(tx: Db, deps: Deps, by: By, month: TokyoMonth): Promise<Written> {
  const { contractId } = by
  await lockContract(tx, contractId)
  const known = (await findIssued(tx, contractId, 'return')).get(month)
  if (known !== undefined) return { issued: await copyInvoice(tx, deps, by, known), reissued: true }
  const returned = await readReturn(tx, deps, { contractId, month })
  return { issued: await writeInvoice(tx, deps, by, month, { returned }), reissued: false }
}

type Content =
  | { readonly data: InvoiceData; readonly replaces?: string }
  | { readonly returned: ReturnData }

/** Writes an invoice or return invoice with its first print. */
async function writeInvoice(
  tx: Db,
  { sealing, outbox, queue }: Deps,
  by: By,
  month: TokyoMonth,
  content: Content,
): Promise<IssuedInvoice> {
  const { kind, data, action, sheetOf, replaces } = documentOf(content, by)
  // What cannot be printed correctly gets no number.
  await requirePrintable(sheetOf(''))
  const { contractId, now } = by
  const invoiceId = newId('inv')
  const isUnasked = kind === 'return' && by.actor === 'system'
  await recordChange(tx, { outbox }, by, {
    action,
    target: invoiceId,
    ...(replaces !== undefined && { details: { replaces } }),
    ...(isUnasked && {
      message: (accountId) => returnIssuedMessage({ accountId, invoiceId, ...data }),
    }),
  })
  const first = { contractId, invoiceId, copyNumber: 0 }
  await queue.send(tx, printJob, first)
  // Taken last: all other issues wait from here to the end of this transaction.
  const number = await takeNumber(tx, kind)
  const row = await insertInvoice(
    tx,
    sealing,
    {
      contract_id: contractId,
      invoice_id: invoiceId,
      kind,
      invoice_number: number,
      month,
      total_yen: data.totalYen,
      issued_at: now,
      issued_by: by.actor === 'member' ? 'member' : 'system',
      replaces: replaces ?? null,
    },
    { data, sheet: sheetOf(invoiceNoOf(kind, number)) },
  )
  return { ...row, former: [], print: await insertPrint(tx, first, now) }
}

function documentOf(
  content: Content,
  { now: at }: By,
): {
  kind: InvoiceKind
  data: InvoiceData | ReturnData
  action: string
  sheetOf: (invoiceNo: string) => DocumentContent
  replaces?: string | undefined
} {
  if ('returned' in content) {
    const { returned: data } = content
    const sheetOf = (invoiceNo: string) => returnSheet(data, { invoiceNo, at })
    return { kind: 'return', data, action: 'return-invoice-issued', sheetOf }
  }
  const { data, replaces } = content
  const action = replaces === undefined ? 'invoice-issued' : 'invoice-corrected'
  const sheetOf = (invoiceNo: string) => invoiceSheet(data, { invoiceNo, at })
  return { kind: 'invoice', data, action, sheetOf, replaces }
}

async function copyInvoice(
  tx: Db,
  { queue }: Deps,
  by: By,
  { print, ...row }: IssuedInvoice,
): Promise<IssuedInvoice> {
  const { contract_id: contractId, invoice_id: invoiceId } = row
  const copyNumber = print.copy_number + 1
  await recordNote(tx, by, {
    action: 'invoice-reprinted',
    target: invoiceId,
    details: { copyNumber },
  })
  const copy: PrintKey = { contractId, invoiceId, copyNumber }
  await queue.send(tx, printJob, copy)
  return { ...row, print: await insertPrint(tx, copy, by.now) }
}
