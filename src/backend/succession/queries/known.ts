import type { Db } from '#backend/db/connect.ts'
import { findRow } from '#backend/db/rows.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { checkOfOrder } from '#backend/identity/public.ts'
import { identityStates } from '#domain/identity/identity-states.ts'
import { successionStepsOf } from '#domain/succession/steps.ts'
import { takesDocuments } from '#domain/succession/succession-states.ts'
import { toTokyoMonth, type Instant } from '#domain/tokyo.ts'
import { findDocuments } from '../rows/documents.ts'
import { answersOf, type SuccessionRow } from '../rows/successions.ts'

type Deps = { readonly sealing: Sealing }

/** A succession with everything that decides which of its steps are done. */
export async function knownOf(db: Db, { sealing }: Deps, row: SuccessionRow, now: Instant) {
  const answers = answersOf(sealing, row)
  const read = await checkOfOrder(db, row.account_id, row.identity_ref)
  const documents = await findDocuments(db, row)
  const steps = successionStepsOf({
    request: row.wish,
    hasHeir: answers.heir !== undefined,
    identity: read.state,
    documents: documents.length,
    hasCard: row.card_expires !== null && row.card_expires >= toTokyoMonth(now),
  })
  // Before the first reading there is no check yet, though one is needed.
  const isNeeded = read.state === 'not_required'
  const { label, sentence } = identityStates.words('waiting')
  const waiting = { state: 'waiting', stateLabel: label, message: sentence } as const
  const identity = isNeeded ? { ...read, ...waiting } : read
  return { answers, identity, documents, steps }
}

/** What the document of an heir is compared with: what was typed here. */
export async function findSubject(
  db: Db,
  { sealing }: Deps,
  { accountId, orderNo }: { readonly accountId: string; readonly orderNo: string },
) {
  const row = await findRow(db, 'succession', { account_id: accountId, identity_ref: orderNo })
  const heir = row && answersOf(sealing, row).heir
  if (row === undefined || heir === undefined) return undefined
  return {
    name: `${heir.lastName} ${heir.firstName}`,
    kana: `${heir.lastNameKana} ${heir.firstNameKana}`.trim(),
    birth: heir.birth,
    address: heir.region + heir.locality + heir.street,
    isOver: !takesDocuments(row.state),
  }
}
