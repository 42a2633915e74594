import type { AreaDeps } from '#backend/area.ts'
import type { DatabaseHandle, Db } from '#backend/db/connect.ts'
import { hashSecret, newSecret } from '#backend/db/ids.ts'
import { insertRow, updateRows } from '#backend/db/rows.ts'
import type { PortInPort } from '#backend/ports/port-in.ts'
import { RefusalError } from '#backend/refusal.ts'
import { orderedLines } from '#domain/application/answers.ts'
import { withLine } from '#domain/application/apply-step.ts'
import { isBefore, isTokyoDate, type Instant } from '#domain/tokyo.ts'
import { answersOf, numberAad } from '../rows/answers.ts'
import {
  findById,
  lockOpen,
  saveAnswers,
  type Applicant,
  type Asker,
} from '../rows/applications.ts'

/** Minutes that a visit to the old carrier's page may take: a little more than the page itself allows. */
const VISIT_MINUTES = 60

export const ONE_STOP_START_PATH = '/order/one-stop/start'
export const ONE_STOP_RETURN_PATH = '/order/one-stop/return'

export type OneStopReturn = {
  readonly path: string
  /** `signIn`: the application belongs to an account, and nobody is signed in any more. */
  readonly outcome: 'done' | 'cancelled' | 'nameDiffers' | 'failed' | 'unavailable' | 'signIn'
}

type Deps = Pick<AreaDeps, 'sealing' | 'publicUrl'>
type VisitDeps = Deps & { readonly database: DatabaseHandle; readonly portIn: PortInPort }

/**
 * Notes a visit to the old carrier's page, where the owner of the number consents to bringing it along. The page itself is
 * asked for when the browser goes there, outside of any transaction.
 * @throws RefusalError NUMBER_NOT_PORTABLE, APPLICATION_INCOMPLETE
 */
export async function noteVisit(
  tx: Db,
  { sealing, publicUrl }: Deps,
  who: Applicant,
  { line, back }: { readonly line: number; readonly back: string },
) {
  const row = await lockOpen(tx, who)
  const givenLine = orderedLines(answersOf(sealing, row))[line - 1]
  if (givenLine?.kind !== 'voice') throw new RefusalError('NUMBER_NOT_PORTABLE')
  if (givenLine.by !== 'oneStop' || givenLine.number === undefined)
    throw new RefusalError('APPLICATION_INCOMPLETE')
  const state = newSecret()
  const stateHash = hashSecret(state)
  await insertRow(tx, 'application_visit', {
    state_hash: stateHash,
    application_id: row.application_id,
    line,
    number_sealed: sealing.seal(numberAad(stateHash), givenLine.number),
    back_path: back,
    begun_at: who.now,
    ended_at: null,
  })
  return { startUrl: `${publicUrl}${ONE_STOP_START_PATH}?visit=${state}` }
}

/** @returns the address of the old carrier's page, or the way back where it cannot be had */
export async function startVisit(
  { database, sealing, publicUrl, portIn }: VisitDeps,
  asker: Asker,
  state: string,
  now: Instant,
): Promise<string | OneStopReturn> {
  const visit = await findVisit(database.db, asker, state, now)
  if ('outcome' in visit) return visit
  const answer = await portIn.begin({
    number: sealing.open(numberAad(visit.state_hash), visit.number_sealed),
    returnUrl: publicUrl + ONE_STOP_RETURN_PATH,
    state,
  })
  return answer.kind === 'accepted'
    ? answer.value.startUrl
    : { path: visit.back_path, outcome: 'unavailable' }
}

type Given = {
  readonly state: string
  readonly token?: string | undefined
  readonly until?: string | undefined
  readonly error?: string | undefined
}

/** The browser is back, once. The token belongs to the number it was asked for, whatever the line's answer is by now. */
export async function takeVisitReturn(
  { database, sealing }: Pick<VisitDeps, 'database' | 'sealing'>,
  asker: Asker,
  given: Given,
  now: Instant,
): Promise<OneStopReturn> {
  const visit = await findVisit(database.db, asker, given.state, now)
  if ('outcome' in visit) return visit
  const isDone = given.token !== undefined && given.token !== ''
  await database.db.transaction().execute(async (tx) => {
    const row = await findById(tx, visit.application_id, { lock: true })
    if (row?.state !== 'open') return
    await updateRows(tx, 'application_visit', { state_hash: visit.state_hash }, { ended_at: now })
    const { until } = given
    const oneStop = {
      number: sealing.open(numberAad(visit.state_hash), visit.number_sealed),
      state: isDone ? ('done' as const) : ('cancelled' as const),
      ...(isDone ? { token: given.token } : {}),
      ...(until !== undefined && isTokyoDate(until) ? { lastDay: until } : {}),
    }
    const answers = withLine(answersOf(sealing, row), visit.line, { oneStop })
    await saveAnswers(tx, sealing, row, { answers }, now)
  })
  const refused = given.error === 'name_differs' ? 'nameDiffers' : 'cancelled'
  return { path: visit.back_path, outcome: isDone ? 'done' : refused }
}

/** The visit of this browser's or account's own application, in time, and once; otherwise where the browser goes instead. */
async function findVisit(db: Db, asker: Asker, state: string, now: Instant) {
  const { signedIn, applicationSecret: secret = '' } = asker
  const visit = await db
    .selectFrom('application_visit as v')
    .innerJoin('application as a', 'a.application_id', 'v.application_id')
    .selectAll('v')
    .select(['a.handle_hash', 'a.account_id'])
    .where('v.state_hash', '=', hashSecret(state))
    .executeTakeFirst()
  if (visit === undefined) return elsewhere('failed')
  // After the login the cookie alone changes nothing.
  const isOwn =
    visit.account_id === null
      ? visit.handle_hash === hashSecret(secret)
      : visit.account_id === signedIn?.accountId
  if (!isOwn)
    return elsewhere(visit.account_id !== null && signedIn === undefined ? 'signIn' : 'failed')
  const isOver =
    visit.ended_at !== null || !isBefore(now, visit.begun_at.add({ minutes: VISIT_MINUTES }))
  return isOver ? { path: visit.back_path, outcome: 'failed' as const } : visit
}

const elsewhere = (outcome: 'failed' | 'signIn') => ({ path: '/order', outcome })
