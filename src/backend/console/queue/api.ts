import type { ConsoleAreaHandlers } from '#backend/area.ts'
import { grantOf, staffOf, type Caller } from '#backend/caller.ts'
import { freezeLine } from '#backend/line/public.ts'
import { notFound } from '#backend/refusal.ts'
import { whoOfStaff } from '#backend/contract/who.ts'
import type { Db } from '#backend/db/connect.ts'
import { formatRfc3339 } from '#domain/tokyo.ts'
import { decideItem, type QueueDeps } from './commands/decide-item.ts'
import { takeBackDecision } from './commands/end-decision.ts'
import {
  readApplication,
  readClaimItem,
  readIdentity,
  readSuccession,
  takeOutPaper,
  takeOutPhotograph,
} from './commands/read-item.ts'
import type { Given, ItemAct, StaffWho } from './commands/run-act.ts'
import { snoozeItem, takeItem, takeNext } from './commands/take-item.ts'
import type { ItemKey } from './queries/listed-item.ts'
import { readCounts, readItem, readQueue, readToday } from './queries/read-queue.ts'

const viewerOf = (caller: Caller) => {
  const { staffId, roles } = staffOf(caller)
  return { staffId, roles, now: caller.now }
}

function actingOf(caller: Caller): StaffWho {
  const { staffId, role } = staffOf(caller)
  return { actor: 'staff', staffId, role, now: caller.now, traceKey: caller.traceKey }
}

/** The queues of the staff's console (protocol/console/queue.ts). */
export function queueHandlers(depsOf: () => Promise<QueueDeps>) {
  async function decide<Act extends ItemAct>(
    caller: Caller,
    { item, ref }: ItemKey,
    act: Act,
    given: Given[Act],
  ) {
    const decided = { act, given }
    const row = await decideItem(
      caller.db,
      await depsOf(),
      actingOf(caller),
      { item, ref },
      decided,
    )
    return { decisionId: row.decision_id, carriedOutFrom: formatRfc3339(row.carry_out_at) }
  }
  /** A file is asked for by its address; that it was taken out is committed before it leaves. */
  async function noted<Value>(read: (tx: Db, deps: QueueDeps) => Promise<Value>): Promise<Value> {
    const deps = await depsOf()
    return deps.database.db.transaction().execute((tx) => read(tx, deps))
  }
  const again = { choice: 'again' } as const

  return {
    consoleTodayGet: async (_, caller) => readToday(caller.db, await depsOf(), whoOfStaff(caller)),

    consoleCountsGet: async (_, caller) =>
      readCounts(caller.db, await depsOf(), whoOfStaff(caller)),

    consoleQueueGet: async ({ query }, caller) =>
      readQueue(caller.db, await depsOf(), viewerOf(caller), query),

    consoleQueueItemGet: async ({ query }, caller) =>
      readItem(caller.db, await depsOf(), viewerOf(caller), query),

    consoleQueueTakePost: async ({ body }, caller) =>
      takeItem(caller.db, await depsOf(), whoOfStaff(caller), body),

    consoleQueueSnoozePost: async ({ body: { until, ...key } }, caller) =>
      snoozeItem(caller.db, await depsOf(), whoOfStaff(caller), {
        ...key,
        until: Temporal.Instant.from(until),
      }),

    consoleQueueNextPost: async ({ body }, caller) =>
      takeNext(caller.db, await depsOf(), whoOfStaff(caller), body.queue),

    async consoleDecisionTakeBackPost({ body }, caller) {
      await takeBackDecision(caller.db, await depsOf(), actingOf(caller), body.decisionId)
      return body
    },

    consoleIdentityReadPost: async ({ body }, caller) =>
      readIdentity(caller.db, await depsOf(), actingOf(caller), body),

    consoleApplicationReadPost: async ({ body }, caller) =>
      readApplication(caller.db, await depsOf(), actingOf(caller), body),

    consoleSuccessionReadPost: async ({ body }, caller) =>
      readSuccession(caller.db, await depsOf(), actingOf(caller), body),

    consoleSuccessionPaperGet: ({ query }, caller) =>
      noted((tx, deps) => takeOutPaper(tx, deps, actingOf(caller), query)),

    consoleClaimReadPost: async ({ body }, caller) =>
      readClaimItem(caller.db, await depsOf(), actingOf(caller), body),

    consoleClaimPhotographGet: ({ query }, caller) =>
      noted((tx, deps) => takeOutPhotograph(tx, deps, actingOf(caller), query)),

    consoleIdentityPost: ({ body: { choice, reason, ...key } }, caller) =>
      decide(caller, key, 'identity.ask', { choice, reason }),

    consoleApplicationPost: ({ body }, caller) =>
      decide(
        caller,
        body,
        'application.decide',
        body.choice === 'accept'
          ? { choice: body.choice }
          : { choice: body.choice, reason: body.reason },
      ),

    consoleSuccessionPost: ({ body: { choice, reason, ...key } }, caller) =>
      decide(caller, key, 'succession.ask', { choice, reason }),

    consoleClaimPost: ({ body: { item, ref, ...given } }, caller) =>
      decide(caller, { item, ref }, 'claim.work', given),

    consoleRefundPost: ({ body }, caller) => decide(caller, body, 'refund.again', again),
    consolePointsPost: ({ body }, caller) => decide(caller, body, 'points.again', again),
    consoleExchangePost: ({ body }, caller) => decide(caller, body, 'exchange.again', again),
    consoleMessagePost: ({ body }, caller) => decide(caller, body, 'message.again', again),
    consoleBillPost: ({ body }, caller) => decide(caller, body, 'bill.repair', again),
    async consoleLineFreezePost({ body: { lineId } }, caller) {
      const { accountId, contractId, ticketNo: caseNo } = grantOf(caller)
      if (contractId === null) throw notFound()
      const by = { ...actingOf(caller), accountId, contractId, caseNo }
      await freezeLine(caller.db, await depsOf(), by, lineId)
      return { lineId, at: formatRfc3339(caller.now) }
    },
    consoleHoldConfirmPost: ({ body }, caller) =>
      decide(caller, body, 'hold.confirm', { choice: 'confirm' }),
    consoleFindingPost: ({ body: { choice, ...key } }, caller) =>
      decide(caller, key, 'finding.settle', { choice }),
  } satisfies ConsoleAreaHandlers
}
