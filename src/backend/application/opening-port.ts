import type { By } from '#backend/contract/who.ts'
import type { Db } from '#backend/db/connect.ts'
import type { Holder } from '#backend/holder.ts'
import type { PlanCode } from '#domain/catalogue/plan.ts'
import type { Instant, TokyoDate } from '#domain/tokyo.ts'
import type { LineKind, SimSize } from '#vocabulary/line.ts'
import type { OptionCode } from '#vocabulary/option.ts'

/** Where the number of a line comes from, with what the carrier asks for to bring one along. */
export type AcceptedNumber =
  | { readonly by: 'new' }
  | {
      readonly by: 'reservation'
      readonly number: string
      readonly reservationNo: string
      readonly lastDay: TokyoDate
    }
  | { readonly by: 'oneStop'; readonly number: string; readonly token: string }
  | { readonly by: 'handover'; readonly number: string; readonly handoverNo: string }

export type AcceptedLine = {
  readonly kind: LineKind
  readonly simSize: SimSize
  readonly eid?: string
  readonly nickname?: string
  readonly number: AcceptedNumber
  /** Of this line; those of the contract are with the first. */
  readonly options: readonly { readonly code: OptionCode; readonly forwardTo?: string }[]
  readonly userUnder18: boolean
  readonly filtering: boolean
}

export type AcceptedApplication = {
  readonly contractId: string
  readonly accountId: string
  readonly applicationNo: string
  readonly now: Instant
  readonly planCode: PlanCode
  readonly lines: readonly AcceptedLine[]
  readonly holder: Holder
  readonly termsVersion: string
}

export type OpeningProgress = {
  readonly lineNo: number
  readonly kind: LineKind
  readonly simSize: SimSize
  readonly stateLabel: string
  readonly sentence: string
  readonly trackingNo?: string
  readonly switchAt?: string
  /** Date or instant of what comes next, and what that is. */
  readonly expectedOn?: string
  readonly expectedLabel?: string
  /** Taken back, and the carrier has not said yet whether it still can be. */
  readonly isStopping?: boolean
  /** It can no longer be taken back, and with it the whole application. */
  readonly isPastStopping?: boolean
  /** What the applicant has to do now, and in which order. */
  readonly todo?: string
  readonly orderNo?: string
}

/** Lines that are handed over in the family, as applications ask for them (backend/handover). */
export type Takeovers = {
  /** Of a number and a phone number that belong together; `applicationNo` of the one that has taken it. */
  readonly find: (
    db: Db,
    given: { readonly handoverNo: string; readonly number: string },
    now: Instant,
    applicationNo?: string,
  ) => Promise<
    | {
        readonly kind: LineKind
        readonly simSize: SimSize
        /** The first day of use, if it were accepted now. */
        readonly firstDay: TokyoDate
        readonly isFree: boolean
        /** Of the kana and birthday the giver has named (person.ts). */
        readonly namesakeIndex: string
      }
    | undefined
  >
  /** @throws RefusalError HANDOVER_UNKNOWN, HANDOVER_OTHER_PERSON */
  readonly take: (
    tx: Db,
    given: {
      readonly handoverNo: string
      readonly number: string
      readonly namesakeIndex: string
      readonly applicationNo: string
    },
    now: Instant,
  ) => Promise<void>
}

/** What follows acceptance: lines, SIMs, numbers and documents (backend/opening). */
export type OpeningService = {
  /** In the transaction of acceptance, after the contract row (status accepted) was written. */
  readonly begin: (tx: Db, accepted: AcceptedApplication) => Promise<void>
  /** Stops what has not been shipped; false when it is too late. */
  readonly withdraw: (tx: Db, who: By) => Promise<boolean>
  /** For the status page, line by line. */
  readonly progress: (
    db: Db,
    contractId: string,
    now: Instant,
  ) => Promise<readonly OpeningProgress[]>
}
