import { z } from 'zod'
import type { TextMessagePort } from '#backend/ports/text-message.ts'
import { callOutside, type OutsideOptions } from './outside-call.ts'

/** Speaks docs/outside-systems.md section 2.7 over HTTP. */
export function createTextMessages(options: OutsideOptions): TextMessagePort {
  return {
    send: (body) =>
      callOutside(options, { method: 'POST', path: '/messages', body }, async (answer) =>
        z.object({ orderId: z.string() }).parse(await answer.json()),
      ),
  }
}
