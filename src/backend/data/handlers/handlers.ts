import type { AreaHandlers } from '#backend/area.ts'
import { loadNextBills } from '#backend/billing/public.ts'
import { loadContract } from '#backend/contract/load.ts'
import type { ProcedureDeps } from '#backend/procedure/deps.ts'
import { chargeOf } from '#domain/billing/charge.ts'
import { bookedOn } from '#domain/billing/next-bills.ts'
import { yen } from '#domain/money.ts'
import { toTokyoDate } from '#domain/tokyo.ts'
import { memberOf, type Caller } from '#backend/caller.ts'
import { changeAlertSettings, readAlertSettings } from '../alert/settings.ts'
import { readHighSpeedStatus } from '../high-speed/status.ts'
import { switchHighSpeed } from '../high-speed/switch.ts'
import { createPoolService } from '../ledger/pool-service.ts'
import { readHistory } from '../reading/history.ts'
import { readPacketLog } from '../reading/packet-log.ts'
import { readResidual } from '../reading/residual.ts'
import { readUsage } from '../reading/usage.ts'
import { changeLimit, endAutoTopUp, estimateAutoTopUp, setAutoTopUp } from '../spending/change.ts'
import { readSpending } from '../spending/status.ts'
import { buyTopUp } from '../top-up/buy.ts'
import { requireOffer } from '../top-up/offers.ts'
import { listTopUps } from '../top-up/list.ts'
import { readTopUpReceipt } from '../top-up/receipt.ts'

/** The operations of the data area: protocol/data.ts, top-up.ts, alert.ts and usage.ts. */
export function createDataHandlers(deps: ProcedureDeps) {
  const { sealing, commit, book } = deps
  const pool = createPoolService(deps)
  return {
    highSpeedResidualGet: (_input, caller) =>
      readResidual(caller.db, memberOf(caller).contractId, caller.now),

    highSpeedHistoryGet: ({ query }, caller) =>
      readHistory(caller.db, sealing, { ...query, ...contractNow(caller) }),

    highSpeedStatusGet: ({ query }, caller) =>
      readHighSpeedStatus(caller.db, sealing, { ...query, ...contractNow(caller) }),

    highSpeedStatusPut: ({ body }, caller) => switchHighSpeed(deps, caller, body),

    highSpeedCouponGet: (_input, caller) =>
      listTopUps(caller.db, memberOf(caller).contractId, { now: caller.now, book }),

    async highSpeedCouponBillsGet({ query: { packId } }, { db, now, ...caller }) {
      const known = await loadContract(db, memberOf({ db, now, ...caller }).contractId)
      const offer = requireOffer(packId, now, book)
      const bought = bookedOn([chargeOf('topUp', offer.row)], toTokyoDate(now))
      return { nextBills: await loadNextBills({ db, now }, known, bought, book) }
    },

    highSpeedCouponPost: ({ body }, caller) =>
      buyTopUp({ pool, commit, sealing, book }, caller, body),

    topUpReceiptGet: ({ query }, caller) =>
      readTopUpReceipt(caller.db, book, { ...contractNow(caller), orderNo: query.orderNo }),

    highSpeedResidualNotificationGet: (_input, caller) =>
      readAlertSettings(caller.db, sealing, memberOf(caller)),

    highSpeedResidualNotificationPut: ({ body }, caller) =>
      changeAlertSettings(commit, caller, body),

    spendingStatusGet: (_input, caller) =>
      readSpending(caller.db, memberOf(caller).contractId, { now: caller.now, book }),

    spendingLimitPut: ({ body }, caller) => changeLimit(deps, caller, yen(body.limitYen)),

    spendingLimitDelete: (_input, caller) => changeLimit(deps, caller, undefined),

    autoTopUpEstimateGet: ({ query }, caller) => estimateAutoTopUp(deps, caller, query),

    autoTopUpPut: ({ body }, caller) => setAutoTopUp(deps, caller, body),

    autoTopUpDelete: (_input, caller) => endAutoTopUp(deps, caller),

    packetLogGet: ({ query }, caller) =>
      readPacketLog(caller.db, sealing, { ...query, ...contractNow(caller) }),

    statusUsageGet: ({ query }, caller) =>
      readUsage(caller.db, { sealing, book }, { ...query, ...contractNow(caller) }),
  } satisfies AreaHandlers
}

function contractNow(caller: Caller) {
  return { contractId: memberOf(caller).contractId, now: caller.now }
}
