import { createHash } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { Db } from '#backend/db/connect.ts'
import { getRow } from '#backend/db/rows.ts'
import { newId } from '#backend/db/ids.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import type { Database } from '#backend/db/tables.ts'
import { documentContent, type DocumentContent } from '#backend/pdf/content.ts'
import { notFound } from '#backend/refusal.ts'
import type { Instant } from '#domain/tokyo.ts'
import { documentFile } from '#vocabulary/pages.ts'

export const documentAad = {
  content: (docId: string) => `contract_document.content:${docId}`,
  pdf: (docId: string) => `contract_document.pdf:${docId}`,
}

export type DocumentRow = Selectable<Database['contract_document']>

export type DocumentKind = DocumentRow['kind']

const shownColumns = [
  'contract_id',
  'doc_id',
  'kind',
  'version',
  'title',
  'order_no',
  'requested_at',
  'state',
  'issued_at',
  'size_bytes',
  'sha256',
  'viewed_at',
] as const

export type DocumentSummary = Pick<DocumentRow, (typeof shownColumns)[number]>

/** Without their contents, the newest first. */
export async function findDocuments(db: Db, contractId: string): Promise<DocumentSummary[]> {
  return db
    .selectFrom('contract_document')
    .select(shownColumns)
    .where('contract_id', '=', contractId)
    .orderBy('version', 'desc')
    .execute()
}

/** @throws RefusalError NOT_FOUND also for another member's. */
export async function findDocument(
  db: Db,
  contractId: string,
  docId: string,
): Promise<DocumentRow> {
  return getRow(db, 'contract_document', { contract_id: contractId, doc_id: docId }, notFound)
}

/** Issued documents of an order, as its page links them. */
export async function documentsOfOrder(db: Db, contractId: string, orderNo: string) {
  const rows = await db
    .selectFrom('contract_document')
    .select(['doc_id', 'title'])
    .where('contract_id', '=', contractId)
    .where('order_no', '=', orderNo)
    .where('state', '=', 'issued')
    .orderBy('version')
    .execute()
  return rows.map((row) => ({
    docId: row.doc_id,
    title: row.title,
    url: documentFile(row.doc_id),
  }))
}

/** The version the next document of a contract gets, and whether the order (or the contract itself) has its document. */
export async function nextVersion(
  db: Db,
  {
    contractId,
    kind,
    orderNo,
  }: { contractId: string; kind: DocumentKind; orderNo?: string | undefined },
): Promise<{ version: number; isThere: boolean }> {
  const { versions, known } = await db
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
  return { version: versions + 1, isThere: Number(known) > 0 }
}

export async function insertDocument(
  tx: Db,
  sealing: Sealing,
  row: Pick<
    DocumentRow,
    'contract_id' | 'kind' | 'version' | 'title' | 'order_no' | 'requested_at'
  >,
  content: DocumentContent,
): Promise<DocumentRow> {
  const docId = newId('doc')
  const content_sealed = sealing.seal(documentAad.content(docId), JSON.stringify(content))
  return tx
    .insertInto('contract_document')
    .values({ ...row, doc_id: docId, content_sealed, state: 'requested' })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export const openContent = (sealing: Sealing, row: DocumentRow): DocumentContent =>
  documentContent.parse(
    JSON.parse(sealing.open(documentAad.content(row.doc_id), row.content_sealed)),
  )

export const openPdf = (sealing: Sealing, row: Pick<DocumentRow, 'doc_id' | 'pdf_sealed'>) =>
  Buffer.from(sealing.open(documentAad.pdf(row.doc_id), row.pdf_sealed ?? ''), 'base64')

/** @returns the PDF's SHA-256; undefined where another run has stored it. */
export async function writePdf(
  tx: Db,
  sealing: Sealing,
  row: DocumentRow,
  pdf: Buffer,
  now: Instant,
): Promise<string | undefined> {
  const sha256 = createHash('sha256').update(pdf).digest('hex')
  const written = await ofRow(tx, row, 'requested')
    .set({
      state: 'issued',
      issued_at: now,
      pdf_sealed: sealing.seal(documentAad.pdf(row.doc_id), pdf.toString('base64')),
      size_bytes: pdf.length,
      sha256,
    })
    .executeTakeFirst()
  return written.numUpdatedRows === 0n ? undefined : sha256
}

/** @returns whether this run marked it. */
export async function setUnprintable(tx: Db, row: DocumentRow): Promise<boolean> {
  const marked = await ofRow(tx, row, 'requested').set({ state: 'unprintable' }).executeTakeFirst()
  return marked.numUpdatedRows > 0n
}

/** @returns whether it was the first time. */
export async function setViewed(tx: Db, row: DocumentRow, now: Instant): Promise<boolean> {
  const noted = await ofRow(tx, row, 'issued')
    .set({ viewed_at: now })
    .where('viewed_at', 'is', null)
    .executeTakeFirst()
  return noted.numUpdatedRows > 0n
}

const ofRow = (tx: Db, row: DocumentRow, state: DocumentRow['state']) =>
  tx
    .updateTable('contract_document')
    .where('contract_id', '=', row.contract_id)
    .where('doc_id', '=', row.doc_id)
    .where('state', '=', state)
