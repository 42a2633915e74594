import type { Instant } from '#domain/tokyo.ts'
import type { SeedContract } from './life.ts'

/** A member of the demo, as a session of theirs acts: what the seed does by the way that members do it. */
export const seedWho = (
  { contractId, accountId }: Pick<SeedContract, 'contractId' | 'accountId'>,
  now: Instant,
) =>
  ({
    actor: 'member',
    contractId,
    accountId,
    now,
    traceKey: 'seed',
    sessionHash: 'seed',
  }) as const
