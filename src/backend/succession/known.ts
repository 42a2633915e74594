import type { Db } from '#backend/db/connect.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { checkOfOrder } from '#backend/identity/public.ts'
import { identityStates } from '#domain/identity/identity-states.ts'
import { successionStepsOf } from '#domain/succession/steps.ts'
import { toTokyoMonth, type Instant } from '#domain/tokyo.ts'
import { findDocuments } from './documents.ts'
import { answersOf, type SuccessionRow } from './rows.ts'

type Deps = { readonly sealing: Sealing }

/** A succession with everything its steps are judged by. */
export async function knownOf({ sealing }: Deps, db: Db, row: SuccessionRow, now: Instant) {
  const answers = answersOf(sealing, row)
  const read = await checkOfOrder(db, row.account_id, row.identity_ref)
  const documents = await findDocuments(db, row)
  const steps = successionStepsOf({
    wish: row.wish,
    hasHeir: answers.heir !== undefined,
    identity: read.state,
    documents: documents.length,
    hasCard: row.card_expires !== null && row.card_expires >= toTokyoMonth(now),
  })
  // Before the first reading there is no check to speak of, though one is needed.
  const isDue = read.state === 'not_required'
  const { label, sentence } = identityStates.words('waiting')
  const waiting = { state: 'waiting', stateLabel: label, message: sentence } as const
  const identity = isDue ? { ...read, ...waiting } : read
  return { answers, identity, documents, steps }
}
