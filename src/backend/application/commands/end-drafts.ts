import { sql } from 'kysely'
import type { AreaDeps } from '#backend/area.ts'
import { isolated } from '#backend/jobs/isolated.ts'
import type { StepDeps } from '#backend/step/record-change.ts'
import { takeStep } from '#backend/step/take-step.ts'
import { isBefore, type Instant } from '#domain/tokyo.ts'
import { DAYS_STORED, deleteApplication, emptyAnswers, findById } from '../rows/applications.ts'
import { applications } from '../steps.ts'

/** Ours: soon, while the applicant still knows what was asked; and once more before everything typed is deleted. */
const DAYS_AFTER = 3
const DAYS_BEFORE = 3
const ROUND = 500

/** Reminds an applicant of a draft by mail: once after a pause, and once before the draft is deleted. */
export async function remindApplicants(
  { database, outbox, log }: Pick<AreaDeps, 'database' | 'log'> & StepDeps,
  now: Instant,
) {
  const paused = await database.db
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
    .limit(ROUND)
    .execute()
  for (const { application_id: applicationId } of paused)
    await isolated(log, { applicationId }, 'applicant not reminded', () =>
      database.db.transaction().execute(async (tx) => {
        const row = await findById(tx, applicationId, { lock: true })
        if (row?.state !== 'open' || row.account_id === null) return
        const { expires_at: until, reminded_at: before } = row
        const isLast = !isBefore(now, until.subtract({ hours: 24 * DAYS_BEFORE }))
        if (before !== null && !isLast) return
        await takeStep(tx, { outbox }, { actor: 'system', now }, applications, {
          row,
          step: 'reminded',
          patch: { reminded_at: now },
          facts: { until, isLast },
        })
      }),
    )
}

/** Deletes drafts whose time is over, with everything that was typed. */
export async function deleteExpiredDrafts({ database }: Pick<AreaDeps, 'database'>, now: Instant) {
  for (;;) {
    const over = await database.db
      .selectFrom('application')
      .select('application_id')
      .where('state', '=', 'open')
      .where('expires_at', '<=', now)
      .limit(ROUND)
      .execute()
    for (const { application_id: applicationId } of over)
      await deleteApplication(database.db, applicationId)
    if (over.length < ROUND) return
  }
}

/** Deletes what was typed a month after an application has ended; number, dates and outcome stay. */
export async function deleteOldAnswers(
  { database, sealing }: Pick<AreaDeps, 'database' | 'sealing'>,
  now: Instant,
) {
  const over = await database.db
    .selectFrom('application')
    .selectAll()
    .where('person_index', 'is not', null)
    .where('closed_at', '<=', now.subtract({ hours: 24 * DAYS_STORED }))
    .limit(ROUND)
    .execute()
  for (const row of over) await emptyAnswers(database.db, sealing, row)
}
