import { successionAskedAt } from './takeover-ahead.ts'
import type { Answer } from '#protocol/endpoint.ts'
import type { contractApi } from '#protocol/contract.ts'
import { suspensionReasons } from '#vocabulary/suspension.ts'
import { operationLabels } from '#vocabulary/operation.ts'
import type { AreaHandlers } from '#backend/area.ts'
import { memberOf } from '#backend/caller.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { toLineName, toWireLine } from '#backend/contract/line-mapping.ts'
import type { OrderRow } from '#backend/contract/orders.ts'
import { planOn } from '#domain/catalogue/plan.ts'
import type { PriceBook } from '#domain/catalogue/price-book.ts'
import { contractStates } from '#domain/contract/contract-states.ts'
import { allowedOperations } from '#domain/exclusion/allowed-operations.ts'
import { formatRfc3339, toTokyoDate } from '#domain/tokyo.ts'
import { planCodeOf } from './facts.ts'
import { lineOf, loadContract } from './load.ts'
import { contractedLines, monthlyBill, monthlyUse } from './monthly-use.ts'
import { agreedOptions, findActiveOptions, toWireActive } from './options.ts'
import { toWireWhy } from './permissions.ts'
import { findBillStates, findTerminals, toWireTerminal } from './terminals.ts'

/** Booked changes, from the procedures that know them. */
export type BookedChanges = (
  open: readonly OrderRow[],
) => Answer<typeof contractApi.contractGet>['bookedChanges']

export function contractHandlers(deps: {
  sealing: Sealing
  book: PriceBook
  bookedChanges: BookedChanges
}) {
  const { sealing, book, bookedChanges } = deps
  return {
    async contractGet(_, caller) {
      const { contractId } = memberOf(caller)
      const today = toTokyoDate(caller.now)
      const known = await loadContract(caller.db, contractId)
      const { contract, lines, open } = known
      const agreed = { contract, lines: contractedLines(known) }
      const active = agreedOptions(contract, await findActiveOptions(caller.db, known, caller.now))
      const askedAt = await successionAskedAt(caller.db, contractId)
      const status = contractStates.isState(contract.status) ? contract.status : 'applied'
      const plan = planOn(planCodeOf(contract), today)
      const suspension = suspensionReasons.find((one) => one === contract.suspension_reason)
      return {
        plan: contract.plan_code,
        planName: plan.name,
        baseBytes: plan.baseBytes,
        lines: lines.map((line) => toWireLine(line, sealing)),
        course: contract.course,
        ...(contract.started_on ? { startedOn: contract.started_on } : {}),
        ...(contract.ends_on ? { endsOn: contract.ends_on } : {}),
        status,
        statusLabel: contractStates.words(status).label,
        suspensionReason: suspension,
        ...(askedAt && { successionAskedAt: formatRfc3339(askedAt) }),
        monthlyYen: monthlyBill(monthlyUse(agreed, active), today, book).totalYen,
        bookedChanges: bookedChanges(open),
        options: active.map((one) => {
          const line = lines.find(({ line_id }) => line_id === one.lineId)
          return { ...toWireActive(one), ...(line && { line: toLineName(line, sealing) }) }
        }),
      }
    },

    async contractChangeStatusGet({ query }, caller) {
      const { contractId } = memberOf(caller)
      const known = await loadContract(caller.db, contractId)
      const { lineId: asked } = query
      if (asked !== undefined) lineOf(known, asked)
      const wanted = allowedOperations(known.facts, caller.now).filter(
        ({ lineId }) => asked === undefined || lineId === asked,
      )
      return {
        operations: wanted.map(({ operation, lineId, may }) => ({
          operation,
          label: operationLabels[operation],
          lineId,
          ...toWireWhy(operation, may),
        })),
        asOf: formatRfc3339(caller.now),
      }
    },

    async contractTerminalNoticeGet(_, caller) {
      const { contractId } = memberOf(caller)
      const { db, now } = caller
      const [rows, bills] = await Promise.all([
        findTerminals(db, contractId),
        findBillStates(db, contractId),
      ])
      return { terminals: rows.map((row) => toWireTerminal(row, { sealing, bills, now })) }
    },
  } satisfies AreaHandlers
}
