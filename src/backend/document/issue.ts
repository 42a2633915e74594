import { findPeriods, heldOptions } from '#backend/contract/options.ts'
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { recordAudit } from '#backend/audit.ts'
import { findContract, findLines, type LineRow } from '#backend/contract/contracts.ts'
import { findOrder } from '#backend/contract/orders.ts'
import type { DatabaseHandle, Db } from '#backend/db/connect.ts'
import { newId } from '#backend/db/ids.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { readHolder } from '#backend/holder.ts'
import { defineJob, type JobQueue } from '#backend/jobs/queue.ts'
import type { MailSender } from '#backend/mail/member-message.ts'
import type { Outbox } from '#backend/mail/outbox.ts'
import type { Registry } from '#backend/procedure/registry.ts'
import type { PriceBook } from '#domain/catalogue/price-book.ts'
import { isBefore, toTokyoDate, type Instant } from '#domain/tokyo.ts'
import { optionsOfApplication } from './options-of-application.ts'
import { changeOfOrder, type ContractChange } from './change.ts'
import { documentContent } from '#backend/pdf/content.ts'
import { contractContent, titleOf } from './contract-content.ts'
import { documentIssuedMessage, documentUnprintableMessage } from './messages.ts'
import type { CharacterNotPrintable } from '#backend/pdf/print.ts'
import { findDocument, type DocumentRow } from './store.ts'

export const documentJob = defineJob({
  name: 'contract-document',
  payload: z.object({ contractId: z.string(), docId: z.string() }),
  retryLimit: 5,
  retryDelaySeconds: 20,
})

export const documentAad = {
  content: (docId: string) => `contract_document.content:${docId}`,
  pdf: (docId: string) => `contract_document.pdf:${docId}`,
}

export type DocumentIssue = ReturnType<typeof createDocumentIssue>

type Asked = {
  contractId: string
  kind: 'new' | 'change'
  orderNo?: string | undefined
  now: Instant
}

export function createDocumentIssue(deps: {
  database: DatabaseHandle
  sealing: Sealing
  queue: JobQueue
  outbox: Outbox
  sender: MailSender
  procedures: Registry
  book: PriceBook
}) {
  const { database, sealing, queue, outbox, sender, procedures, book } = deps

  /**
   * Asks for the document of the contract as it is in this transaction; the same order asks once. Its words are
   * fixed now, its PDF is made by the job.
   */
  async function request(tx: Db, asked: Asked) {
    const { contractId, orderNo, now } = asked
    const lines = await findLines(tx, contractId)
    const order = orderNo === undefined ? undefined : await findOrder(tx, contractId, orderNo)
    const change =
      order &&
      changeOfOrder(procedures.of(order), order, lines, sealing, { on: toTokyoDate(now), book })
    const row = await write(tx, asked, lines, change)
    if (row !== undefined) await queue.send(tx, documentJob, { contractId, docId: row.doc_id })
  }

  /**
   * A document that was handed over before this system kept any: dated as it was then, made at once, immutable like the
   * others. Nobody is told of it now.
   * @param past the lines the contract had, and what changed if it is a change document.
   */
  async function issuePast(
    tx: Db,
    past: { contractId: string; lines: readonly LineRow[]; change?: ContractChange; at: Instant },
  ) {
    const { contractId, lines, change, at } = past
    const kind = change === undefined ? 'new' : 'change'
    const row = await write(tx, { contractId, kind, now: at }, lines, change)
    if (row === undefined) return
    const pdf = await print(row)
    if (!Buffer.isBuffer(pdf)) throw pdf
    await keep(tx, row, pdf, at)
  }

  async function write(
    tx: Db,
    { contractId, kind, orderNo, now }: Asked,
    lines: readonly LineRow[],
    change: ContractChange | undefined,
  ): Promise<DocumentRow | undefined> {
    const contract = await findContract(tx, contractId)
    const { versions, known } = await tx
      .selectFrom('contract_document')
      .select((eb) => [
        eb.fn.coalesce(eb.fn.max('version'), eb.lit(0)).as('versions'),
        eb.fn
          .count('doc_id')
          .filterWhere('kind', '=', kind)
          .filterWhere((filter) => filter('order_no', 'is not distinct from', orderNo ?? null))
          .as('known'),
      ])
      .where('contract_id', '=', contractId)
      .executeTakeFirstOrThrow()
    if (Number(known) > 0) return undefined
    const docId = newId('doc')
    const version = versions + 1
    const holder = await readHolder(tx, sealing, contract.account_id)
    const asOf = toTokyoDate(now)
    const periods = await findPeriods(tx, contractId)
    const joined = periods.filter((one) => !isBefore(now, one.joined_at))
    const held =
      contract.started_on === null
        ? await optionsOfApplication(tx, contractId)
        : heldOptions({ contract, lines, open: [] }, joined, now)
    const content = contractContent(
      { version, contract, lines, held, holder, asOf, book, change, sender },
      sealing,
    )
    return tx
      .insertInto('contract_document')
      .values({
        contract_id: contractId,
        doc_id: docId,
        kind,
        version,
        title: titleOf(kind),
        order_no: orderNo ?? null,
        requested_at: now,
        content_sealed: sealing.seal(documentAad.content(docId), JSON.stringify(content)),
        state: 'requested',
      })
      .returningAll()
      .executeTakeFirstOrThrow()
  }

  /** Makes the PDF; a second run finds it made. */
  async function make({ contractId, docId }: { contractId: string; docId: string }, now: Instant) {
    const row = await findDocument(database.db, contractId, docId)
    if (row.state !== 'requested') return
    const pdf = await print(row)
    await database.db.transaction().execute(async (tx) => {
      if (!Buffer.isBuffer(pdf)) await giveUp(tx, row, pdf, now)
      else if (await keep(tx, row, pdf, now)) await tell(tx, row, documentIssuedMessage, now)
    })
  }

  /** The PDF, or which characters it cannot be made with. */
  async function print(row: DocumentRow): Promise<Buffer | CharacterNotPrintable> {
    const opened = sealing.open(documentAad.content(row.doc_id), row.content_sealed)
    const content = documentContent.parse(JSON.parse(opened))
    // The printer brings its fonts, 11 MB: loaded with the first document.
    const { CharacterNotPrintable, printDocument } = await import('#backend/pdf/print.ts')
    return printDocument(content, row.requested_at).catch((error: unknown) => {
      if (error instanceof CharacterNotPrintable) return error
      throw error
    })
  }

  /** @returns whether this run made it. */
  async function keep(tx: Db, row: DocumentRow, pdf: Buffer, now: Instant): Promise<boolean> {
    const { contract_id: contractId, doc_id: docId } = row
    const sha256 = createHash('sha256').update(pdf).digest('hex')
    const kept = await tx
      .updateTable('contract_document')
      .set({
        state: 'issued',
        issued_at: now,
        pdf_sealed: sealing.seal(documentAad.pdf(docId), pdf.toString('base64')),
        size_bytes: pdf.length,
        sha256,
      })
      .where('contract_id', '=', contractId)
      .where('doc_id', '=', docId)
      .where('state', '=', 'requested')
      .executeTakeFirst()
    if (kept.numUpdatedRows === 0n) return false
    await note(tx, row, 'contract-document-issued', { sha256 }, now)
    return true
  }

  /** Never a wrong character in a name: nothing is issued, and the member is told. */
  async function giveUp(
    tx: Db,
    row: DocumentRow,
    { characters }: CharacterNotPrintable,
    now: Instant,
  ) {
    const marked = await tx
      .updateTable('contract_document')
      .set({ state: 'unprintable' })
      .where('contract_id', '=', row.contract_id)
      .where('doc_id', '=', row.doc_id)
      .where('state', '=', 'requested')
      .executeTakeFirst()
    if (marked.numUpdatedRows === 0n) return
    const codePoints = characters.map(
      (one) => `U+${one.codePointAt(0)?.toString(16).toUpperCase()}`,
    )
    await note(tx, row, 'contract-document-unprintable', { codePoints }, now)
    await tell(tx, row, documentUnprintableMessage, now)
  }

  function note(
    tx: Db,
    { contract_id: chain, doc_id: target }: DocumentRow,
    action: string,
    details: Record<string, unknown>,
    now: Instant,
  ) {
    return recordAudit(tx, { chain, at: now, actor: 'system', action, target, details })
  }

  async function tell(
    tx: Db,
    { contract_id: contractId, doc_id: docId, title, version }: DocumentRow,
    messageOf: typeof documentIssuedMessage,
    now: Instant,
  ) {
    const { account_id: accountId } = await findContract(tx, contractId)
    await outbox.post(tx, messageOf({ accountId, docId, title, version }), now)
  }

  return { request, issuePast, make }
}
