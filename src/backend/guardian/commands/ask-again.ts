import type { AreaDeps } from '#backend/area.ts'
import { isolated } from '#backend/jobs/isolated.ts'
import type { Db } from '#backend/db/connect.ts'
import { takeStep } from '#backend/step/take-step.ts'
import { answerUntil, isOfAge } from '#domain/guardian/consent.ts'
import { isBefore, toTokyoDate, type Instant } from '#domain/tokyo.ts'
import { findOpenConsents, lockConsent, openBirth, type ConsentRow } from '../rows.ts'
import { consents } from '../steps.ts'

const ROUND = 500

type Deps = Pick<AreaDeps, 'database' | 'outbox' | 'sealing' | 'log'>

/** Daily: asks for the own consent of who has come of age, and erases the birthday where nobody has answered in time. */
export async function askAtAge(deps: Deps, now: Instant): Promise<void> {
  const { database, log } = deps
  for (let after = { contractId: '', lineId: '' }; ;) {
    const open = await findOpenConsents(database.db, after, ROUND)
    for (const { contract_id: contractId, line_id: lineId } of open.filter((row) =>
      isDue(deps, row, now),
    ))
      await isolated(log, { contractId, lineId }, 'consent not asked for', () =>
        database.db.transaction().execute((tx) => askOne(tx, deps, { contractId, lineId }, now)),
      )
    const last = open.at(-1)
    if (last === undefined || open.length < ROUND) return
    after = { contractId: last.contract_id, lineId: last.line_id }
  }
}

function isDue({ sealing }: Pick<Deps, 'sealing'>, row: ConsentRow, now: Instant): boolean {
  if (row.state === 'asked')
    return row.asked_at !== null && !isBefore(now, answerUntil(row.asked_at))
  const birth = row.state === 'given' ? openBirth(sealing, row) : undefined
  return birth !== undefined && isOfAge(birth, toTokyoDate(now))
}

async function askOne(
  tx: Db,
  deps: Deps,
  { contractId, lineId }: { readonly contractId: string; readonly lineId: string },
  now: Instant,
) {
  const row = await lockConsent(tx, contractId, lineId)
  if (row === undefined || !isDue(deps, row, now)) return
  const who = { actor: 'system', contractId, now } as const
  if (row.state === 'given')
    await takeStep(tx, deps, who, consents, { row, step: 'came_of_age', patch: { asked_at: now } })
  else
    await takeStep(tx, deps, who, consents, {
      row,
      step: 'not_answered',
      patch: { birth_sealed: null },
    })
}
