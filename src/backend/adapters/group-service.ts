import { z } from 'zod'
import type { GroupServicePort } from '#backend/ports/group-service.ts'
import { callOutside, type OutsideOptions } from './outside-call.ts'

const switched = z.object({
  effectiveAt: z.string(),
  activation: z.record(z.string(), z.string().max(500)).optional(),
})

/** Speaks docs/outside-systems.md section 1.8 over HTTP. */
export function createGroupServices(options: OutsideOptions): GroupServicePort {
  return {
    switch: (service, memberRef, body) =>
      callOutside(
        options,
        { method: 'PUT', path: `/${service}/${memberRef}`, body },
        async (answer) => switched.parse(await answer.json()),
      ),
  }
}
