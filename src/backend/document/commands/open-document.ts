import type { Who } from '#backend/contract/who.ts'
import { noteAside } from '#backend/db/side-note.ts'
import type { ProcedureDeps } from '#backend/procedure/deps.ts'
import { recordNote } from '#backend/step/record-change.ts'
import { requireIssued } from '../queries/paper.ts'
import { openPdf, setViewed, type DocumentRow } from '../rows.ts'

type Deps = Pick<ProcedureDeps, 'database' | 'sealing'>

/**
 * The PDF's bytes for its holder; the first time it is opened is noted.
 * @throws RefusalError NOT_FOUND (also for another member's), DOCUMENT_NOT_READY, CHARACTER_NOT_PRINTABLE
 */
export async function openDocument(
  deps: Deps,
  who: Who,
  docId: string,
): Promise<{ pdf: Buffer; fileName: string }> {
  const row = await requireIssued(deps.database.db, who.contractId, docId)
  if (row.viewed_at === null) await noteAside(() => noteViewed(deps, who, row))
  return { pdf: openPdf(deps.sealing, row), fileName: `contract-document-${row.version}.pdf` }
}

const noteViewed = ({ database }: Deps, who: Who, row: DocumentRow) =>
  database.db.transaction().execute(async (tx) => {
    if (await setViewed(tx, row, who.now))
      await recordNote(tx, who, { action: 'contract-document-viewed', target: row.doc_id })
  })
