import type { LineRow } from '#backend/contract/contracts.ts'
import type { By, Who } from '#backend/contract/who.ts'
import type { Db } from '#backend/db/connect.ts'
import { noteAside } from '#backend/db/side-note.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import type { CharacterNotPrintable } from '#backend/pdf/print.ts'
import type { ProcedureDeps } from '#backend/procedure/deps.ts'
import { recordChange, recordNote } from '#backend/step/record-change.ts'
import type { Instant } from '#domain/tokyo.ts'
import { documentIssuedMessage, documentUnprintableMessage } from '../messages.ts'
import type { ContractChange } from '../queries/change.ts'
import { requireIssued } from '../queries/paper.ts'
import {
  findDocument,
  openContent,
  openPdf,
  setUnprintable,
  setViewed,
  writePdf,
  type DocumentRow,
} from '../rows.ts'
import { writeContent, type RequestDeps } from './request-document.ts'

type Deps = Pick<ProcedureDeps, 'sealing' | 'outbox'>

/** Makes the PDF; a second run changes nothing. */
export async function makeDocument(
  { database, ...deps }: Deps & Pick<ProcedureDeps, 'database'>,
  { contractId, docId }: { contractId: string; docId: string },
  now: Instant,
) {
  const row = await findDocument(database.db, contractId, docId)
  if (row.state !== 'requested') return
  const pdf = await print(deps.sealing, row)
  await database.db
    .transaction()
    .execute((tx) =>
      Buffer.isBuffer(pdf) ? issue(tx, deps, row, pdf, now) : giveUp(tx, deps, row, pdf, now),
    )
}

/**
 * A document that was handed over before this system stored any: dated as it was then, made at once, immutable like the
 * others. Nobody is notified of it now.
 * @param past the lines the contract had, and what changed if it is a change document.
 */
export async function issuePastDocument(
  tx: Db,
  deps: Deps & Pick<RequestDeps, 'book' | 'sender' | 'procedures'>,
  past: { contractId: string; lines: readonly LineRow[]; change?: ContractChange; at: Instant },
) {
  const { contractId, lines, change, at } = past
  const kind = change === undefined ? 'new' : 'change'
  const row = await writeContent(tx, deps, { contractId, kind, now: at }, lines, change)
  if (row === undefined) return
  const pdf = await print(deps.sealing, row)
  if (!Buffer.isBuffer(pdf)) throw pdf
  await issue(tx, deps, row, pdf, at, { isQuiet: true })
}

/** The PDF, or the characters that cannot be printed. */
async function print(sealing: Sealing, row: DocumentRow): Promise<Buffer | CharacterNotPrintable> {
  const content = openContent(sealing, row)
  // The printer brings its fonts, 11 MB: loaded with the first document.
  const { CharacterNotPrintable, printDocument } = await import('#backend/pdf/print.ts')
  return printDocument(content, row.requested_at).catch((error: unknown) => {
    if (error instanceof CharacterNotPrintable) return error
    throw error
  })
}

async function issue(
  tx: Db,
  { sealing, outbox }: Deps,
  row: DocumentRow,
  pdf: Buffer,
  now: Instant,
  { isQuiet = false } = {},
) {
  const sha256 = await writePdf(tx, sealing, row, pdf, now)
  if (sha256 === undefined) return
  await recordChange(tx, { outbox }, system(row, now), {
    action: 'contract-document-issued',
    target: row.doc_id,
    details: { sha256 },
    message: isQuiet ? undefined : (accountId) => documentIssuedMessage(toFacts(accountId, row)),
  })
}

/** A name is never printed with a wrong character: nothing is issued, and the member is notified. */
async function giveUp(
  tx: Db,
  { outbox }: Deps,
  row: DocumentRow,
  { characters }: CharacterNotPrintable,
  now: Instant,
) {
  if (!(await setUnprintable(tx, row))) return
  const codePoints = characters.map((one) => `U+${one.codePointAt(0)?.toString(16).toUpperCase()}`)
  await recordChange(tx, { outbox }, system(row, now), {
    action: 'contract-document-unprintable',
    target: row.doc_id,
    details: { codePoints },
    message: (accountId) => documentUnprintableMessage(toFacts(accountId, row)),
  })
}

const system = ({ contract_id: contractId }: DocumentRow, now: Instant): By => ({
  actor: 'system',
  contractId,
  now,
})

const toFacts = (accountId: string, { doc_id: docId, title, version }: DocumentRow) => ({
  accountId,
  docId,
  title,
  version,
})

/**
 * The PDF's bytes for its holder; the first time it is opened is noted.
 * @throws RefusalError NOT_FOUND (also for another member's), DOCUMENT_NOT_READY, CHARACTER_NOT_PRINTABLE
 */
export async function openDocument(
  deps: Pick<ProcedureDeps, 'database' | 'sealing'>,
  who: Who,
  docId: string,
): Promise<{ pdf: Buffer; fileName: string }> {
  const row = await requireIssued(deps.database.db, who.contractId, docId)
  if (row.viewed_at === null) await noteAside(() => noteViewed(deps, who, row))
  return { pdf: openPdf(deps.sealing, row), fileName: `contract-document-${row.version}.pdf` }
}

const noteViewed = ({ database }: Pick<ProcedureDeps, 'database'>, who: Who, row: DocumentRow) =>
  database.db.transaction().execute(async (tx) => {
    if (await setViewed(tx, row, who.now))
      await recordNote(tx, who, { action: 'contract-document-viewed', target: row.doc_id })
  })
