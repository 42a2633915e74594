import { findActiveOptions } from '#backend/contract/options.ts'
import { loadContract } from '#backend/contract/load.ts'
import type { Db } from '#backend/db/connect.ts'
import { readHolder } from '#backend/holder.ts'
import { estimateSim } from '#backend/sim/queries/estimate.ts'
import { placeSimOrder } from '#backend/sim/commands/place-order.ts'
import { planSimOrder } from '#backend/sim/queries/order-plan.ts'
import type { SimOrderRequest } from '#domain/sim/decide-sim-order.ts'
import type { Services } from '#server/services.ts'
import type { SeedContract } from './life.ts'
import { seedWho } from './seed-who.ts'

/**
 * 田中's broken SIM: a reissue ordered just now, by the same way as a member orders it. The worker hands it to the
 * carrier at once; moving the clock sends, delivers and switches it.
 */
export async function seedTanakaOrder(
  services: Services,
  tx: Db,
  { contractId, accountId, lines }: SeedContract,
  now: Temporal.Instant,
) {
  const lineId = lines[0]?.lineId ?? ''
  const ordered: SimOrderRequest = {
    order: 'reissue',
    lineId,
    kind: 'voice',
    simSize: 'nano',
    reason: 'broken',
  }
  const { sealing, book } = services
  const loaded = await loadContract(tx, contractId)
  const known = {
    ...loaded,
    active: await findActiveOptions(tx, loaded, now),
    holder: await readHolder(tx, sealing, accountId),
    sealing,
    book,
  }
  const { conditions } = estimateSim(known, planSimOrder(known, ordered, { now, book }), now)
  const who = seedWho({ contractId, accountId }, now)
  await placeSimOrder(tx, services, who, ordered, { conditions })
}
