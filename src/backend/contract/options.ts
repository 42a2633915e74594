import type { Selectable } from 'kysely'
import { z } from 'zod'
import type { Db } from '#backend/db/connect.ts'
import { rowsOf } from '#backend/db/rows.ts'
import type { Database } from '#backend/db/tables.ts'
import { isOptionCode, options } from '#domain/catalogue/option.ts'
import { contractStates } from '#domain/contract/contract-states.ts'
import type { OptionFact } from '#domain/option/decide-option.ts'
import type { OptionState } from '#domain/option/option-states.ts'
import { isBefore, toTokyoDate, type Instant } from '#domain/tokyo.ts'
import { optionCodes } from '#vocabulary/option.ts'
import type { ContractRow } from './contracts.ts'
import type { LoadedContract } from './load.ts'
import type { OrderRow } from './orders.ts'

export type PeriodRow = Selectable<Database['option_period']>

/** An option the member has, is getting, or has had last. */
export type ActiveOption = OptionFact & {
  /** None while it is being set up for the first time. */
  readonly period?: PeriodRow | undefined
  /** The booking to leave it, while it can be undone. */
  readonly leaving?: OrderRow | undefined
}

export async function findPeriods(db: Db, contractId: string): Promise<PeriodRow[]> {
  return rowsOf(db, 'option_period', { contract_id: contractId }, 'joined_at', 'period_id')
}

/** Every option of the contract and its lines by its last period and its open orders; before the service begins, those agreed to. */
export function activeOptionsOf(
  { contract, lines, open }: Pick<LoadedContract, 'contract' | 'lines' | 'open'>,
  periods: readonly PeriodRow[],
  now: Instant,
): ActiveOption[] {
  if (contract.started_on === null) return open.flatMap(chosenOf)
  const orders = open.flatMap(optionOrder)
  const lasts = new Map(periods.map((row) => [keyOf(row.option_code, row.line_id), row]))
  const isOver = contractStates.isTerminal(contract.status)
  const keys = new Set([
    ...lasts.keys(),
    ...orders.map(({ code, order }) => keyOf(code, order.line_id)),
  ])
  return [...keys].flatMap((key) => {
    const period = lasts.get(key)
    const own = orders.filter(({ code, order }) => keyOf(code, order.line_id) === key)
    const busy = own.find(({ order }) => order.state === 'setting' || order.state === 'stopping')
    const leaving = own.find(({ order }) => order.state === 'reserved')?.order
    const code = period?.option_code ?? own[0]?.code
    if (code === undefined) return []
    const lineId = period?.line_id ?? own[0]?.order.line_id ?? undefined
    const line = lines.find(({ line_id }) => line_id === lineId)
    const hasEnded = isOver || (lineId !== undefined && line?.status === 'ended')
    const isJoining = busy?.order.state === 'setting'
    const state = hasEnded ? 'ended' : isJoining ? 'joining' : stateOf(period, now)
    return [{ code, lineId, state, period, leaving, busyWith: busy?.order.order_no }]
  })
}

export async function findActiveOptions(db: Db, known: LoadedContract, now: Instant) {
  return activeOptionsOf(known, await findPeriods(db, known.contract.contract_id), now)
}

function stateOf(period: PeriodRow | undefined, now: Instant): OptionState {
  if (period === undefined) return 'available'
  const { to_on: lastDay, left_at: leftAt } = period
  if (leftAt !== null && !isBefore(now, leftAt)) return 'ended'
  if (lastDay === null) return 'active'
  return toTokyoDate(now) <= lastDay ? 'cancel_requested' : 'ended'
}

const isActive = ({ state }: OptionFact) => state === 'active' || state === 'cancel_requested'

/** Those in use, on screens that only name them. */
export const inUse = (options: readonly ActiveOption[]) => options.filter(isActive)

/** Those that the contract is made of: in use, and before its service begins the ones agreed to with the application. */
export const agreedOptions = (
  { started_on: startedOn }: Pick<ContractRow, 'started_on'>,
  options: readonly ActiveOption[],
) => (startedOn === null ? options : inUse(options))

/** The part of an option on other screens (contract, line). */
export function toWireActive({ code, state, period }: ActiveOption) {
  return {
    optionCode: code,
    name: options[code].name,
    state,
    ...(period?.to_on ? { endsOn: period.to_on } : {}),
  }
}

const ordered = z.object({ optionCode: z.string().refine(isOptionCode) })

/** The orders that name an option are those to join or leave one. */
function optionOrder(order: OrderRow) {
  const { data } = ordered.safeParse(order.details)
  return data === undefined ? [] : [{ order, code: data.optionCode }]
}

const withChosen = z.object({
  chosenOptions: z.array(z.object({ code: z.enum(optionCodes) })).default([]),
})

/** The options agreed to with the application for a contract: each is joined when the line of its order opens. */
const chosenOf = ({ details, line_id: lineId }: OrderRow): ActiveOption[] =>
  withChosen.parse(details).chosenOptions.map(({ code }) => ({
    code,
    lineId: options[code].scope === 'line' ? (lineId ?? undefined) : undefined,
    state: 'joining',
  }))

const keyOf = (code: string, lineId: string | null) => `${code}/${lineId ?? ''}`
