import type { Instant } from '../tokyo.ts'
import { compareText } from './bucket.ts'
import type { Grant } from './grant.ts'
import type { Pool, PoolFacts } from './pool.ts'
import { isInSlowSpan } from './line-cap.ts'
import {
  adjust,
  balanceOf,
  close,
  expire,
  grant,
  leaveUncharged,
  moveOut,
  openPool,
  rollOver,
  use,
} from './running-pool.ts'
import { chargedAtMs, latestRevisions } from './usage-record.ts'

/** At the same instant: the end of the contract, month rollover, expiry, grants, corrections, transfers, then use. */
const phases = {
  close: 0,
  rollover: 1,
  expire: 2,
  grant: 3,
  adjust: 4,
  transfer: 5,
  use: 6,
} as const

type Step = {
  readonly atMs: number
  readonly phase: number
  readonly key: string
  readonly run: () => void
}

/**
 * The pool as it should be at `asOf`, from the facts alone: in whatever order they arrived and
 * however often, the answer is the same. A use is charged when it happened, to the buckets usable
 * at that moment; what no bucket can pay is uncovered and makes nothing negative.
 */
export function replay(facts: PoolFacts, asOf: Instant): Pool {
  const snapshot = facts.snapshot?.buckets ?? []
  const snapshotMs = facts.snapshot?.at.epochMilliseconds ?? -Infinity
  const transfers = (facts.transfers ?? []).filter((one) => snapshotMs < one.at.epochMilliseconds)
  const pool = openPool(snapshot, transfers)
  const closedMs = facts.closedAt?.epochMilliseconds ?? Infinity
  const grants = distinctGrants(facts.grants)
  const steps: Step[] = []
  const plan = (at: Instant, phase: number, key: string, run: () => void) =>
    steps.push({ atMs: at.epochMilliseconds, phase, key, run })

  const { closedAt } = facts
  if (closedAt !== undefined) plan(closedAt, phases.close, '', () => close(pool, closedAt))

  for (const bucket of [...snapshot, ...grants]) {
    const { bucketId, expiresAt, rollover } = bucket
    plan(expiresAt, phases.expire, bucketId, () => expire(pool, bucketId, expiresAt))
    if (rollover === undefined) continue
    plan(rollover.at, phases.rollover, bucketId, () => rollOver(pool, bucket))
    plan(expiresAt, phases.expire, rollover.bucketId, () =>
      expire(pool, rollover.bucketId, expiresAt),
    )
  }
  for (const one of grants)
    if (one.grantedBytes > 0 && one.grantedAt.epochMilliseconds < closedMs)
      plan(one.grantedAt, phases.grant, one.bucketId, () => grant(pool, one))

  for (const one of facts.adjustments ?? [])
    plan(one.at, phases.adjust, one.reference, () => adjust(pool, one))

  for (const one of transfers)
    plan(one.at, phases.transfer, `${one.transferId}@${one.bucketId}`, () => moveOut(pool, one))

  const tooLate: string[] = []
  for (const record of latestRevisions(facts.uses)) {
    const atMs = chargedAtMs(record)
    const at = Temporal.Instant.fromEpochMilliseconds(atMs)
    if (atMs <= snapshotMs) tooLate.push(record.recordId)
    else if (isInSlowSpan(record, facts.slowSpans ?? []))
      plan(at, phases.use, record.recordId, () => leaveUncharged(pool, record))
    else plan(at, phases.use, record.recordId, () => use(pool, record, at))
  }

  const untilMs = asOf.epochMilliseconds
  for (const step of steps.toSorted(inOrderOfTime))
    if (snapshotMs < step.atMs && step.atMs <= untilMs) step.run()

  return {
    at: asOf,
    buckets: pool.buckets.map(balanceOf),
    past: pool.past.map(balanceOf),
    postings: pool.postings,
    uncovered: pool.uncovered,
    tooLate: tooLate.toSorted(compareText),
  }
}

function inOrderOfTime(a: Step, b: Step): number {
  return a.atMs - b.atMs || a.phase - b.phase || compareText(a.key, b.key)
}

/** One grant per bucket: a repeated one gives nothing. */
function distinctGrants(grants: readonly Grant[]): readonly Grant[] {
  return [...new Map(grants.map((one) => [one.bucketId, one])).values()]
}
