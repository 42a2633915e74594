import { isNamedSo, personIndexes } from '#backend/contract/person-indexes.ts'
import type { Db } from '#backend/db/connect.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { findOffered } from '#backend/handover/public.ts'
import { checkOfOrder } from '#backend/identity/public.ts'
import { readVerifiedIdentity } from '#backend/verified-identity.ts'
import {
  asksIdentity,
  isTakenOver,
  orderedLines,
  type Answers,
} from '#domain/application/answers.ts'
import { stepsOf, type StepState } from '#domain/application/steps.ts'
import { identityStates } from '#domain/identity/identity-states.ts'
import { toTokyoDate, toTokyoMonth, type Instant } from '#domain/tokyo.ts'
import { answersOf } from '../rows/answers.ts'
import type { ApplicationRow } from '../rows/applications.ts'
import { applicationTerms } from '../terms.ts'
import { findPerson, personOf } from './person.ts'

export type Known = {
  readonly row: ApplicationRow
  readonly answers: Answers
  readonly identity: Awaited<ReturnType<typeof checkOfOrder>>
  readonly steps: readonly StepState[]
  /** Whether a document has shown that the applicant is the holder who was typed. */
  readonly isProven: boolean
  /** Signed in to the account that the application belongs to, or to any account while it belongs to none. */
  readonly isSignedIn: boolean
}

/** Loads an application with everything its steps are judged by. */
export async function loadKnown(
  db: Db,
  deps: Deps,
  row: ApplicationRow,
  { isSignedIn, now }: { readonly isSignedIn: boolean; readonly now: Instant },
): Promise<Known> {
  const answers = answersOf(deps.sealing, row)
  const identity = await checkOfOrder(db, row.account_id ?? '', row.identity_ref)
  const asks = asksIdentity(answers, toTokyoDate(now))
  const isProven = await isShown(db, deps, { row, answers, asks, identity: identity.state })
  const handover = await handoverOf(db, deps, { row, answers, now })
  const steps = stepsOf(answers, {
    today: toTokyoDate(now),
    isSignedIn,
    identity: identity.state,
    hasCard: row.card_expires !== null && row.card_expires >= toTokyoMonth(now),
    termsVersion: applicationTerms.version,
    ...(handover && { handover }),
    isContracted: isProven && (await isContracted(db, deps, { row, answers })),
  })
  // Who has submitted is not asked by a rule of a later day.
  const shown = asks && row.state === 'open' ? shownIdentity(identity) : identity
  return { row, answers, isProven, identity: shown, steps, isSignedIn }
}

type Deps = { readonly sealing: Sealing }
type Read = { readonly row: ApplicationRow; readonly answers: Answers }

/** The line that is to be taken over: whether it still can be, and whether the giver has named this holder. */
async function handoverOf(
  db: Db,
  { sealing }: Deps,
  { row, answers, now }: Read & { now: Instant },
) {
  const { handoverNo, number } = orderedLines(answers).find(isTakenOver) ?? {}
  if (handoverNo === undefined || number === undefined) return undefined
  const given = { handoverNo, number }
  const offered = await findOffered(db, { sealing }, given, now, row.order_no ?? undefined)
  const { holder } = answers
  return {
    isFree: offered?.isFree ?? false,
    isNamed:
      holder === undefined ||
      offered?.namesakeIndex === personIndexes(sealing, personOf(holder)).namesake_index,
  }
}

/** Whether this person has a contract. Only somebody whose document has been read may learn it. */
async function isContracted(
  db: Db,
  { sealing }: Deps,
  { row, answers: { holder } }: Read,
): Promise<boolean> {
  if (row.state !== 'open' || holder === undefined) return false
  const { application_id: applicationId } = row
  const indexes = personIndexes(sealing, personOf(holder))
  return (await findPerson(db, indexes, { applicationId })) === 'same'
}

/**
 * Whether a document has shown the holder: that of this application, or, where it asks for none, one that the account has
 * shown for an earlier contract.
 */
async function isShown(
  db: Db,
  { sealing }: Deps,
  {
    row,
    answers,
    asks,
    identity,
  }: Read & { readonly asks: boolean; readonly identity: Known['identity']['state'] },
): Promise<boolean> {
  if (asks) return identity === 'matched'
  if (row.account_id === null || answers.holder === undefined) return false
  const shown = await readVerifiedIdentity(db, sealing, row.account_id)
  return shown !== undefined && isNamedSo(shown, personOf(answers.holder))
}

/** The check as the page shows it: before the first reading there is no row, although a check is needed. */
function shownIdentity(identity: Known['identity']): Known['identity'] {
  if (identity.state !== 'not_required') return identity
  const { label, sentence } = identityStates.words('waiting')
  return { ...identity, state: 'waiting', stateLabel: label, message: sentence }
}
