import { letterStatus } from '#outside/letter.ts'
import type { LetterPort } from '#backend/ports/letter.ts'
import { callOutside, requireOwn, type OutsideOptions } from './outside-call.ts'

/** Speaks docs/outside-systems.md section 8 over HTTP. */
export function createLetters(options: OutsideOptions): LetterPort {
  const read = (orderId: string) => async (answer: Response) =>
    requireOwn(letterStatus.parse(await answer.json()), { orderId })
  return {
    post: (letter) =>
      callOutside(
        options,
        {
          method: 'POST',
          path: '/letters',
          body: { service: 'registered_not_forwarded', ...letter },
        },
        read(letter.orderId),
      ),
    status: (orderId) =>
      callOutside(
        options,
        { method: 'GET', path: `/letters/${encodeURIComponent(orderId)}` },
        read(orderId),
      ),
  }
}
