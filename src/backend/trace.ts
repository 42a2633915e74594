import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * The trace key of what is being done (お問い合わせ番号): of a request, or of the request that asked for a job. It is
 * known wherever the work leads without being handed on, because it is for the log only: nothing may be decided by it.
 */
const traces = new AsyncLocalStorage<string>()

/** It goes into comments of SQL and into headers. */
const wellFormed = /^[\w-]{1,64}$/

export function withTrace<Result>(traceKey: string, work: () => Result): Result {
  return wellFormed.test(traceKey) ? traces.run(traceKey, work) : work()
}

export function currentTrace(): string | undefined {
  return traces.getStore()
}
