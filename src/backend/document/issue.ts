import { createHash } from 'node:crypto'
import { z } from 'zod'
import { recordAudit } from '#backend/audit.ts'
import { findContract, findLines } from '#backend/contract/contracts.ts'
import type { DatabaseHandle, Db } from '#backend/db/connect.ts'
import { newId } from '#backend/db/ids.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { readHolder } from '#backend/holder.ts'
import { defineJob, type JobQueue } from '#backend/jobs/queue.ts'
import type { Outbox } from '#backend/mail/outbox.ts'
import type { OrderProcedure } from '#vocabulary/operation.ts'
import { toTokyoDate, type Instant } from '#domain/tokyo.ts'
import { documentContent } from './content.ts'
import { contractContent, titleOf } from './contract-content.ts'
import { documentIssuedMessage, documentUnprintableMessage } from './messages.ts'
import type { CharacterNotPrintable } from './print.ts'
import { findDocument, type DocumentRow } from './store.ts'

export const documentJob = defineJob({
  name: 'contract-document',
  payload: z.object({ contractId: z.string(), docId: z.string() }),
  retryLimit: 5,
  retryDelaySeconds: 20,
})

export const documentPlace = {
  content: (docId: string) => `contract_document.content:${docId}`,
  pdf: (docId: string) => `contract_document.pdf:${docId}`,
}

export type DocumentIssue = ReturnType<typeof createDocumentIssue>

export function createDocumentIssue(deps: {
  database: DatabaseHandle
  sealing: Sealing
  queue: JobQueue
  outbox: Outbox
}) {
  const { database, sealing, queue, outbox } = deps

  /**
   * Asks for the document of the contract as it stands in this transaction; the same order asks once. Its words are
   * fixed now, its PDF is made by the job.
   */
  async function request(
    tx: Db,
    asked: {
      contractId: string
      kind: 'new' | 'change'
      order?: { orderNo: string; procedure: OrderProcedure }
      now: Instant
    },
  ) {
    const { contractId, kind, order, now } = asked
    const contract = await findContract(tx, contractId)
    const { versions, known } = await tx
      .selectFrom('contract_document')
      .select((eb) => [
        eb.fn.coalesce(eb.fn.max('version'), eb.lit(0)).as('versions'),
        eb.fn
          .count('doc_id')
          .filterWhere('kind', '=', kind)
          .filterWhere((filter) =>
            filter('order_no', 'is not distinct from', order?.orderNo ?? null),
          )
          .as('known'),
      ])
      .where('contract_id', '=', contractId)
      .executeTakeFirstOrThrow()
    if (Number(known) > 0) return
    const docId = newId('doc')
    const version = versions + 1
    const lines = await findLines(tx, contractId)
    const holder = await readHolder(tx, sealing, contract.account_id)
    const content = contractContent(
      { kind, version, contract, lines, holder, asOf: toTokyoDate(now), order },
      sealing,
    )
    await tx
      .insertInto('contract_document')
      .values({
        contract_id: contractId,
        doc_id: docId,
        kind,
        version,
        title: titleOf(kind),
        order_no: order?.orderNo ?? null,
        requested_at: now,
        content_sealed: sealing.seal(documentPlace.content(docId), JSON.stringify(content)),
        state: 'requested',
      })
      .execute()
    await queue.send(tx, documentJob, { contractId, docId })
  }

  /** Makes the PDF; a second run finds it made. */
  async function make({ contractId, docId }: { contractId: string; docId: string }, now: Instant) {
    const row = await findDocument(database.db, contractId, docId)
    if (row.state !== 'requested') return
    const opened = sealing.open(documentPlace.content(docId), row.content_sealed)
    const content = documentContent.parse(JSON.parse(opened))
    // The printer brings its fonts, 11 MB: loaded with the first document.
    const { CharacterNotPrintable, printDocument } = await import('./print.ts')
    const printed = await printDocument(content, row.requested_at).catch((error: unknown) => {
      if (error instanceof CharacterNotPrintable) return error
      throw error
    })
    await database.db
      .transaction()
      .execute((tx) =>
        printed instanceof CharacterNotPrintable
          ? giveUp(tx, contractId, docId, printed, now)
          : keep(tx, contractId, docId, printed, now),
      )
  }

  async function keep(tx: Db, contractId: string, docId: string, pdf: Buffer, now: Instant) {
    const sha256 = createHash('sha256').update(pdf).digest('hex')
    const kept = await tx
      .updateTable('contract_document')
      .set({
        state: 'issued',
        issued_at: now,
        pdf_sealed: sealing.seal(documentPlace.pdf(docId), pdf.toString('base64')),
        size_bytes: pdf.length,
        sha256,
      })
      .where('contract_id', '=', contractId)
      .where('doc_id', '=', docId)
      .where('state', '=', 'requested')
      .returning(['contract_id', 'doc_id', 'title', 'version'])
      .executeTakeFirst()
    if (kept === undefined) return
    await conclude(
      tx,
      kept,
      { action: 'contract-document-issued', sha256 },
      documentIssuedMessage,
      now,
    )
  }

  /** Never a wrong character in a name: nothing is issued, and the member is told. */
  async function giveUp(
    tx: Db,
    contractId: string,
    docId: string,
    { characters }: CharacterNotPrintable,
    now: Instant,
  ) {
    const marked = await tx
      .updateTable('contract_document')
      .set({ state: 'unprintable' })
      .where('contract_id', '=', contractId)
      .where('doc_id', '=', docId)
      .where('state', '=', 'requested')
      .returning(['contract_id', 'doc_id', 'title', 'version'])
      .executeTakeFirst()
    if (marked === undefined) return
    const codePoints = characters.map(
      (one) => `U+${one.codePointAt(0)?.toString(16).toUpperCase()}`,
    )
    const action = 'contract-document-unprintable'
    await conclude(tx, marked, { action, codePoints }, documentUnprintableMessage, now)
  }

  async function conclude(
    tx: Db,
    row: Pick<DocumentRow, 'contract_id' | 'doc_id' | 'title' | 'version'>,
    { action, ...details }: { action: string } & Record<string, unknown>,
    messageOf: typeof documentIssuedMessage,
    now: Instant,
  ) {
    const { contract_id: contractId, doc_id: docId, title, version } = row
    const { account_id: accountId } = await findContract(tx, contractId)
    await recordAudit(tx, {
      chain: contractId,
      at: now,
      actor: 'system',
      action,
      target: docId,
      details,
    })
    await outbox.post(tx, messageOf({ accountId, docId, title, version }), now)
  }

  return { request, make }
}
