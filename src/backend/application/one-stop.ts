import type { AreaDeps } from '#backend/area.ts'
import type { Caller } from '#backend/caller.ts'
import type { DatabaseHandle } from '#backend/db/connect.ts'
import { hashSecret, newSecret } from '#backend/db/ids.ts'
import type { PortInPort } from '#backend/ports/port-in.ts'
import { RefusalError } from '#backend/refusal.ts'
import { orderedLines, withLine } from '#domain/application/answers.ts'
import { isBefore, isTokyoDate, type Instant } from '#domain/tokyo.ts'
import { answersOf, findById, lockOpen, saveAnswers, type Asker } from './rows.ts'

/** Minutes a visit to the old carrier's page may take, with a margin to what it allows itself. */
const VISIT_MINUTES = 60

export const ONE_STOP_START_PATH = '/order/one-stop/start'
export const ONE_STOP_RETURN_PATH = '/order/one-stop/return'

export const numberAad = (stateHash: string) => `application_visit.number:${stateHash}`

export type OneStopReturn = {
  readonly path: string
  /** `signIn`: of an account's application, which nobody is signed in to by now. */
  readonly outcome: 'done' | 'cancelled' | 'nameDiffers' | 'failed' | 'unavailable' | 'signIn'
}

/** Numbers brought along in one stop: the owner consents at the old carrier's page and comes back with a token. */
export function createOneStop(
  deps: Pick<AreaDeps, 'sealing' | 'publicUrl'> & { database: DatabaseHandle; portIn: PortInPort },
) {
  const { database, sealing, publicUrl, portIn } = deps

  /** Notes the visit; the page is asked for when the browser goes there, outside of any transaction. */
  async function begin(caller: Caller, { line, back }: { line: number; back: string }) {
    const row = await lockOpen(caller.db, caller)
    const answered = orderedLines(answersOf(sealing, row))[line - 1]
    if (answered?.kind !== 'voice') throw new RefusalError('NUMBER_NOT_PORTABLE')
    if (answered.by !== 'oneStop' || answered.number === undefined)
      throw new RefusalError('APPLICATION_INCOMPLETE')
    const state = newSecret()
    const stateHash = hashSecret(state)
    await caller.db
      .insertInto('application_visit')
      .values({
        state_hash: stateHash,
        application_id: row.application_id,
        line,
        number_sealed: sealing.seal(numberAad(stateHash), answered.number),
        back_path: back,
        begun_at: caller.now,
        ended_at: null,
      })
      .execute()
    return { startUrl: `${publicUrl}${ONE_STOP_START_PATH}?visit=${state}` }
  }

  /** @returns the old carrier's page, or the way back where it cannot be had */
  async function start(asker: Asker, state: string, now: Instant): Promise<string | OneStopReturn> {
    const visit = await findVisit(asker, state, now)
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

  /** The browser is back, once: the token belongs to the number it was asked for, whatever is answered by now. */
  async function takeReturn(
    asker: Asker,
    given: {
      state: string
      token?: string | undefined
      until?: string | undefined
      error?: string | undefined
    },
    now: Instant,
  ): Promise<OneStopReturn> {
    const visit = await findVisit(asker, given.state, now)
    if ('outcome' in visit) return visit
    const isDone = given.token !== undefined && given.token !== ''
    await database.db.transaction().execute(async (tx) => {
      const row = await findById(tx, visit.application_id, { lock: true })
      if (row?.state !== 'open') return
      await tx
        .updateTable('application_visit')
        .set({ ended_at: now })
        .where('state_hash', '=', visit.state_hash)
        .execute()
      const number = sealing.open(numberAad(visit.state_hash), visit.number_sealed)
      const { until } = given
      const oneStop = {
        number,
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

  /** Of this browser's or account's own application, in time, and once; else where the browser goes instead. */
  async function findVisit(asker: Asker, state: string, now: Instant) {
    const { signedIn, applicationSecret: secret = '' } = asker
    const visit = await database.db
      .selectFrom('application_visit as v')
      .innerJoin('application as a', 'a.application_id', 'v.application_id')
      .selectAll('v')
      .select(['a.handle_hash', 'a.account_id'])
      .where('v.state_hash', '=', hashSecret(state))
      .executeTakeFirst()
    if (visit === undefined) return elsewhere('failed')
    // From the login on the cookie alone writes nothing.
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

  return { begin, start, takeReturn }
}

const elsewhere = (outcome: 'failed' | 'signIn') => ({ path: '/order', outcome })
