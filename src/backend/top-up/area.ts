import type { AreaDeps, AreaHandlers, AreaWork } from '#backend/area.ts'
import { memberOf } from '#backend/caller.ts'
import { loadContract } from '#backend/contract/load.ts'
import { whoOf } from '#backend/contract/who.ts'
import { chargeQueued, importUsage, usageHintJob } from '#backend/data/public.ts'
import { runJob } from '#backend/jobs/queue.ts'
import { yen } from '#domain/money.ts'
import { buyAutomatically } from './commands/buy-automatically.ts'
import { buyTopUp } from './commands/buy-top-up.ts'
import { endAutoTopUp, setAutoTopUp } from './commands/set-auto-top-up.ts'
import { setLimit } from './commands/set-limit.ts'
import { warnOfLimits } from './commands/warn-of-limits.ts'
import { estimateAutoTopUp } from './queries/estimate-auto-top-up.ts'
import { readOnePack } from './queries/one-pack.ts'
import { listTopUps } from './queries/packs.ts'
import { readTopUpReceipt } from './queries/receipt.ts'
import { readSpending } from './queries/spending.ts'

export function createTopUpArea(deps: AreaDeps) {
  const work: AreaWork = {
    jobs: [
      // A pack is bought as soon as a record says that the data has run low, not at the next full hour.
      runJob(usageHintJob, async () => {
        const now = deps.clock.now()
        await importUsage(deps, now)
        await chargeQueued(deps, now)
        await buyAutomatically(deps, now)
      }),
    ],
    tasks: [
      {
        name: 'spending',
        async run(now) {
          // Purchases first: the warnings count them.
          await buyAutomatically(deps, now)
          await warnOfLimits(deps, now)
        },
      },
    ],
  }
  return { handlers: topUpHandlers(deps), work }
}

type Deps = Pick<AreaDeps, 'sealing' | 'outbox' | 'queue' | 'book'>

/** The operations of protocol/top-up.ts and spending.ts. */
function topUpHandlers(deps: Deps) {
  const { book } = deps
  return {
    highSpeedCouponGet: (_input, caller) =>
      listTopUps(caller.db, deps, memberOf(caller).contractId, caller.now),

    async highSpeedCouponBillsGet({ query: { packId } }, caller) {
      const { db, now } = caller
      const known = await loadContract(db, memberOf(caller).contractId)
      const { nextBills } = await readOnePack(db, { book }, known, { packId, now })
      return { nextBills }
    },

    highSpeedCouponPost: ({ body }, caller) => buyTopUp(caller.db, deps, whoOf(caller), body),

    topUpReceiptGet: ({ query: { orderNo } }, caller) =>
      readTopUpReceipt(caller.db, deps, { ...memberOf(caller), orderNo, now: caller.now }),

    spendingStatusGet: (_input, caller) =>
      readSpending(caller.db, deps, memberOf(caller).contractId, caller.now),

    spendingLimitPut: ({ body }, caller) =>
      setLimit(caller.db, deps, whoOf(caller), yen(body.limitYen)),

    spendingLimitDelete: (_input, caller) => setLimit(caller.db, deps, whoOf(caller), undefined),

    autoTopUpEstimateGet: ({ query }, caller) =>
      estimateAutoTopUp(caller.db, deps, { ...query, ...memberOf(caller), now: caller.now }),

    autoTopUpPut: ({ body }, caller) => setAutoTopUp(caller.db, deps, whoOf(caller), body),

    autoTopUpDelete: (_input, caller) => endAutoTopUp(caller.db, deps, whoOf(caller)),
  } satisfies AreaHandlers
}
