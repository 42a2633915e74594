import type { AreaDeps } from '#backend/area.ts'
import { findContract } from '#backend/contract/contracts.ts'
import type { Db } from '#backend/db/connect.ts'
import { takeStep } from '#backend/step/take-step.ts'
import { holdUntil } from '#domain/account/new-device.ts'
import { HOURS_FOR_HOLDER } from '#domain/succession/steps.ts'
import { openSuccessions } from '#domain/succession/succession-states.ts'
import type { Instant } from '#domain/tokyo.ts'
import { requireReady } from '../queries/contract.ts'
import { stopOf, type SuccessionRow } from '../rows/successions.ts'
import { successions } from '../steps.ts'
import { eachSuccession, successionKeys } from './work-due.ts'
import { resumeContract } from './pause-contract.ts'

type Deps = Pick<AreaDeps, 'database' | 'sealing' | 'outbox' | 'log'>
type StepDeps = Pick<Deps, 'sealing' | 'outbox'>

/** Carries out what staff decided; a succession that was withdrawn first stays as it is. */
export async function decideQueued(deps: Deps, now: Instant): Promise<void> {
  const queued = await successionKeys(deps)
    .where('decision', 'is not', null)
    .where('state', 'in', [...openSuccessions])
    .orderBy('decision_at')
    .execute()
  await eachSuccession(deps, queued, 'succession not decided', async (tx, row) => {
    const { order_no: orderNo, decision } = row
    if (orderNo === null || decision === null) return
    if (decision === 'accept') await announce(tx, deps, row, now)
    else if (decision === 'ask') await askForPapers(tx, deps, row, now)
    else await reject(tx, deps, row, now)
  })
}

async function reject(tx: Db, deps: StepDeps, row: SuccessionRow, now: Instant) {
  const by = { actor: 'staff', now } as const
  await resumeContract(tx, row.contract_id, by)
  const { account_id: holder } = await findContract(tx, row.contract_id)
  const patch = { reason: row.decision_reason }
  await takeStep(tx, deps, by, successions, { row, step: 'rejected', patch, facts: { holder } })
}

/** Asks for other papers; where a paper has shown the death, the contract is to be paused meanwhile. */
async function askForPapers(tx: Db, deps: StepDeps, row: SuccessionRow, now: Instant) {
  const isToPause = row.decision_pauses && row.pause_from === null
  const from = isToPause ? holdUntil(now, HOURS_FOR_HOLDER) : undefined
  const { secret, columns } = stopOf(deps.sealing, row)
  const by = { actor: 'staff', now } as const
  const asked = await takeStep(tx, deps, by, successions, {
    row,
    step: 'documents_asked',
    patch: {
      asked: row.decision_reason ?? '',
      asked_at: now,
      ...(from && { pause_from: from }),
      ...columns,
    },
  })
  if (from === undefined) return
  const { account_id: holder } = await findContract(tx, row.contract_id)
  const facts = { holder, secret, from }
  await takeStep(tx, deps, by, successions, { row: asked, step: 'pause_announced', facts })
}

/** Staff have accepted the papers: nothing changes yet, and the holder gets a message that says how to stop it. */
async function announce(tx: Db, deps: StepDeps, row: SuccessionRow, now: Instant) {
  await requireReady(tx, row)
  const at = holdUntil(now, HOURS_FOR_HOLDER)
  const { secret, columns } = stopOf(deps.sealing, row)
  const { account_id: holder } = await findContract(tx, row.contract_id)
  const by = { actor: 'staff', now } as const
  await takeStep(tx, deps, by, successions, {
    row,
    step: 'papers_accepted',
    patch: { moves_from: at, ...columns },
    facts: { holder, secret, at },
  })
}
