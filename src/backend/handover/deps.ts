import type { By } from '#backend/contract/who.ts'
import type { Db } from '#backend/db/connect.ts'
import type { ProcedureDeps } from '#backend/procedure/deps.ts'
import type { ChosenOption } from '#backend/sim/public.ts'
import type { Instant } from '#domain/tokyo.ts'

/** Who is to receive the line, as the giver names them. */
export type Named = { readonly kana: string; readonly birth: string }

/** What a line in service means for a contract that has none yet; of the room that opens contracts. */
export type Begins = {
  readonly started: (tx: Db, by: By, at: Instant) => Promise<void>
  /** The carrier knows it by its new name: what was chosen with it is joined. */
  readonly joined: (
    tx: Db,
    contractId: string,
    line: { orderNo: string; lineId: string; chosen: readonly ChosenOption[]; at: Instant },
  ) => Promise<void>
  /** No line came: the contract is withdrawn by its holder, or was never opened. */
  readonly cameToNothing: (
    tx: Db,
    by: By,
    stopped: { isWithdrawn: boolean; isTold: boolean; at: Instant },
  ) => Promise<void>
}

export type HandoverDeps = ProcedureDeps & {
  begins: Begins
  /** Under which applicants of this kana and birthday are found (application/person.ts). */
  namesakeIndex: (named: Named) => string
}
