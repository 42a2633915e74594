import { z } from 'zod'
import { SECONDS_TO_TAKE_BACK } from '#domain/console/decision-states.ts'
import { defineJob } from './queue.ts'

/**
 * Carries out what staff decided of an item of a queue. It is declared apart from the console's area: every process makes
 * the queues, and only what works on them loads the console. A second more than the time to take it back: the database's
 * clock begins the job, ours asks whether it is time.
 */
export const staffDecisionJob = defineJob({
  name: 'staff-decision',
  payload: z.object({ decisionId: z.string() }),
  retryLimit: 10,
  retryDelaySeconds: 2,
  longestRetryDelaySeconds: 60,
  afterSeconds: SECONDS_TO_TAKE_BACK + 1,
})
