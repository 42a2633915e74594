import { setTimeout as pause } from 'node:timers/promises'
import {
  ApiError,
  antiForgery,
  createCall,
  idempotentReplayedHeader,
  type Call,
} from '#protocol/http.ts'

type SignedIn = { secret: string; token: string }

/** Answers that mean: nothing is known of the effect, ask again with the same key. */
const unsettled = new Set([0, 409, 503])

/** A member's browser that speaks HTTP to one of several servers, and counts what was answered a second time. */
export function browserOf({ secret, token }: SignedIn, addressOf: () => string) {
  let replayed = 0
  const call: Call = createCall({
    fetch: async (path, init) => {
      const headers = new Headers(init.headers)
      headers.set('Cookie', `sid=${secret}; ${antiForgery.cookie}=${token}`)
      headers.set('Origin', 'http://localhost:3000')
      headers.set('Sec-Fetch-Site', 'same-origin')
      headers.set(antiForgery.header, token)
      const answer = await fetch(addressOf() + path, { ...init, headers })
      if (answer.headers.get(idempotentReplayedHeader) === 'true') replayed += 1
      return answer
    },
  })
  return { call, replayed: () => replayed }
}

export type Reply<Result> = { answer: Result } | { refusedAs: string }

/**
 * Asks until there is an answer: a lost connection, an outage or a call in flight is asked again. A refusal is an
 * answer. Any other failure is a defect and is thrown.
 */
export async function askUntilReply<Result>(ask: () => Promise<Result>): Promise<Reply<Result>> {
  for (;;) {
    try {
      return { answer: await ask() }
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const code = error.failure?.code
      const again = unsettled.has(error.httpStatus) && (code === undefined || mayRetry(code))
      if (!again && error.httpStatus >= 500) throw error
      if (!again) return { refusedAs: code ?? `HTTP ${error.httpStatus}` }
      await pause(100)
    }
  }
}

const asksAgain = ['UNAVAILABLE', 'OUTCOME_UNKNOWN', 'IDEMPOTENCY_IN_FLIGHT']

/** Refusals of a rule are 409 too; only these ask for another try. */
function mayRetry(code: string) {
  return asksAgain.includes(code)
}
