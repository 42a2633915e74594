import { z } from 'zod'
import { findContract, findLines, type LineRow } from '#backend/contract/contracts.ts'
import { findPeriods, activeOptionsOf } from '#backend/contract/options.ts'
import { findOpenOrders, findOrder } from '#backend/contract/orders.ts'
import type { Db } from '#backend/db/connect.ts'
import { readHolder } from '#backend/holder.ts'
import { defineJob } from '#backend/jobs/queue.ts'
import type { ProcedureDeps } from '#backend/procedure/deps.ts'
import { isBefore, toTokyoDate, type Instant } from '#domain/tokyo.ts'
import { changeOfOrder, type ContractChange } from '../queries/change.ts'
import { contractContent, titleOf } from '../queries/contract-content.ts'
import { insertDocument, nextVersion, type DocumentKind, type DocumentRow } from '../rows.ts'

export const documentJob = defineJob({
  name: 'contract-document',
  payload: z.object({ contractId: z.string(), docId: z.string() }),
  retryLimit: 5,
  retryDelaySeconds: 20,
})

export type RequestDeps = Pick<
  ProcedureDeps,
  'sealing' | 'queue' | 'sender' | 'procedures' | 'book'
>

export type DocumentRequest = {
  readonly contractId: string
  readonly kind: DocumentKind
  readonly orderNo?: string | undefined
  readonly now: Instant
}

/**
 * Asks for the document of the contract as it is in this transaction; the same order asks once. Its words are
 * fixed now, its PDF is made by the job.
 */
export async function requestDocument(
  tx: Db,
  deps: RequestDeps,
  request: DocumentRequest,
): Promise<void> {
  const { contractId, orderNo, now } = request
  const { procedures, sealing, book, queue } = deps
  const lines = await findLines(tx, contractId)
  const order = orderNo === undefined ? undefined : await findOrder(tx, contractId, orderNo)
  const change =
    order &&
    changeOfOrder(procedures.of(order), order, lines, sealing, { on: toTokyoDate(now), book })
  const row = await writeContent(tx, deps, request, lines, change)
  if (row !== undefined) await queue.send(tx, documentJob, { contractId, docId: row.doc_id })
}

/**
 * Fixes the words of a document: the contract and its options as they are at `now`, with these lines.
 * @returns undefined where the order, or the contract without one, has its document.
 */
export async function writeContent(
  tx: Db,
  {
    sealing,
    book,
    sender,
    procedures,
  }: Pick<RequestDeps, 'sealing' | 'book' | 'sender' | 'procedures'>,
  request: DocumentRequest,
  lines: readonly LineRow[],
  change: ContractChange | undefined,
): Promise<DocumentRow | undefined> {
  const { contractId, kind, orderNo, now } = request
  const contract = await findContract(tx, contractId)
  const { version, isThere } = await nextVersion(tx, request)
  if (isThere) return undefined
  const holder = await readHolder(tx, sealing, contract.account_id)
  const asOf = toTokyoDate(now)
  const periods = await findPeriods(tx, contractId)
  const joined = periods.filter((one) => !isBefore(now, one.joined_at))
  const open = contract.started_on === null ? await findOpenOrders(tx, contractId) : []
  const options = activeOptionsOf({ contract, lines, open }, joined, now)
  const takeover = open.find((order) => procedures.of(order).bringsLine(order))
  const content = contractContent(
    { version, contract, lines, options, takeover, holder, asOf, book, change, sender },
    sealing,
  )
  return insertDocument(
    tx,
    sealing,
    {
      contract_id: contractId,
      kind,
      version,
      title: titleOf(kind),
      order_no: orderNo ?? null,
      requested_at: now,
    },
    content,
  )
}
