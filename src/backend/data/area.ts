import type { AreaDeps, AreaHandlers, AreaWork } from '#backend/area.ts'
import { lineUserOf, memberOf, type Caller } from '#backend/caller.ts'
import { whoOf } from '#backend/contract/who.ts'
import { runJob } from '#backend/jobs/queue.ts'
import { instant, type Instant } from '#domain/tokyo.ts'
import { writeDays } from './bulk/write-days.ts'
import { askForHelp, chargeJob, chargeQueued } from './commands/charge-queued.ts'
import { decideSlowLines } from './commands/decide-speeds.ts'
import { importUsage } from './commands/import-usage.ts'
import { liftCap } from './commands/lift-cap.ts'
import { lookAtCalendar } from './commands/look-at-calendar.ts'
import { reconcileUsage } from './commands/reconcile-usage.ts'
import { rollMonthOver, rolloverJob } from './commands/roll-month-over.ts'
import { rollUpUsage } from './commands/roll-up-usage.ts'
import { setCap } from './commands/set-cap.ts'
import { switchHighSpeed } from './commands/switch-high-speed.ts'
import { takeSpeedAnswer, takeSwitchAnswer } from './commands/take-carrier-answer.ts'
import { readHighSpeedStatus } from './queries/high-speed.ts'
import { readHistory } from './queries/history.ts'
import { readLineCap } from './queries/line-cap.ts'
import { readPacketLog } from './queries/packet-log.ts'
import { readResidual } from './queries/pool.ts'
import { tryLineCap } from './queries/try-line-cap.ts'
import { readUsage } from './queries/usage-page.ts'

export function createDataArea(deps: AreaDeps) {
  const { db } = deps.database
  /** Facts first (usage, days, the month's data), then the ledgers charged by them, then the speeds that follow. */
  async function updateLedgers(now: Instant) {
    await importUsage(deps, now)
    await writeDays((work) => db.transaction().execute(work), now)
    await rollMonthOver(deps, now)
    await lookAtCalendar(deps, now)
    await askForHelp(deps, now)
    await chargeQueued(deps, now)
    await decideSlowLines(deps, now)
  }
  const work: AreaWork = {
    jobs: [
      runJob(chargeJob, async ({ now }) => void (await chargeQueued(deps, instant(now)))),
      runJob(rolloverJob, ({ now }) => rollMonthOver(deps, instant(now), true)),
    ],
    tasks: [
      { name: 'usage and ledger', run: updateLedgers },
      { name: 'usage roll-up', run: (now) => rollUpUsage(deps, now) },
      {
        name: 'usage reconciliation',
        run: async (now) => void (await reconcileUsage(deps, now)),
      },
    ],
    onExchange: [
      (tx, outcome, now) => takeSpeedAnswer(tx, deps, outcome, now),
      (tx, outcome, now) => takeSwitchAnswer(tx, deps, outcome, now),
    ],
  }
  return { handlers: dataHandlers(deps), work }
}

type Deps = Pick<AreaDeps, 'sealing' | 'outbox' | 'queue' | 'book'>

/** The operations of protocol/data.ts, line-cap.ts and usage.ts. */
function dataHandlers(deps: Deps) {
  const { sealing } = deps
  return {
    highSpeedResidualGet: (_input, caller) =>
      readResidual(caller.db, memberOf(caller).contractId, caller.now),

    highSpeedHistoryGet: ({ query }, caller) =>
      readHistory(caller.db, sealing, { ...query, ...contractNow(caller) }),

    highSpeedStatusGet: ({ query }, caller) =>
      readHighSpeedStatus(caller.db, sealing, {
        ...query,
        ...contractNow(caller),
        userRoleId: lineUserOf(caller),
      }),

    highSpeedStatusPut: ({ body }, caller) =>
      switchHighSpeed(caller.db, deps, whoOf(caller), { ...body, userRoleId: lineUserOf(caller) }),

    lineCapGet: ({ query }, caller) =>
      readLineCap(caller.db, sealing, { ...query, ...contractNow(caller) }),

    lineCapTryGet: ({ query }, caller) =>
      tryLineCap(caller.db, { ...query, ...contractNow(caller) }),

    lineCapPut: async ({ body }, caller) => {
      await setCap(caller.db, deps, whoOf(caller), body)
      return readLineCap(caller.db, sealing, { lineId: body.lineId, ...contractNow(caller) })
    },

    lineCapLiftPost: async ({ body }, caller) => {
      await liftCap(caller.db, deps, whoOf(caller), body)
      return readLineCap(caller.db, sealing, { lineId: body.lineId, ...contractNow(caller) })
    },

    packetLogGet: ({ query }, caller) =>
      readPacketLog(caller.db, sealing, { ...query, ...contractNow(caller) }),

    statusUsageGet: ({ query }, caller) =>
      readUsage(caller.db, deps, {
        ...query,
        ...contractNow(caller),
        userRoleId: lineUserOf(caller),
      }),
  } satisfies AreaHandlers
}

function contractNow(caller: Caller) {
  return { contractId: memberOf(caller).contractId, now: caller.now }
}
