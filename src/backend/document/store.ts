import { documentFile } from '#vocabulary/pages.ts'
import type { Selectable } from 'kysely'
import type { Db } from '#backend/db/connect.ts'
import type { DocumentTables } from '#backend/db/tables/document.ts'
import { notFound } from '#backend/refusal.ts'

export type DocumentRow = Selectable<DocumentTables['contract_document']>

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
  return db
    .selectFrom('contract_document')
    .selectAll()
    .where('contract_id', '=', contractId)
    .where('doc_id', '=', docId)
    .executeTakeFirstOrThrow(notFound)
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
    url: documentPath(row.doc_id),
  }))
}

export function documentPath(docId: string): string {
  return documentFile(docId)
}
