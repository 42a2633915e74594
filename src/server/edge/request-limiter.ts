import { createHmac } from 'node:crypto'
import type { Context, MiddlewareHandler } from 'hono'
import type pg from 'pg'
import {
  RLWrapperTimeouts,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
} from 'rate-limiter-flexible'
import { RefusalError } from '#backend/refusal.ts'
import type { SubjectLimit } from '#protocol/endpoint.ts'
import { askerOf, type Asker } from './asker.ts'
import { networkOf } from './client-address.ts'
import type { ServerEnv } from './request-facts.ts'
import {
  subjectLimits,
  type Figures,
  type LimitName,
  type RequestLimits,
} from './request-limits.ts'

export type RequestLimiter = {
  /** Counts one request; how many seconds to wait when it is one too many. */
  take: (name: LimitName, asker: Asker) => Promise<number | undefined>
  /** The same for what is asked about, whoever asks. */
  takeAbout: (name: SubjectLimit, subject: string) => Promise<number | undefined>
}

/** What all processes have counted together, and this one by itself. */
type Counters = { readonly shared: RLWrapperTimeouts; readonly own: RateLimiterMemory }

/** A count that takes longer is not waited for: the request has its own wait for the database before it (quality R6). */
const STORE_TIMEOUT_MS = 250

/**
 * Counts requests in the database, for all web processes together. While the database does not answer or does not take
 * writes, what each process has counted by itself decides, so that the limiter never is the reason for an error. It counts
 * all along: a count that began with the outage would allow everybody the whole limit again.
 */
export function createRequestLimiter(options: {
  limits: RequestLimits
  pool: pg.Pool
  /** Addresses are people's: the table keeps keyed hashes of them. */
  secret: string
  storeTimeoutMs?: number
}): RequestLimiter {
  const hashed = (text: string) =>
    createHmac('sha256', options.secret).update(`request limit\0${text}`).digest('base64url')
  const counters = new Map<string, Counters>()

  function counterOf(keyPrefix: string, { requests, seconds }: Figures) {
    const known = counters.get(keyPrefix)
    if (known) return known
    const common = { keyPrefix, points: requests, duration: seconds }
    const shared = new RLWrapperTimeouts({
      limiter: new RateLimiterPostgres({
        ...common,
        storeClient: options.pool,
        storeType: 'pool',
        tableName: 'request_count',
        // Both are ours: a migration makes the table, a scheduled task empties it.
        tableCreated: true,
        clearExpiredByTimeout: false,
        inMemoryBlockOnConsumed: requests,
      }),
      timeoutMs: options.storeTimeoutMs ?? STORE_TIMEOUT_MS,
    })
    const made = { shared, own: new RateLimiterMemory(common) }
    counters.set(keyPrefix, made)
    return made
  }

  async function count(keyPrefix: string, figures: Figures, key: string) {
    const { shared, own } = counterOf(keyPrefix, figures)
    const [ofAll, ofOurs] = await Promise.allSettled([shared.consume(key), own.consume(key)])
    const hasAnswer = ofAll.status === 'fulfilled' || ofAll.reason instanceof RateLimiterRes
    const counted = hasAnswer ? ofAll : ofOurs
    if (counted.status === 'fulfilled') return undefined
    const refusal: unknown = counted.reason
    if (!(refusal instanceof RateLimiterRes)) throw refusal
    return Math.max(1, Math.ceil(refusal.msBeforeNext / 1000))
  }

  return {
    async take(name, { person, address }) {
      const limit = options.limits[name]
      if (limit === undefined) return undefined
      const counts: Promise<number | undefined>[] = []
      if (person && limit.perPerson)
        counts.push(count(`${name}:person`, limit.perPerson, hashed(person)))
      if (address)
        counts.push(count(`${name}:address`, limit.perAddress, hashed(networkOf(address))))
      const waits = (await Promise.all(counts)).flatMap((wait) => wait ?? [])
      return waits.length === 0 ? undefined : Math.max(...waits)
    },
    takeAbout: (name, subject) => count(`about:${name}`, subjectLimits[name], hashed(subject)),
  }
}

/** For a route of the server's own. @param personOf what counts as the person where it is not the visitor. */
export function limited(
  limiter: RequestLimiter,
  name: LimitName,
  personOf?: (c: Context<ServerEnv>) => string,
): MiddlewareHandler<ServerEnv> {
  return async (c, next) => {
    const asker = askerOf(c.get('facts'))
    const person = personOf ? personOf(c) : asker.person
    const retryAfterSeconds = await limiter.take(name, { ...asker, person })
    if (retryAfterSeconds !== undefined)
      throw new RefusalError('TOO_MANY_REQUESTS', { retryAfterSeconds })
    await next()
  }
}
