import { recordAudit } from '#backend/audit.ts'
import type { Db } from '#backend/db/connect.ts'
import { insertRow } from '#backend/db/rows.ts'
import type { Instant } from '#domain/tokyo.ts'
import type { SeedContract } from './life.ts'

/** 高橋 has locked SIM orders, with three days to notice a lift. */
export async function seedTakahashiLock(
  tx: Db,
  { contractId, accountId }: Pick<SeedContract, 'contractId' | 'accountId'>,
  now: Instant,
) {
  await insertRow(tx, 'contract_lock', {
    contract_id: contractId,
    kind: 'simChange',
    state: 'on',
    wait_hours: 72,
    shorter_wait_hours: null,
    shorter_from: null,
    lifts_at: null,
    changed_at: now,
  })
  await recordAudit(tx, {
    chain: contractId,
    at: now,
    actor: 'member',
    accountId,
    action: 'lock-set',
    target: contractId,
    details: { kind: 'simChange', state: 'on', waitHours: 72, version: 1 },
  })
}
