import { changeContract, changeLine } from '#backend/contract/change.ts'
import { findLines, isServed, lockContract, type LineRow } from '#backend/contract/contracts.ts'
import { findOpenOrders, type OrderRow } from '#backend/contract/orders.ts'
import { isContractOver } from '#backend/contract-over.ts'
import type { By } from '#backend/contract/who.ts'
import type { Db } from '#backend/db/connect.ts'
import { RefusalError } from '#backend/refusal.ts'
import {
  contractStates,
  type ContractEvent,
  type ContractState,
} from '#domain/contract/contract-states.ts'
import { lineStates, type LineEvent } from '#domain/line/line-states.ts'
import type { TokyoDate } from '#domain/tokyo.ts'
import type { Ending, EndingFacet } from './definition.ts'

/** Every procedure, by what it ends and what ends it. */
type Endings = { readonly of: (order: Pick<OrderRow, 'procedure'>) => EndingFacet }

type LinesEnd = {
  lineIds: readonly string[]
  /** Last day of service. */
  endedOn: TokyoDate
  event: Extract<LineEvent, 'ended' | 'ported_out' | 'handed_over'>
}

type ContractEnd = {
  event: Extract<
    ContractEvent,
    'last_day_ended' | 'last_line_ported_out' | 'initially_cancelled' | 'terminated_unpaid'
  >
  endedOn: TokyoDate
}

/*
 * How lines and contracts end, whatever ends them. Which bookings end lines, each procedure declares itself.
 */

/**
 * Brings the states of the lines and of the contract in step with what is booked: a line is ending while a reserved
 * cancellation covers it, the contract while one covers it whole or all of its lines. Run after every booking, undoing,
 * ending and resuming; repeating it changes nothing. The caller holds the contract's lock.
 */
export async function followBookings(tx: Db, procedures: Endings, by: By) {
  const { contractId } = by
  const contract = await lockContract(tx, contractId)
  const live = (await findLines(tx, contractId)).filter(isServed)
  const endings = (await findOpenOrders(tx, contractId)).flatMap(
    (order) => procedures.of(order).ending(order) ?? [],
  )
  const lastDays = new Map(live.map((line) => [line.line_id, lastDayOf(line, endings)]))
  for (const line of live) {
    const endsOn = lastDays.get(line.line_id) ?? null
    const status = follow(lineStates, line.status, endsOn !== null, 'ending')
    if (status === line.status && line.ends_on === endsOn) continue
    await changeLine(tx, keyOfLine(line), { status, ends_on: endsOn }, by)
  }
  const days = [...lastDays.values()].filter((day) => day !== undefined)
  const whole = endings.find(({ lines }) => lines === 'all')?.lastDay
  const all = live.length > 0 && days.length === live.length ? days.sort().at(-1) : undefined
  const endsOn = whole ?? all ?? null
  if (isContractOver(contract.status)) return
  const status = follow(contractStates, contract.status, endsOn !== null, 'cancel_reserved')
  if (status === contract.status && contract.ends_on === endsOn) return
  await changeContract(tx, contractId, { status, ends_on: endsOn }, by)
}

/**
 * Ends lines: the remaining ones move up (the first decides the price), cancellations that have nothing left to end
 * are over, and with the last line the contract ends.
 * @throws RefusalError WRONG_STATE when the table does not let a line end so.
 */
export async function endLines(
  tx: Db,
  procedures: Endings,
  by: By,
  { lineIds, endedOn, event }: LinesEnd,
) {
  const { contractId, actor } = by
  const lines = await findLines(tx, contractId)
  for (const line of lines.filter(({ line_id }) => lineIds.includes(line_id))) {
    if (line.status === 'ended') continue
    const status = line.status
    const reached = lineStates.next(status, event, actor)
    if (!reached.ok) throw new RefusalError(reached)
    const change = {
      status: reached.value,
      ends_on: endedOn,
      suspension_reason: null,
      ported_out_on: event === 'ported_out' ? endedOn : null,
    }
    await changeLine(tx, keyOfLine(line), change, by)
  }
  await moveUp(tx, by)
  await closeOfLines(tx, procedures, by, lineIds)
  if (event !== 'ended') await closeWithoutLines(tx, procedures, by)
  const left = (await findLines(tx, contractId)).filter(({ status }) => status !== 'ended')
  const { status: contractStatus } = await lockContract(tx, contractId)
  const isOver = isContractOver(contractStatus)
  if (left.length > 0) await followBookings(tx, procedures, by)
  else if (!isOver)
    await endContract(tx, procedures, by, {
      event: event === 'ported_out' ? 'last_line_ported_out' : 'last_day_ended',
      endedOn,
    })
}

/** Bookings end with the contract. Orders for SIMs, port-outs and paper copies stay open until they end themselves. */
export async function endContract(
  tx: Db,
  procedures: Endings,
  by: By,
  { event, endedOn }: ContractEnd,
) {
  const { contractId, now } = by
  const contract = await lockContract(tx, contractId)
  const state = contract.status
  const change = { status: endedBy(state, event), suspension_reason: null, ends_on: endedOn }
  await changeContract(tx, contractId, change, by)
  for (const order of await findOpenOrders(tx, contractId))
    await procedures.of(order).closeWithContract(tx, order, event, now)
}

/** Closes bookings all of whose lines have been ported out: they have no line left to end. */
async function closeWithoutLines(tx: Db, procedures: Endings, { contractId, now }: By) {
  const live = (await findLines(tx, contractId)).filter(({ status }) => status !== 'ended')
  for (const order of await findOpenOrders(tx, contractId)) {
    const procedure = procedures.of(order)
    const ending = procedure.ending(order)
    if (ending === undefined || live.some((line) => covers(ending, line))) continue
    await procedure.closePortedOut(tx, order, now)
  }
}

/** Closes orders that end with their line, such as one for an MNP number. */
async function closeOfLines(
  tx: Db,
  procedures: Endings,
  { contractId, now }: By,
  lineIds: readonly string[],
) {
  for (const order of await findOpenOrders(tx, contractId))
    if (lineIds.includes(order.line_id ?? ''))
      await procedures.of(order).closeWithLine(tx, order, now)
}

function covers({ lines }: Ending, line: LineRow): boolean {
  return lines === 'all' || lines.includes(line.line_id)
}

function lastDayOf(line: LineRow, endings: readonly Ending[]): TokyoDate | undefined {
  return endings
    .filter((ending) => covers(ending, line))
    .map(({ lastDay }) => lastDay)
    .filter((day) => day !== undefined)
    .sort()[0]
}

/** Active ⇄ ending by the table; a suspended line or contract stays suspended and only carries the date. */
function follow<State extends string>(
  machine: {
    target: (
      state: State,
      event: 'cancellation_booked' | 'cancellation_undone',
    ) => State | undefined
  },
  status: NoInfer<State>,
  leaves: boolean,
  leaving: NoInfer<State>,
): State {
  if (leaves && status === 'active') return machine.target(status, 'cancellation_booked') ?? status
  if (!leaves && status === leaving) return machine.target(status, 'cancellation_undone') ?? status
  return status
}

/** Lines cancelled one by one end a contract that was never booked as a whole: the table asks for the booking first. */
function endedBy(state: ContractState, event: ContractEvent): ContractState {
  const reached = contractStates.target(state, event)
  if (reached !== undefined) return reached
  const booked = contractStates.target(state, 'cancellation_booked')
  const after = booked === undefined ? undefined : contractStates.target(booked, event)
  if (after === undefined) throw new RefusalError({ code: 'WRONG_STATE', facts: { state, event } })
  return after
}

/** Moves the lines that have not ended to the first positions, in their order. */
async function moveUp(tx: Db, by: By) {
  const lines = await findLines(tx, by.contractId)
  const isOver = ({ status }: LineRow) => status === 'ended'
  const ordered = [...lines.filter((line) => !isOver(line)), ...lines.filter(isOver)]
  for (const [index, line] of ordered.entries())
    if (line.position !== index + 1)
      await changeLine(tx, keyOfLine(line), { position: index + 1 }, by)
}

function keyOfLine(line: LineRow) {
  return { contractId: line.contract_id, lineId: line.line_id }
}
