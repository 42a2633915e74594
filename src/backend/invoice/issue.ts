import { lockContract } from '#backend/contract/contracts.ts'
import type { By } from '#backend/contract/who.ts'
import type { Db } from '#backend/db/connect.ts'
import { newId } from '#backend/db/ids.ts'
import type { InvoiceKind } from '#backend/db/tables/invoice.ts'
import type { JobQueue } from '#backend/jobs/queue.ts'
import type { MemberMessage } from '#backend/mail/member-message.ts'
import type { DocumentContent } from '#backend/pdf/content.ts'
import type { Commit } from '#backend/procedure/commit.ts'
import { RefusalError } from '#backend/refusal.ts'
import { recipientName } from '#domain/invoice/invoice.ts'
import type { TokyoMonth } from '#domain/tokyo.ts'
import {
  contentAad,
  invoiceNoOf,
  openInvoice,
  type InvoiceData,
  type ReturnData,
} from './content.ts'
import { printJob } from './prints.ts'
import { invoiceSheet, returnSheet } from './sheet.ts'
import { readCorrection } from './correction.ts'
import { readInvoice, readReturn, type InvoiceSources } from './sources.ts'
import { findIssued, takeNumber, type IssuedInvoice } from './store.ts'

export type InvoiceIssue = ReturnType<typeof createInvoiceIssue>

type Written = { readonly issued: IssuedInvoice; readonly reissued: boolean }
type Told = (invoice: { accountId: string; invoiceId: string; totalYen: number }) => MemberMessage

/**
 * Issues an invoice once and prints it again ever after. It leaves no order: it is done when it is asked for, and
 * nothing can stand in its way but the bill itself (decision 041).
 */
export function createInvoiceIssue(deps: InvoiceSources & { queue: JobQueue; commit: Commit }) {
  const { sealing, queue, commit } = deps

  /** @throws RefusalError INVOICE_NAME_DIFFERS: a copy is of what was issued, and another name takes a correction. */
  async function issueInvoice(tx: Db, by: By, wish: { month: TokyoMonth; tradeName: string }) {
    await lockContract(tx, by.contractId)
    const known = (await findIssued(tx, by.contractId, 'invoice')).get(wish.month)
    if (known !== undefined && !isIssuedTo(openInvoice(sealing, known).data, wish.tradeName))
      throw new RefusalError('INVOICE_NAME_DIFFERS')
    const of = { contractId: by.contractId, month: wish.month }
    return again(tx, by, 'invoice', of.month, async () => {
      const data = await readInvoice(tx, deps, of, wish.tradeName)
      return { data, sheetOf: (no) => invoiceSheet(data, { invoiceNo: no, at: by.now }) }
    })
  }

  /** Writes it anew under a new number; what was issued stays as it was. @throws RefusalError INVOICE_NOTHING_TO_CORRECT */
  async function correctInvoice(tx: Db, by: By, wish: { month: TokyoMonth; tradeName: string }) {
    const of = { contractId: by.contractId, month: wish.month }
    await lockContract(tx, by.contractId)
    const known = (await findIssued(tx, by.contractId, 'invoice')).get(wish.month)
    if (known === undefined) throw new RefusalError('INVOICE_NOT_ISSUABLE')
    const data = await readCorrection(tx, deps, { ...of, known }, wish.tradeName)
    const sheetOf = (no: string) => invoiceSheet(data, { invoiceNo: no, at: by.now })
    return first(tx, by, 'invoice', wish.month, { data, sheetOf, replaces: known.invoice_id })
  }

  async function issueReturn(tx: Db, by: By, month: TokyoMonth, message?: Told) {
    const of = { contractId: by.contractId, month }
    return again(tx, by, 'return', month, async () => {
      const data = await readReturn(tx, deps, of)
      const sheetOf = (no: string) => returnSheet(data, { invoiceNo: no, at: by.now })
      return { data, sheetOf, message }
    })
  }

  /** The first time it is written, every later time a copy of it is. */
  async function again(
    tx: Db,
    by: By,
    kind: InvoiceKind,
    month: TokyoMonth,
    make: () => Promise<Made>,
  ): Promise<Written> {
    await lockContract(tx, by.contractId)
    const known = (await findIssued(tx, by.contractId, kind)).get(month)
    const issued =
      known === undefined
        ? await first(tx, by, kind, month, await make())
        : await copy(tx, by, known)
    return { issued, reissued: known !== undefined }
  }

  async function first(
    tx: Db,
    by: By,
    kind: InvoiceKind,
    month: TokyoMonth,
    { data, sheetOf, message, replaces }: Made,
  ): Promise<IssuedInvoice> {
    // Nothing that cannot be printed right gets a number.
    await requirePrintable(sheetOf(''))
    const invoiceId = newId('inv')
    await commit.change(tx, by, {
      action: replaces === undefined ? firstActions[kind] : 'invoice-corrected',
      target: invoiceId,
      ...(replaces !== undefined && { details: { replaces } }),
      ...(message && { message: (accountId) => message({ accountId, invoiceId, ...data }) }),
    })
    await sendPrint(tx, by, invoiceId, 0)
    // Last of all: everybody who issues waits from here to the end of the transaction.
    const number = await takeNumber(tx, kind)
    const content = { data, sheet: sheetOf(invoiceNoOf(kind, number)) }
    const row = await tx
      .insertInto('invoice')
      .values({
        contract_id: by.contractId,
        invoice_id: invoiceId,
        kind,
        invoice_number: number,
        month,
        total_yen: data.totalYen,
        content_sealed: sealing.seal(contentAad(invoiceId), JSON.stringify(content)),
        issued_at: by.now,
        issued_by: by.actor === 'member' ? 'member' : 'system',
        replaces: replaces ?? null,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    return { ...row, former: [], print: await writePrint(tx, by, invoiceId, 0) }
  }

  async function copy(tx: Db, by: By, { print, ...row }: IssuedInvoice): Promise<IssuedInvoice> {
    const copyNumber = print.copy_number + 1
    await commit.change(tx, by, {
      action: 'invoice-reprinted',
      target: row.invoice_id,
      details: { copyNumber },
    })
    await sendPrint(tx, by, row.invoice_id, copyNumber)
    return { ...row, print: await writePrint(tx, by, row.invoice_id, copyNumber) }
  }

  function sendPrint(tx: Db, { contractId }: By, invoiceId: string, copyNumber: number) {
    return queue.send(tx, printJob, { contractId, invoiceId, copyNumber })
  }

  return { issueInvoice, correctInvoice, issueReturn }
}

/** The holder may have another name by now; who names no 屋号 asks for a copy of what there is. */
const isIssuedTo = ({ recipientName: issuedTo }: InvoiceData, tradeName: string) =>
  tradeName === '' || issuedTo.startsWith(recipientName({ holderName: '', tradeName }))

const firstActions = { invoice: 'invoice-issued', return: 'return-invoice-issued' } as const

type Made = {
  readonly data: InvoiceData | ReturnData
  readonly sheetOf: (invoiceNo: string) => DocumentContent
  readonly message?: Told | undefined
  /** The invoice it corrects. */
  readonly replaces?: string
}

/** @throws RefusalError CHARACTER_NOT_PRINTABLE: a wrong character in a name is a defect, so nothing is issued. */
export async function requirePrintable(sheet: DocumentContent) {
  const { unprintable } = await import('#backend/pdf/print.ts')
  if (unprintable(sheet).length > 0) throw new RefusalError('CHARACTER_NOT_PRINTABLE')
}

async function writePrint(tx: Db, { contractId, now }: By, invoiceId: string, copyNumber: number) {
  return tx
    .insertInto('invoice_print')
    .values({
      contract_id: contractId,
      invoice_id: invoiceId,
      copy_number: copyNumber,
      asked_at: now,
      pdf_sealed: null,
      sha256: null,
      size_bytes: null,
    })
    .returning(['copy_number', 'asked_at', 'sha256'])
    .executeTakeFirstOrThrow()
}
