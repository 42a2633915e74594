import { bookCharges } from '#backend/contract/booked-charges.ts'
import { changeContract } from '#backend/contract/change.ts'
import { findLines, lockContract, type ContractRow } from '#backend/contract/contracts.ts'
import { planCodeOf } from '#backend/contract/facts.ts'
import { keyOf } from '#backend/contract/orders.ts'
import { whoQueued, type By } from '#backend/contract/who.ts'
import { shortestPath } from '#backend/carrier/shortest-path.ts'
import type { FirstBase } from '#backend/data/public.ts'
import type { Db } from '#backend/db/connect.ts'
import { joinOption } from '#backend/option/public.ts'
import type { ProcedureDeps } from '#backend/procedure/deps.ts'
import { RefusalError } from '#backend/refusal.ts'
import type { LineMove } from '#backend/sim/public.ts'
import { recordChange, recordNote } from '#backend/step/record-change.ts'
import { contractStates, type ContractEvent } from '#domain/contract/contract-states.ts'
import { simOrderCosts } from '#domain/sim/sim-order-costs.ts'
import { toTokyoDate, type Instant } from '#domain/tokyo.ts'
import { openingFailedMessage, welcomeMessage } from './messages.ts'

/** What an opening asks of other areas. */
type Others = {
  /** Gives the data of the month that service begins in. */
  readonly giveFirstBase: (tx: Db, begun: FirstBase, now: Instant) => Promise<void>
}

type Deps = Pick<ProcedureDeps, 'engine' | 'book' | 'log' | 'sealing' | 'queue'>

type StartedLine = {
  readonly orderNo: string
  readonly lineId: string
  readonly chosen: LineMove['chosen']
  readonly at: Instant
}

type Stopped = {
  readonly isWithdrawn: boolean
  readonly at: Instant
  /** The holder has been told why already. */
  readonly isTold?: boolean
}

const forward: readonly ContractEvent[] = [
  'preparation_started',
  'sim_shipped',
  'activation_started',
  'service_started',
]

/** What the lines of a new contract mean for the contract: it is shipped, begins with the first line, or never begins. */
export function createOpeningHooks(deps: Deps, { giveFirstBase }: Others) {
  const { engine, book, log, sealing } = deps

  async function moved(tx: Db, by: By, move: LineMove) {
    const contract = await lockContract(tx, move.order.contract_id)
    // Withdrawn meanwhile: what the carrier could not stop any more begins nothing.
    if (contractStates.isTerminal(contract.status)) return
    switch (move.order.state) {
      case 'shipped':
        return walk(tx, contract, 'shipped', move.at)
      case 'switched':
      case 'auto_switched':
        if (contract.started_on === null) await begin(tx, by, contract, move)
        return joinChosen(tx, contract, {
          orderNo: move.order.order_no,
          lineId: move.order.line_id ?? '',
          chosen: move.chosen,
          at: move.at,
        })
      default:
        return endUnlessBegun(tx, by, contract, {
          isWithdrawn: move.order.state === 'cancelled',
          at: move.at,
        })
    }
  }

  /** A line is in service that came without an order for a SIM (decision 067). */
  async function started(tx: Db, by: By, at: Instant) {
    const contract = await lockContract(tx, by.contractId)
    if (contract.started_on === null) await begin(tx, by, contract, { at })
  }

  /** The carrier knows it too: what was chosen with it can be switched on. */
  async function joined(tx: Db, contractId: string, line: StartedLine) {
    await joinChosen(tx, await lockContract(tx, contractId), line)
  }

  /** A line that was to come without an order for a SIM does not come. */
  async function cameToNothing(tx: Db, by: By, stopped: Stopped) {
    await endUnlessBegun(tx, by, await lockContract(tx, by.contractId), stopped)
  }

  /** Service begins with the first line; what every line costs once falls on this month (billing.md 9). */
  async function begin(tx: Db, by: By, contract: ContractRow, { at }: Pick<StartedLine, 'at'>) {
    const startedOn = toTokyoDate(at)
    const { contract_id: contractId } = contract
    await walk(tx, contract, 'active', at)
    await changeContract(tx, contractId, { started_on: startedOn }, { actor: 'carrier', now: at })
    const orders = await tx
      .selectFrom('procedure_order')
      .selectAll()
      .where('contract_id', '=', contractId)
      .where('procedure', '=', 'lineOpen')
      .where('state', 'not in', ['cancelled', 'failed'])
      .execute()
    const lines = await findLines(tx, contractId)
    for (const order of orders) {
      const line = lines.find(({ line_id }) => line_id === order.line_id)
      if (line === undefined) continue
      const costs = simOrderCosts('add', line.sim_size, toTokyoDate(order.requested_at), book)
      await bookCharges(tx, { ...keyOf(order), lineId: line.line_id }, costs, at)
    }
    await giveFirstBase(tx, { contractId, planCode: planCodeOf(contract), startedOn }, by.now)
    await recordChange(tx, engine, by, {
      action: 'service-started',
      target: contractId,
      details: { startedOn },
      message: (accountId) =>
        welcomeMessage({
          accountId,
          contractId,
          planCode: planCodeOf(contract),
          lines,
          startedOn,
          sealing,
        }),
    })
  }

  /** As it was agreed to with the application; what cannot be had after all is noted, and holds up nothing. */
  async function joinChosen(
    tx: Db,
    contract: ContractRow,
    { orderNo, lineId, chosen, at }: StartedLine,
  ) {
    const who = whoQueued({
      contractId: contract.contract_id,
      accountId: contract.account_id,
      now: at,
    })
    for (const { code, termsVersion, forwardTo } of chosen) {
      const userUnder18 = code === 'filtering' ? true : undefined
      const request = { optionCode: code, lineId, termsVersion, forwardTo, userUnder18 }
      try {
        await joinOption(tx, deps, who, request)
      } catch (error) {
        if (!(error instanceof RefusalError)) throw error
        log.warn({ orderNo, code, err: error }, 'chosen option not joined')
        await recordNote(
          tx,
          { ...who, actor: 'system' },
          {
            action: 'chosen-option-refused',
            target: orderNo,
            details: { optionCode: code, refusal: error.code },
          },
        )
      }
    }
  }

  /** Without a line there is no contract. */
  async function endUnlessBegun(
    tx: Db,
    by: By,
    contract: ContractRow,
    { isWithdrawn, isTold = isWithdrawn, at }: Stopped,
  ) {
    const { contract_id: contractId, started_on: startedOn } = contract
    const lines = await findLines(tx, contractId)
    if (startedOn !== null || lines.some(({ status }) => status !== 'ended')) return
    const status = isWithdrawn
      ? step(contract, 'application_withdrawn')
      : step(contract, 'opening_failed')
    if (status === undefined) return
    await changeContract(tx, contractId, { status }, { actor: by.actor, now: at })
    await recordChange(tx, engine, by, {
      action: isWithdrawn ? 'opening-stopped' : 'opening-failed',
      target: contractId,
      // An applicant who withdraws gets the message of the application.
      message: isTold ? undefined : (accountId) => openingFailedMessage({ accountId, contractId }),
    })
  }

  return { moved, started, joined, cameToNothing }
}

function step({ status }: ContractRow, event: ContractEvent) {
  return contractStates.isState(status) ? contractStates.target(status, event) : undefined
}

async function walk(tx: Db, contract: ContractRow, to: 'shipped' | 'active', at: Instant) {
  const { contract_id: contractId, status } = contract
  if (!contractStates.isState(status)) return
  for (const { state, actor } of shortestPath(contractStates, status, to, forward) ?? [])
    await changeContract(tx, contractId, { status: state }, { actor, now: at })
}
