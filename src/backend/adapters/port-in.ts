import { z } from 'zod'
import type { PortInPort } from '#backend/ports/port-in.ts'
import { callOutside, PAGE_WAIT_MS, type OutsideOptions } from './outside-call.ts'

const begun = z.object({ startUrl: z.url().max(2048) })

/** Speaks docs/outside-systems.md section 2.3.1. */
export function createPortIn(options: OutsideOptions): PortInPort {
  return {
    begin: (body) =>
      callOutside(
        { timeoutMs: PAGE_WAIT_MS, ...options },
        { method: 'POST', path: '/port-in/one-stop', body },
        async (answer) => begun.parse(await answer.json()),
      ),
  }
}
