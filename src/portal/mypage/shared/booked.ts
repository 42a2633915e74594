import type { OrderedOperation } from '#vocabulary/operation.ts'

/** Of the contract (wire Contract) what is known of its end. */
export type Booked = {
  readonly endsOn?: string | undefined
  readonly bookedChanges: readonly {
    readonly operation: OrderedOperation
    readonly effectiveOn: string
    readonly path: string
  }[]
}

/** The last day of a running contract, if its end is booked, and where the booking is shown. */
export function bookedEnd(contract: Booked): { on: string; path: string | undefined } | undefined {
  const booked = contract.bookedChanges.find(({ operation }) => operation === 'contractCancel')
  const on = booked?.effectiveOn ?? contract.endsOn
  return on === undefined ? undefined : { on, path: booked?.path }
}
