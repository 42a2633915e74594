import { orderProcedures, type OrderProcedure } from '#vocabulary/operation.ts'
import type { AnyProcedure } from './definition.ts'
import type { OrderRow } from '#backend/contract/orders.ts'
import { formatRfc3339 } from '#domain/tokyo.ts'

export type Registry = ReturnType<typeof createRegistry>

/**
 * Every procedure of the product, for lists over all of them. Made once, by the composition root.
 * @throws Error when a procedure is missing or declared twice.
 */
export function createRegistry(procedures: readonly AnyProcedure[]) {
  const byName = new Map<OrderProcedure, AnyProcedure>()
  for (const procedure of procedures)
    for (const name of procedure.names) {
      if (byName.has(name)) throw new Error(`${name} is declared twice`)
      byName.set(name, procedure)
    }
  const missing = orderProcedures.filter((name) => !byName.has(name))
  if (missing.length > 0) throw new Error(`Procedures without a declaration: ${missing.join(', ')}`)

  function of({ procedure }: { readonly procedure: OrderProcedure }): AnyProcedure {
    const found = byName.get(procedure)
    if (found === undefined) throw new Error(`No procedure ${procedure}`)
    return found
  }

  /** The names of the procedures for which the condition holds. */
  const namesWhere = (holds: (procedure: AnyProcedure) => boolean): OrderProcedure[] =>
    procedures.filter(holds).flatMap(({ names }) => names)

  const changingTerms = procedures.flatMap(({ changesTerms }) => changesTerms)

  return { all: procedures, of, namesWhere, changingTerms }
}

/** Booked changes, which the schedule carries out, the nearest first (wire BookedChange). */
export function toBookedChanges(procedures: Registry, open: readonly OrderRow[]) {
  return open
    .flatMap((order) => {
      const booking = procedures.of(order).booking(order)
      if (booking === undefined || order.effective_on === null) return []
      return [
        {
          orderNo: order.order_no,
          operation: order.procedure,
          effectiveOn: order.effective_on,
          undoUntil: order.undo_until === null ? undefined : formatRfc3339(order.undo_until),
          ...booking,
        },
      ]
    })
    .sort((a, b) => (a.effectiveOn < b.effectiveOn ? -1 : 1))
}
