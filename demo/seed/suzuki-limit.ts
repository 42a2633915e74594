import { recordAudit } from '#backend/audit.ts'
import { writeLimit } from '#backend/top-up/rows/spending.ts'
import type { Db } from '#backend/db/connect.ts'
import type { Instant } from '#domain/tokyo.ts'
import type { SeedContract } from './life.ts'

/** The ceiling 鈴木 has set for the family: high enough that a usual month stays below it. */
const LIMIT_YEN = 10_000

export async function seedSuzukiLimit(
  tx: Db,
  { contractId, accountId }: Pick<SeedContract, 'contractId' | 'accountId'>,
  now: Instant,
) {
  const version = await writeLimit(tx, { contractId, accountId, now }, LIMIT_YEN)
  await recordAudit(tx, {
    chain: contractId,
    at: now,
    actor: 'member',
    accountId,
    action: 'spending-limit-set',
    target: contractId,
    details: { version, limitYen: LIMIT_YEN },
  })
}
