import { completeHolderIndexes, writeHolderIndexes } from '#backend/contract/holder-indexes.ts'
import { sql } from 'kysely'
import type { AreaDeps, AreaWork } from '#backend/area.ts'
import { isolated } from '#backend/jobs/isolated.ts'
import { contractStates } from '#domain/contract/contract-states.ts'
import { isBefore, type Instant } from '#domain/tokyo.ts'
import type { createDecide } from './decide.ts'
import { reminderMessage } from './messages.ts'
import { holderIndexes } from './person.ts'
import { eventOfContract, stepApplication } from './accept.ts'
import { DAYS_KEPT, deleteApplication, emptyAnswers, findById } from './rows.ts'

/** Ours: soon, while one still knows what was asked; and once more before everything typed is deleted. */
const DAYS_AFTER = 3
const DAYS_BEFORE = 3
const A_ROUND = 500

/** What becomes of drafts that nobody goes on with, and who holds contracts that were made without an application. */
export function applicationTasks(
  { database, sealing, outbox, log }: Pick<AreaDeps, 'database' | 'sealing' | 'outbox' | 'log'>,
  decide: ReturnType<typeof createDecide>,
): NonNullable<AreaWork['tasks']> {
  /** Twice a pause: to the address the account has confirmed. */
  async function remind(now: Instant) {
    const due = await database.db
      .selectFrom('application')
      .select('application_id')
      .where('state', '=', 'open')
      .where('account_id', 'is not', null)
      .where('expires_at', '>', now)
      .where((eb) =>
        eb.or([
          eb.and([
            eb('reminded_at', 'is', null),
            eb('changed_at', '<=', now.subtract({ hours: 24 * DAYS_AFTER })),
          ]),
          eb.and([
            eb('expires_at', '<=', now.add({ hours: 24 * DAYS_BEFORE })),
            sql<boolean>`reminded_at < expires_at - ${DAYS_BEFORE} * interval '1 day'`,
          ]),
        ]),
      )
      .limit(A_ROUND)
      .execute()
    for (const { application_id: applicationId } of due)
      await isolated(log, { applicationId }, 'applicant not reminded', () =>
        database.db.transaction().execute(async (tx) => {
          const row = await findById(tx, applicationId, { lock: true })
          if (row?.state !== 'open' || row.account_id === null) return
          const { account_id: accountId, version, expires_at: until, reminded_at: before } = row
          const isLast = !isBefore(now, until.subtract({ hours: 24 * DAYS_BEFORE }))
          if (before !== null && !isLast) return
          const of = { accountId, applicationId, version }
          await outbox.post(tx, reminderMessage(of, { until, isLast }), now)
          await tx
            .updateTable('application')
            .set({ reminded_at: now })
            .where('application_id', '=', applicationId)
            .execute()
        }),
      )
  }

  /** With everything that was typed. */
  async function lapse(now: Instant) {
    for (;;) {
      const over = await database.db
        .selectFrom('application')
        .select('application_id')
        .where('state', '=', 'open')
        .where('expires_at', '<=', now)
        .limit(A_ROUND)
        .execute()
      for (const { application_id: applicationId } of over)
        await deleteApplication(database.db, applicationId)
      if (over.length < A_ROUND) return
    }
  }

  /** Contracts from before applications were made here, or names kept, or whose holder has moved: they are persons too. */
  async function findHolders() {
    for (;;) {
      const unknown = await database.db
        .selectFrom('contract as c')
        .leftJoin('contract_holder as h', 'h.contract_id', 'c.contract_id')
        .select(['c.contract_id', 'c.account_id', 'h.person_index'])
        .where((eb) => eb.or([eb('h.name_index', 'is', null), eb('h.phone_index', 'is', null)]))
        .where('c.status', 'not in', contractStates.terminal)
        .limit(A_ROUND)
        .execute()
      for (const {
        contract_id: contractId,
        account_id: accountId,
        person_index: known,
      } of unknown) {
        const indexes = await holderIndexes(database.db, sealing, accountId)
        const write = known === null ? writeHolderIndexes : completeHolderIndexes
        await write(database.db, contractId, indexes)
      }
      if (unknown.length < A_ROUND) return
    }
  }

  /** What staff decided meanwhile; one that was withdrawn first stays as it is. */
  async function carryOut(now: Instant) {
    const decided = await database.db
      .selectFrom('application')
      .select('application_id')
      .where('decision', 'is not', null)
      .where('state', '=', 'in_review')
      .orderBy('decision_at')
      .limit(A_ROUND)
      .execute()
    for (const { application_id: applicationId } of decided)
      await isolated(log, { applicationId }, 'decision not carried out', () =>
        database.db.transaction().execute(async (tx) => {
          const row = await findById(tx, applicationId, { lock: true })
          if (row?.state !== 'in_review' || row.decision === null) return
          const { decision, reason } = row
          await decide(tx, row, { decision, ...(reason !== null && { reason }) }, now)
        }),
      )
  }

  /** The contract has begun, was withdrawn, or came to nothing: so has its application. */
  async function conclude(now: Instant) {
    const decided = await database.db
      .selectFrom('application as a')
      .innerJoin('contract as c', 'c.contract_id', 'a.contract_id')
      .select(['a.application_id', 'c.status', 'c.started_on'])
      .where('a.state', '=', 'accepted')
      .where((eb) =>
        eb.or([eb('c.started_on', 'is not', null), eb('c.status', 'in', contractStates.terminal)]),
      )
      .limit(A_ROUND)
      .execute()
    for (const { application_id: applicationId, ...contract } of decided)
      await isolated(log, { applicationId }, 'application not closed', () =>
        database.db.transaction().execute(async (tx) => {
          const row = await findById(tx, applicationId, { lock: true })
          const event = eventOfContract(contract)
          if (row?.state === 'accepted' && event !== undefined)
            await stepApplication(tx, row, event, { actor: 'system', now })
        }),
      )
  }

  /** What was typed into an application that is over goes a month later; number, dates and outcome stay. */
  async function forgetAnswers(now: Instant) {
    const over = await database.db
      .selectFrom('application')
      .selectAll()
      .where('person_index', 'is not', null)
      .where('closed_at', '<=', now.subtract({ hours: 24 * DAYS_KEPT }))
      .limit(A_ROUND)
      .execute()
    for (const row of over) await emptyAnswers(database.db, sealing, row)
  }

  return [
    { name: 'applications decided', run: carryOut },
    { name: 'holders of contracts', run: findHolders },
    { name: 'applicants reminded', run: remind },
    { name: 'applications concluded', run: conclude },
    { name: 'answers of applications that are over', run: forgetAnswers },
    { name: 'applications let go', run: lapse },
  ]
}
