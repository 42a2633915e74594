import type { Db } from '#backend/db/connect.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { anyOf, lockRow, updateRows } from '#backend/db/rows.ts'
import { findPerson, personOf } from '#backend/application/public.ts'
import { personIndexes } from '#backend/contract/person-indexes.ts'
import { checkOfOrder } from '#backend/identity/public.ts'
import { findLivingContract } from '#backend/contract/of-account.ts'
import { defineJob } from '#backend/jobs/queue.ts'
import { recordNote, type Acting } from '#backend/step/record-change.ts'
import { openSuccessions, successionStates } from '#domain/succession/succession-states.ts'
import { isBefore, type Instant } from '#domain/tokyo.ts'
import { z } from 'zod'
import { endingOf, findDocuments, openDocument } from '../rows/documents.ts'
import { answersOf, stateOf, type SuccessionRow } from '../rows/successions.ts'

/** Carries out at once what staff decided; the hourly round does it in any case. */
export const successionDecisionsJob = defineJob({
  name: 'succession-decisions',
  payload: z.object({}),
  retryLimit: 3,
  retryDelaySeconds: 5,
})

export type StaffDecision =
  | { readonly decision: 'accept' }
  /** In the heir's words: which papers, or why not. */
  | { readonly decision: 'ask' | 'reject'; readonly reason: string }
  /** Asks for papers, and a paper that was seen shows the death: the contract is paused when the holder does not stop it. */
  | { readonly decision: 'ask'; readonly reason: string; readonly pauses: true }

type SuccessionRead = {
  readonly orderNo: string
  /** With the papers themselves. */
  readonly takesPapers: boolean
  readonly now: Instant
  /** Who of the staff, where that is known. */
  readonly by?: Pick<Acting, 'staffId' | 'role' | 'caseNo'>
}

/** What was typed and sent, for staff to compare; that it was looked at is recorded. @throws RangeError for one that is not open */
export async function showSuccession(
  tx: Db,
  sealing: Sealing,
  { orderNo, takesPapers, now, by = {} }: SuccessionRead,
) {
  const row = await lockOpen(tx, orderNo)
  if (takesPapers)
    await updateRows(
      tx,
      'succession',
      { account_id: row.account_id, succession_id: row.succession_id },
      { shown_at: now },
    )
  await recordNote(
    tx,
    { ...by, actor: 'staff', contractId: row.contract_id, accountId: row.account_id, now },
    { action: takesPapers ? 'succession-papers-read' : 'succession-read', target: orderNo },
  )
  const answers = answersOf(sealing, row)
  const { heir } = answers
  // Somebody with the same birthday and a similar name has a contract: perhaps the heir.
  const heirAlready = heir && (await findPerson(tx, personIndexes(sealing, personOf(heir))))
  const files = await tx
    .selectFrom('succession_document')
    .select(['document_id', 'kind', 'file_sealed', 'taken_in_at'])
    .where('account_id', '=', row.account_id)
    .where('succession_id', '=', row.succession_id)
    .orderBy('taken_in_at')
    .orderBy('document_id')
    .execute()
  const { state: identity } = await checkOfOrder(tx, row.account_id, row.identity_ref)
  return {
    told: { wish: row.wish, contract: row.contract_id, identity, heirAlready, ...answers },
    papers: files.length,
    files: (takesPapers ? files : []).map((file, n) => ({
      name: `${orderNo}-${n + 1}.${endingOf(file.kind)}`,
      bytes: openDocument(sealing, file),
    })),
  }
}

/** Stores staff's decision; until the worker has carried it out the last decision counts. @throws RangeError for one that cannot be decided so */
export async function decideSuccession(
  tx: Db,
  orderNo: string,
  given: StaffDecision,
  now: Instant,
) {
  const row = await lockOpen(tx, orderNo)
  if (!successionStates.can(stateOf(row), eventOf[given.decision], 'staff'))
    throw new RangeError(`${orderNo} is ${row.state}: ${given.decision} does not fit`)
  const pauses = 'pauses' in given
  if (given.decision === 'accept' || pauses) await requireSeen(tx, row, orderNo)
  if (given.decision === 'accept') await requireReady(tx, row, orderNo)
  await updateRows(
    tx,
    'succession',
    { account_id: row.account_id, succession_id: row.succession_id },
    {
      decision: given.decision,
      decision_reason: 'reason' in given ? given.reason : null,
      decision_at: now,
      decision_pauses: pauses,
    },
  )
}

const eventOf = { accept: 'papers_accepted', ask: 'documents_asked', reject: 'rejected' } as const

/** A decision that touches the contract requires that staff have looked at every paper. */
async function requireSeen(tx: Db, row: SuccessionRow, orderNo: string) {
  const papers = await findDocuments(tx, row)
  const { shown_at: shownAt } = row
  const isSeen = shownAt !== null && papers.every(({ taken_in_at: at }) => !isBefore(shownAt, at))
  if (papers.length === 0 || !isSeen)
    throw new RangeError(
      `Read the papers of ${orderNo} first: npm run successions -- show ${orderNo} <folder>`,
    )
}

async function requireReady(tx: Db, row: SuccessionRow, orderNo: string) {
  const identity = await checkOfOrder(tx, row.account_id, row.identity_ref)
  if (identity.state !== 'matched')
    throw new RangeError(
      `The identity check of ${orderNo} is ${identity.state}: decide that first, by npm run reviews`,
    )
  if (row.wish === 'take_over' && (await findLivingContract(tx, row.account_id)) !== undefined)
    throw new RangeError(`The heir of ${orderNo} has a contract by now: ask or reject`)
}

async function lockOpen(tx: Db, orderNo: string): Promise<SuccessionRow> {
  const row = await lockRow(tx, 'succession', {
    order_no: orderNo,
    state: anyOf([...openSuccessions]),
  })
  if (row === undefined) throw new RangeError(`No succession ${orderNo} waits for staff`)
  return row
}
