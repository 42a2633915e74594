import { orderProcedures, type OrderProcedure } from '#vocabulary/operation.ts'
import type { AnyProcedure } from './definition.ts'

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
