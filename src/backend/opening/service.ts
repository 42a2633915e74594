import { changeContract } from '#backend/contract/change.ts'
import type { By } from '#backend/contract/who.ts'
import type { Db } from '#backend/db/connect.ts'
import { requestDocument } from '#backend/document/public.ts'
import { optionTerms } from '#backend/option/public.ts'
import type { HandoverArea } from '#backend/handover/public.ts'
import { openingProgress, openLine, withdrawLines } from '#backend/sim/public.ts'
import { contractStates } from '#domain/contract/contract-states.ts'
import { toTokyoDate, type Instant } from '#domain/tokyo.ts'
import type { LineKind, SimSize } from '#vocabulary/line.ts'
import type { OptionCode } from '#vocabulary/option.ts'

/** A line as the application wants it. */
export type WantedLine = {
  readonly kind: LineKind
  readonly simSize: SimSize
  readonly eid?: string
  readonly nickname?: string
  readonly number:
    | { readonly by: 'new' }
    | { readonly by: 'reservation'; readonly number: string; readonly reservationNo: string }
    | { readonly by: 'oneStop'; readonly number: string; readonly token: string }
    | { readonly by: 'handover'; readonly number: string; readonly handoverNo: string }
  readonly options: readonly { readonly code: OptionCode; readonly forwardTo?: string }[]
  /** Joined for a user under 18 whatever was chosen (青少年インターネット環境整備法). */
  readonly filtering: boolean
}

export type OpeningService = ReturnType<typeof createOpeningService>

/** What follows when an application for a contract is accepted: its lines, its document, its beginning. */
export function createOpeningService(deps: {
  sim: Parameters<typeof openLine>[1]
  takeovers: HandoverArea['receiving']
  documents: Parameters<typeof requestDocument>[1]
}) {
  const { sim, takeovers, documents } = deps

  /**
   * Has the SIMs made and hands over the contract document, in the transaction of the acceptance; the contract's row is
   * there and `accepted`.
   * @throws RefusalError EID_IN_USE, HANDOVER_UNKNOWN
   */
  async function begin(
    tx: Db,
    accepted: {
      contractId: string
      accountId: string
      now: Instant
      /** The number of the application; a line is taken over by it. */
      applicationNo?: string
      lines: readonly WantedLine[]
    },
  ): Promise<void> {
    const { contractId, accountId, now, applicationNo } = accepted
    const status = contractStates.target('accepted', 'preparation_started')
    const change = { ...(status && { status }), document_received_on: toTokyoDate(now) }
    await changeContract(tx, contractId, change, { actor: 'system', now })
    const who = { actor: 'member', contractId, accountId, now } as const
    for (const { kind, simSize, eid, nickname, ...wanted } of accepted.lines) {
      const options = optionsOf(wanted)
      const { number } = wanted
      if (number.by === 'handover') {
        const { handoverNo } = number
        const taken = { contractId, accountId, applicationNo, handoverNo, nickname, options, now }
        await takeovers.accept(tx, taken)
        continue
      }
      const portIn = portInOf(number)
      await openLine(tx, sim, who, { kind, simSize, eid, nickname, portIn, options })
    }
    await requestDocument(tx, documents, { contractId, kind: 'new', now })
  }

  function optionsOf({ options, filtering }: Pick<WantedLine, 'options' | 'filtering'>) {
    const isThere = options.some(({ code }) => code === 'filtering')
    const all = filtering && !isThere ? [...options, { code: 'filtering' as const }] : options
    return all.map((one) => ({ ...one, termsVersion: optionTerms[one.code].version }))
  }

  /** @returns whether every line could still be stopped; the contract ends with the carrier's answers. */
  async function withdraw(tx: Db, by: By & { accountId?: string }): Promise<boolean> {
    const { accountId } = by
    if (accountId === undefined) return false
    const who = { ...by, accountId }
    return (await takeovers.withdraw(tx, who)) || withdrawLines(tx, sim, who)
  }

  /** Line by line, in the words of its order. */
  async function progress(db: Db, contractId: string) {
    const takeover = await takeovers.progress(db, contractId)
    const orders = [...(takeover ? [takeover] : []), ...(await openingProgress(db, contractId))]
    return orders.map((order, index) => ({ lineNo: index + 1, ...order }))
  }

  return { begin, withdraw, progress }
}

function portInOf(number: Exclude<WantedLine['number'], { by: 'handover' }>) {
  switch (number.by) {
    case 'new':
      return undefined
    case 'reservation':
      return { number: number.number, mnpNumber: number.reservationNo }
    case 'oneStop':
      return { number: number.number, oneStopToken: number.token }
  }
}
