import type { ReissueReason } from '#vocabulary/line.ts'
import type { OrderProcedure } from '#vocabulary/operation.ts'
import type { SimOrderKind } from '#domain/exclusion/facts.ts'
import type { SimOrderWish } from '#domain/sim/decide-sim-order.ts'

/** What the form asked for. `kind` is the kind the line is to have. */
export type SimWish = SimOrderWish & {
  readonly reason?: ReissueReason | undefined
  readonly nickname?: string | undefined
}

export const procedureOfWish = {
  add: 'simAdd',
  reissue: 'simReissue',
  kindChange: 'simKindChange',
} as const satisfies Record<SimOrderKind, OrderProcedure>
