import { lockAccount } from '#backend/account-lock.ts'
import { findLivingContract } from '#backend/contract/of-account.ts'
import { personIndexes, type PersonIndexes } from '#backend/contract/person-indexes.ts'
import type { Db } from '#backend/db/connect.ts'
import { newReadableNo } from '#backend/db/ids.ts'
import { takeLine } from '#backend/handover/public.ts'
import type { MessageFact } from '#backend/mail/member-message.ts'
import { requireConditions } from '#backend/procedure/conditions.ts'
import { RefusalError } from '#backend/refusal.ts'
import type { Acting } from '#backend/step/record-change.ts'
import { takeStep } from '#backend/step/take-step.ts'
import { isTakenOver, orderedLines, type Answers } from '#domain/application/answers.ts'
import type { Instant } from '#domain/tokyo.ts'
import { orderedFacts } from '../messages.ts'
import { conclusionOf } from '../queries/conclusion.ts'
import { loadKnown } from '../queries/known.ts'
import { findPerson, lockPerson, personOf } from '../queries/person.ts'
import { pricedAnswers, priceOf } from '../queries/prices.ts'
import {
  birthIndex,
  findApplication,
  type ApplicationRow,
  type Asker,
} from '../rows/applications.ts'
import { applications } from '../steps.ts'
import { acceptApplication } from './accept-application.ts'
import type { DecideDeps } from './decide-application.ts'

type Who = Pick<Acting, 'now' | 'traceKey'> & { readonly accountId: string; readonly asker: Asker }

/**
 * Submits an application. Repeating it changes nothing. Acceptance, or handing it to staff, is part of the same transaction.
 * @throws RefusalError why it is not taken
 */
export async function submitApplication(
  tx: Db,
  deps: DecideDeps,
  who: Who,
  confirmed: { readonly conditions: string },
): Promise<ApplicationRow> {
  const { accountId, now, traceKey } = who
  const by = { accountId, now, ...(traceKey !== undefined && { traceKey }) }
  await lockAccount(tx, accountId)
  const row = await findApplication(tx, who.asker, { lock: true })
  if (row === undefined) throw new RefusalError('APPLICATION_NONE')
  if (row.state !== 'open') return row
  if (row.account_id !== accountId) throw new RefusalError('APPLICATION_INCOMPLETE')
  await requireFree(tx, accountId)
  const complete = await requireComplete(tx, deps, row, confirmed.conditions, now)
  const { doubt, answers } = complete
  const orderNo = newReadableNo('AP')
  const submitted = await takeStep(tx, deps, { ...by, actor: 'member' }, applications, {
    row,
    step: 'submitted',
    patch: {
      ...complete.indexes,
      doubt: doubt ?? null,
      order_no: orderNo,
      birth_index: birthIndex(deps.sealing, orderNo, complete.birth),
      submitted_at: now,
    },
    facts: { ordered: complete.facts },
  })
  await takeHandedOver(tx, deps, submitted, answers, now)
  const system = { ...by, actor: 'system' } as const
  return doubt === undefined
    ? acceptApplication(tx, deps, system, submitted, 'accepted')
    : takeStep(tx, deps, system, applications, { row: submitted, step: 'handed_to_staff' })
}

/** An account has at most one living contract, and one application that is not decided. */
async function requireFree(tx: Db, accountId: string) {
  if ((await findLivingContract(tx, accountId)) !== undefined)
    throw new RefusalError('ACCOUNT_HAS_CONTRACT')
  const other = await tx
    .selectFrom('application')
    .select('application_id')
    .where('account_id', '=', accountId)
    .where('state', 'in', ['submitted', 'in_review'])
    .executeTakeFirst()
  if (other !== undefined) throw new RefusalError('APPLICATION_UNDER_WAY')
}

type Complete = {
  readonly answers: Answers
  readonly birth: string
  readonly indexes: PersonIndexes
  /** Why staff have to look at it; undefined where it is accepted at once. */
  readonly doubt: string | undefined
  readonly facts: MessageFact[]
}

/** Why staff look at an application. Whoever has shown a document for the same name is refused before. */
const doubts = { same: 'sameHolder', alike: 'namesake', contact: 'sameContact' } as const

async function requireComplete(
  tx: Db,
  deps: DecideDeps,
  row: ApplicationRow,
  conditions: string,
  now: Instant,
): Promise<Complete> {
  const known = await loadKnown(tx, deps, row, { isSignedIn: true, now })
  const { answers, isProven } = known
  const open = known.steps.find(({ step, done }) => !done && step !== 'confirm')
  if (open !== undefined)
    throw new RefusalError({
      code: open.problem ?? 'APPLICATION_INCOMPLETE',
      facts: { step: open.step },
    })
  const priced = pricedAnswers(answers, now)
  const { holder } = answers
  if (priced === undefined || holder === undefined) throw new RefusalError('APPLICATION_INCOMPLETE')
  const price = priceOf(priced, now, deps.book)
  requireConditions(conditions, conclusionOf(known, price))
  const indexes = personIndexes(deps.sealing, personOf(holder))
  await lockPerson(tx, indexes)
  const { application_id: applicationId } = row
  const other = await findPerson(tx, indexes, { applicationId, isProven })
  const isManual = known.identity.state === 'manual'
  if (other === 'same' && (isProven || isManual)) throw new RefusalError('PERSON_HAS_CONTRACT')
  const doubt = isManual ? 'identity' : other && doubts[other]
  return { answers, birth: holder.birth, indexes, doubt, facts: orderedFacts(answers, price) }
}

/** From now on nobody else can take the line that is handed over. @throws RefusalError HANDOVER_UNKNOWN, HANDOVER_OTHER_PERSON */
async function takeHandedOver(
  tx: Db,
  deps: DecideDeps,
  { order_no: applicationNo, namesake_index: index }: ApplicationRow,
  answers: Answers,
  now: Instant,
) {
  const { handoverNo, number } = orderedLines(answers).find(isTakenOver) ?? {}
  if (handoverNo === undefined || number === undefined) return
  const taken = { applicationNo: applicationNo ?? '', namesakeIndex: index ?? '' }
  await takeLine(tx, deps, { handoverNo, number, ...taken }, now)
}
