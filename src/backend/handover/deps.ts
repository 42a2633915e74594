import type { By } from '#backend/contract/who.ts'
import type { LineRow } from '#backend/contract/contracts.ts'
import type { Db } from '#backend/db/connect.ts'
import type { ProcedureDeps } from '#backend/procedure/deps.ts'
import type { Instant } from '#domain/tokyo.ts'
import type { LineKind, SimSize } from '#vocabulary/line.ts'
import type { OptionCode } from '#vocabulary/option.ts'

/** Who is to receive the line, as the giver names them. */
export type Named = { readonly kana: string; readonly birth: string }

/** An option that is joined when the line has come. */
export type ChosenOption = {
  readonly code: OptionCode
  readonly termsVersion: string
  readonly forwardTo?: string | undefined
}

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

/** How lines to come are kept; of the room of SIM orders. */
export type LinesToCome = {
  readonly prepare: (
    tx: Db,
    contractId: string,
    line: {
      kind: LineKind
      simSize: SimSize
      nickname?: string | undefined
      number?: string | undefined
    },
  ) => Promise<LineRow>
  readonly activate: (
    tx: Db,
    line: LineRow,
    to: { kind: LineKind; simSize: SimSize; number: string; iccid: string },
    at: Instant,
  ) => Promise<void>
  readonly giveUp: (tx: Db, line: LineRow, now: Instant) => Promise<void>
  readonly sealChosen: (
    line: { contract_id: string; line_id: string },
    chosen: readonly ChosenOption[],
  ) => { code: OptionCode; termsVersion: string; settings?: string | undefined }[]
  readonly openChosen: (order: {
    contract_id: string
    line_id: string | null
    details: {
      chosenOptions?:
        | { code: OptionCode; termsVersion: string; settings?: string | undefined }[]
        | undefined
    }
  }) => ChosenOption[]
}

export type HandoverDeps = ProcedureDeps & {
  begins: Begins
  lines: LinesToCome
  /** Under which applicants of this kana and birthday are found (application/person.ts). */
  namesakeIndex: (named: Named) => string
}
