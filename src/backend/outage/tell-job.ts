import { z } from 'zod'
import { defineJob } from '#backend/jobs/queue.ts'

export const outageOccasions = ['opened', 'ended', 'cancelled'] as const
export type OutageOccasion = (typeof outageOccasions)[number]

/** Tells the members an outage concerns; updates in between stand on the board only. */
export const tellOutageJob = defineJob({
  name: 'outage-tell',
  payload: z.object({ outageId: z.string(), occasion: z.enum(outageOccasions) }),
  retryLimit: 20,
  retryDelaySeconds: 30,
})
