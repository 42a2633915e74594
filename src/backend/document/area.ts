import type { AreaHandlers, AreaWork } from '#backend/area.ts'
import { loadNextBills } from '#backend/billing/public.ts'
import { memberOf } from '#backend/caller.ts'
import { findContract } from '#backend/contract/contracts.ts'
import { loadContract } from '#backend/contract/load.ts'
import { findOrdersOf } from '#backend/contract/orders.ts'
import { toWireWhy } from '#backend/contract/permissions.ts'
import { whoOf } from '#backend/contract/who.ts'
import { runJob } from '#backend/jobs/queue.ts'
import type { ProcedureDeps } from '#backend/procedure/deps.ts'
import { toReceipt } from '#backend/procedure/receipts.ts'
import { RefusalError } from '#backend/refusal.ts'
import { documentRetainedUntil } from '#domain/account/retention.ts'
import { bookedOn } from '#domain/billing/next-bills.ts'
import { contractStates } from '#domain/contract/contract-states.ts'
import { paperStates } from '#domain/document/paper-states.ts'
import { formatRfc3339, toTokyoDate, type TokyoDate } from '#domain/tokyo.ts'
import { documentFile } from '#vocabulary/pages.ts'
import { issueForChanges, issueMissing, movePapers } from './commands/issue-missing.ts'
import { makeDocument, openDocument } from './commands/make-document.ts'
import { orderPaper } from './commands/order-paper.ts'
import { documentJob } from './commands/request-document.ts'
import { paperCopy, type PaperOrder } from './procedure.ts'
import { estimatePaper, paperFee } from './queries/paper.ts'
import { findDocuments, type DocumentSummary } from './rows.ts'

export function createDocumentArea(deps: ProcedureDeps) {
  const { clock } = deps
  const work: AreaWork = {
    jobs: [runJob(documentJob, (document) => makeDocument(deps, document, clock.now()))],
    tasks: [
      { name: 'documents missing', run: (now) => issueMissing(deps, now) },
      { name: 'documents of changes', run: (now) => issueForChanges(deps, now) },
      { name: 'paper copies', run: (now) => movePapers(deps, now) },
    ],
  }
  const read = ({ docId, ...member }: { accountId: string; contractId: string; docId: string }) =>
    openDocument(deps, { actor: 'member', ...member, now: clock.now() }, docId)
  return { handlers: documentHandlers(deps), work, read }
}

function documentHandlers(deps: Pick<ProcedureDeps, 'sealing' | 'engine' | 'book'>) {
  const { book } = deps
  return {
    async contractDetailStatusGet(_, caller) {
      const { contractId } = memberOf(caller)
      const contract = await findContract(caller.db, contractId)
      const rows = await findDocuments(caller.db, contractId)
      const issued = rows.filter((row) => row.state === 'issued')
      if (issued.length === 0 && rows.length > 0)
        throw new RefusalError(
          rows.some((row) => row.state === 'requested')
            ? 'DOCUMENT_NOT_READY'
            : 'CHARACTER_NOT_PRINTABLE',
        )
      const isOver = contractStates.isTerminal(contract.status)
      const until =
        isOver && contract.ends_on !== null ? documentRetainedUntil(contract.ends_on) : undefined
      return { documents: issued.flatMap((row) => toWireDocument(row, until)) }
    },

    async contractDetailPaperAvailableGet({ query }, caller) {
      const { contractId } = memberOf(caller)
      const { db, now } = caller
      const known = await loadContract(db, contractId)
      const { may, ...offered } = await estimatePaper(db, deps, known, query.docId, now)
      const fee = bookedOn([paperFee(book, now)], toTokyoDate(now))
      const nextBills = await loadNextBills({ db, now }, known, fee, book)
      return { ...offered, nextBills, why: toWireWhy('paperCopy', may) }
    },

    async contractDetailPaperStatusGet(_, caller) {
      const { contractId } = memberOf(caller)
      const orders = await findOrdersOf(caller.db, contractId, paperCopy.names)
      return { papers: orders.map(paperCopy.read).map(toWirePaper) }
    },

    async contractDetailReservePost({ body }, caller) {
      return toReceipt(paperCopy, await orderPaper(caller.db, deps, whoOf(caller), body))
    },
  } satisfies AreaHandlers
}

function toWireDocument(row: DocumentSummary, until: TokyoDate | undefined) {
  if (row.sha256 === null || row.size_bytes === null || row.issued_at === null) return []
  return [
    {
      docId: row.doc_id,
      kind: row.kind,
      title: row.title,
      version: String(row.version),
      sha256: row.sha256,
      sizeBytes: row.size_bytes,
      issuedAt: formatRfc3339(row.issued_at),
      viewedAt: row.viewed_at === null ? undefined : formatRfc3339(row.viewed_at),
      keptUntil: until,
      url: documentFile(row.doc_id),
      orderNo: row.order_no ?? undefined,
    },
  ]
}

function toWirePaper(order: PaperOrder) {
  const { docId, documentTitle, feeYen, trackingNo } = order.details
  const { state } = order
  const sent = state === 'shipped' || state === 'delivered' || state === 'returned'
  return {
    orderNo: order.order_no,
    docId,
    title: documentTitle,
    state,
    stateLabel: paperStates.words(state).label,
    orderedAt: formatRfc3339(order.requested_at),
    shippedOn: sent ? toTokyoDate(order.details.shippedAt ?? order.changed_at) : undefined,
    trackingNo,
    expectedOn: order.expected_on ?? undefined,
    feeYen,
  }
}
