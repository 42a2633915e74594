import type { AreaDeps } from '#backend/area.ts'
import type { Caller } from '#backend/caller.ts'
import { findLivingContract } from '#backend/contract/of-account.ts'
import type { Db } from '#backend/db/connect.ts'
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
import type { Takeovers } from './opening-port.ts'
import { findPerson, isNamedSo, personIndexes, personOf } from './person.ts'
import { answersOf, type ApplicationRow } from './rows.ts'
import { applicationTerms } from './terms.ts'

export type Known = {
  readonly row: ApplicationRow
  readonly answers: Answers
  readonly identity: Awaited<ReturnType<typeof checkOfOrder>>
  readonly steps: readonly StepState[]
  /** Whether a document has shown that the holder who was typed is who asks. */
  readonly isProven: boolean
  /** Signed in to the account it belongs to, or to any while it belongs to none. */
  readonly isSignedIn: boolean
  readonly hasContract: boolean
}

/** An application with everything its steps are judged by. */
export async function knownOf(
  { sealing, takeovers }: Pick<AreaDeps, 'sealing'> & { takeovers: Pick<Takeovers, 'find'> },
  { db, now, signedIn }: Pick<Caller, 'db' | 'now' | 'signedIn'>,
  row: ApplicationRow,
): Promise<Known> {
  const answers = answersOf(sealing, row)
  const accountId = row.account_id ?? undefined
  const isSignedIn = signedIn !== undefined
  const identity = await checkOfOrder(db, accountId ?? '', row.identity_ref)
  const isProven = await isShown({ sealing }, db, answers, row, identity.state)
  const handover = await handoverOf({ sealing, takeovers }, db, answers, row, now)
  const steps = stepsOf(answers, {
    today: toTokyoDate(now),
    isSignedIn,
    identity: identity.state,
    hasCard: row.card_expires !== null && row.card_expires >= toTokyoMonth(now),
    termsVersion: applicationTerms.version,
    ...(handover && { handover }),
    isContracted: await isContracted({ sealing }, db, answers, row, isProven),
  })
  return {
    row,
    answers,
    isProven,
    identity: toldIdentity(identity, answers),
    steps,
    isSignedIn,
    hasContract: await hasContract(db, signedIn?.accountId),
  }
}

/** Of the line that is to be taken over: whether it still can be, and by this person. */
async function handoverOf(
  { sealing, takeovers }: Pick<AreaDeps, 'sealing'> & { takeovers: Pick<Takeovers, 'find'> },
  db: Db,
  answers: Answers,
  { order_no: orderNo }: ApplicationRow,
  now: Instant,
) {
  const { handoverNo, number } = orderedLines(answers).find(isTakenOver) ?? {}
  if (handoverNo === undefined || number === undefined) return undefined
  const offered = await takeovers.find(db, { handoverNo, number }, now, orderNo ?? undefined)
  const { holder } = answers
  return {
    isFree: offered?.isFree ?? false,
    isNamed:
      holder === undefined ||
      offered?.namesakeIndex === personIndexes(sealing, personOf(holder)).namesake_index,
  }
}

/** Who has a contract is told to that person alone: not before a document has shown who asks. */
async function isContracted(
  { sealing }: Pick<AreaDeps, 'sealing'>,
  db: Db,
  { holder }: Answers,
  row: ApplicationRow,
  isProven: boolean,
): Promise<boolean> {
  if (row.state !== 'open' || !isProven || holder === undefined) return false
  const { application_id: applicationId } = row
  const indexes = personIndexes(sealing, personOf(holder))
  return (await findPerson(db, indexes, { applicationId })) === 'same'
}

/**
 * By the document of this application; or, where it asks for none, by one that the account has shown for an earlier
 * contract.
 */
async function isShown(
  { sealing }: Pick<AreaDeps, 'sealing'>,
  db: Db,
  answers: Answers,
  { account_id: accountId }: ApplicationRow,
  identity: Known['identity']['state'],
): Promise<boolean> {
  if (asksIdentity(answers)) return identity === 'matched'
  if (accountId === null || answers.holder === undefined) return false
  const shown = await readVerifiedIdentity(db, sealing, accountId)
  return shown !== undefined && isNamedSo(shown, personOf(answers.holder))
}

/** Before the first reading there is no check to speak of, though one is needed. */
function toldIdentity(identity: Known['identity'], answers: Answers): Known['identity'] {
  if (identity.state !== 'not_required' || !asksIdentity(answers)) return identity
  const { label, sentence } = identityStates.words('waiting')
  return { ...identity, state: 'waiting', stateLabel: label, message: sentence }
}

async function hasContract(db: Db, accountId: string | undefined) {
  if (accountId === undefined) return false
  return (await findLivingContract(db, accountId)) !== undefined
}
