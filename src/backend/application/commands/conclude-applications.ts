import type { AreaDeps } from '#backend/area.ts'
import { completeHolderIndexes, writeHolderIndexes } from '#backend/contract/holder-indexes.ts'
import { holderIndexes } from '#backend/contract/person-indexes.ts'
import { isolated } from '#backend/jobs/isolated.ts'
import type { StepDeps } from '#backend/step/record-change.ts'
import { takeStep } from '#backend/step/take-step.ts'
import { contractStates } from '#domain/contract/contract-states.ts'
import type { Instant } from '#domain/tokyo.ts'
import { eventOfContract } from '../queries/state-now.ts'
import { findById } from '../rows/applications.ts'
import { applications } from '../steps.ts'

const ROUND = 500

/** By the contract's end: the area that ended it has written to the member. */
const steps = {
  fulfilled: 'fulfilled',
  withdrawn: 'ended_with_contract',
  rejected: 'failed_with_contract',
} as const

/** Ends applications whose contract has begun, was withdrawn, or came to nothing. */
export async function concludeApplications(
  { database, log, outbox }: Pick<AreaDeps, 'database' | 'log'> & StepDeps,
  now: Instant,
) {
  const decided = await database.db
    .selectFrom('application as a')
    .innerJoin('contract as c', 'c.contract_id', 'a.contract_id')
    .select(['a.application_id', 'c.status', 'c.started_on'])
    .where('a.state', '=', 'accepted')
    .where((eb) =>
      eb.or([eb('c.started_on', 'is not', null), eb('c.status', 'in', contractStates.terminal)]),
    )
    .limit(ROUND)
    .execute()
  for (const { application_id: applicationId, ...contract } of decided)
    await isolated(log, { applicationId }, 'application not closed', () =>
      database.db.transaction().execute(async (tx) => {
        const row = await findById(tx, applicationId, { lock: true })
        const event = eventOfContract(contract)
        if (row?.state !== 'accepted' || event === undefined) return
        const step = steps[event]
        await takeStep(tx, { outbox }, { actor: 'system', now }, applications, { row, step })
      }),
    )
}

/**
 * Works out by what the holders of contracts are found whose indexes are missing: of contracts made without an application
 * or by an older version, and of holders who have moved.
 */
export async function indexHolders({ database, sealing }: Pick<AreaDeps, 'database' | 'sealing'>) {
  for (;;) {
    const unknown = await database.db
      .selectFrom('contract as c')
      .leftJoin('contract_holder as h', 'h.contract_id', 'c.contract_id')
      .select(['c.contract_id', 'c.account_id', 'h.person_index'])
      .where((eb) => eb.or([eb('h.name_index', 'is', null), eb('h.phone_index', 'is', null)]))
      .where('c.status', 'not in', contractStates.terminal)
      .limit(ROUND)
      .execute()
    for (const { contract_id: contractId, account_id: accountId, person_index: known } of unknown) {
      const indexes = await holderIndexes(database.db, sealing, accountId)
      const write = known === null ? writeHolderIndexes : completeHolderIndexes
      await write(database.db, contractId, indexes)
    }
    if (unknown.length < ROUND) return
  }
}
