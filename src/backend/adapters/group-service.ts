import { switchedService } from '#outside/group-service.ts'
import type { GroupServicePort } from '#backend/ports/group-service.ts'
import { callOutside, requireOwn, type OutsideOptions } from './outside-call.ts'

/** Speaks docs/outside-systems.md section 1.8 over HTTP. */
export function createGroupServices(options: OutsideOptions): GroupServicePort {
  return {
    switch: (service, memberRef, body) =>
      callOutside(
        options,
        { method: 'PUT', path: `/${service}/${memberRef}`, body },
        async (answer) => {
          const switched = switchedService.parse(await answer.json())
          const { orderId: _, ...own } = requireOwn(switched, { orderId: body.orderId })
          return own
        },
      ),
  }
}
