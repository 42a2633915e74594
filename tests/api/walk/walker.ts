import { randomUUID } from 'node:crypto'
import { api } from '#protocol/index.ts'
import { tasksOf } from '#server/worker.ts'
import type { Call } from '#protocol/http.ts'
import { startHarness, type Harness } from '../harness.ts'
import { makeMember, type MemberShape } from '../members.ts'
import { codeOf } from '../refusals.ts'

/** One member on the walk; logs in anew whenever the clock has moved on. */
export type Walker = { loginId: string; contractId: string; call: Call }

export type Walk = Awaited<ReturnType<typeof startWalk>>

const shapes: Omit<MemberShape, 'loginId'>[] = [
  { planCode: 13, lines: [{}] },
  { planCode: 20, course: 'share', lines: [{}, { kind: 'data' }] },
  { planCode: 18, course: 'share', lines: [{}, {}, { kind: 'sms' }] },
]

export const over: ReadonlySet<string> = new Set(['terminated', 'initial_cancelled', 'ported_out'])

/** What reads the carrier's feeds. */
const monthly = new Set(['usage and ledger', 'usage reconciliation', 'calls', 'alerts'])

/** So many members, the real API, the carrier stand-in, and a clock that is walked a night at a time. */
export async function startWalk(
  at: string,
  {
    members = shapes.length,
    harness: given,
    habits = ['idle'],
  }: { members?: number; harness?: Harness; habits?: readonly string[] } = {},
) {
  const harness = given ?? (await startHarness(at, {}, { prints: true }))
  const tasks = tasksOf(harness.services, harness.drain)
  const walkers: Walker[] = []
  /** Everybody who has walked so far: the laws hold for them for ever. */
  const all: string[] = []

  async function join(place: number) {
    const loginId = `walker-${all.length + 1}`
    const today = harness.clock.now().toZonedDateTimeISO('Asia/Tokyo').toPlainDate().toString()
    const shape = shapes[place % shapes.length]
    const profile = habits[place % habits.length] ?? 'idle'
    const lines = shape?.lines?.map((line) => ({ ...line, profile })) ?? []
    const made = { ...shape, lines, loginId, startedOn: today }
    const { contractId, call } = await makeMember(harness, made)
    walkers[place] = { loginId, contractId, call }
    all.push(contractId)
  }

  /** Whose contract is over makes room for somebody new. */
  async function greet() {
    for (const [place, walker] of walkers.entries()) {
      walker.call = (await harness.signIn(walker.loginId)).call
      const { status } = await walker.call(api.contractGet)
      if (over.has(status)) await join(place)
    }
  }

  /** Every night's due work; what use and calls bring is proved elsewhere and comes in once a month. */
  async function runNight(midnight: Temporal.ZonedDateTime) {
    harness.clock.set(midnight.toInstant().toString())
    const firstOfMonth = midnight.day === 1
    for (const task of tasks)
      if (firstOfMonth || !monthly.has(task.name)) await task.run(harness.clock.now())
  }

  /**
   * Until 10:00 so many days on. The first night, the last and every turn of a month are worked through; what the others
   * would have done is caught up with, as after an outage.
   */
  async function sleep(days: number) {
    const today = harness.clock.now().toZonedDateTimeISO('Asia/Tokyo').startOfDay()
    for (let night = 1; night <= days; night += 1) {
      const midnight = today.add({ days: night })
      if (night === 1 || night === days || midnight.day === 1) await runNight(midnight)
    }
    harness.clock.set(today.add({ days, hours: 10 }).toInstant().toString())
    await greet()
  }

  for (let place = 0; place < members; place += 1) await join(place)
  return { harness, walkers, all, sleep, greet, join }
}

/** What the walk has seen happen: it proves that the walk is not a stroll past closed doors. */
export type Deeds = Map<string, number>

export function note(deeds: Deeds, deed: string) {
  deeds.set(deed, (deeds.get(deed) ?? 0) + 1)
}

/**
 * Orders what an estimate allowed or refused: 完了 must agree with what 確認 said, and a second click must change nothing.
 * @returns whether it was accepted.
 */
export async function order<Receipt extends { orderNo: string }>(
  deeds: Deeds,
  operation: string,
  why: { allowed: boolean; reasonCode?: string | undefined },
  send: (idempotencyKey: string) => Promise<Receipt>,
): Promise<boolean> {
  const key = randomUUID()
  if (!why.allowed) {
    const code = await codeOf(send(key))
    if (code !== why.reasonCode)
      throw new Error(`${operation}: 確認 said ${why.reasonCode}, 完了 said ${code}`)
    note(deeds, `${operation} refused: ${code}`)
    return false
  }
  const [first, second] = [await send(key), await send(key)]
  if (first.orderNo !== second.orderNo) throw new Error(`${operation}: two clicks, two orders`)
  note(deeds, operation)
  return true
}

/** Every page a member may open answers, whatever has happened. */
export async function openEveryPage({ call }: Walker) {
  const [contract, status, orders, dates] = await Promise.all([
    call(api.contractGet),
    call(api.contractChangeStatusGet),
    call(api.statusApplyStateGet, { query: { limit: '100' } }),
    call(api.deadlinesGet),
    call(api.couponListGet),
    call(api.couponReservedPlanGet),
    call(api.statusCancelStateGet),
    call(api.statusInitialCancelGet),
    call(api.procedureQueueGet),
    call(api.contractDetailStatusGet),
    call(api.portOutPossibleListGet),
  ])
  return { contract, status, orders, dates }
}
