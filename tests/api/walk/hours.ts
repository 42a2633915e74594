import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect } from 'vitest'
import { api } from '#protocol/index.ts'
import { ApiError, type Call } from '#protocol/http.ts'
import { areLawsKept } from '#server/laws/kept.ts'
import { checkLaws } from '#server/laws/check-laws.ts'
import { orderedOperations } from '#vocabulary/operation.ts'
import { putCard } from '../members.ts'
import { brokenLaws, contradictions } from '../procedures/contradictions.ts'
import { drives, NotOffered, type Subject } from '../procedures/drives.ts'
import { standInFault } from '../stand-ins.ts'
import { portAway, tidyOrders } from './deeds.ts'
import { note, startWalk, type Deeds, type Walk, type Walker } from './walker.ts'

/** What begins with an application is no deed of a member. */
const procedures = orderedOperations.filter((one) => one !== 'lineOpen' && one !== 'lineTakeover')
const manners = ['once', 'twice at once', 'answer lost', 'mistaken', 'taken back'] as const
const outside = [
  'carrier down',
  'carrier doubles',
  'carrier disorders',
  'carrier well',
  'card refuses',
  'card well',
] as const

const act = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({
      do: fc.constant('procedure' as const),
      name: fc.constantFrom(...procedures),
      how: fc.constantFrom(...manners),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('profile' as const), isNewDevice: fc.boolean() }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('pay' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('tidy' as const), cancel: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('port away' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('outside' as const),
      what: fc.constantFrom(...outside, 'carrier well' as const, 'card well' as const),
    }),
  },
)

const step = fc.record({
  member: fc.nat(11),
  line: fc.nat(2),
  act,
  hours: fc.constantFrom(0, 1, 1, 2, 3, 6, 9),
})
type Step = { member: number; line: number; act: Act; hours: number }
type Act = typeof act extends fc.Arbitrary<infer One> ? One : never

export type Figures = { steps: number; hours: number; members: number; deeds: Deeds }

/**
 * Twelve members live hour by hour for so many days; after every step the laws, /health/ and the screens of whoever acted
 * are asked for contradictions. @throws with the seed, the hour and the act after which the first was found
 */
export async function liveByTheHour({ days, seed }: { days: number; seed: number }) {
  const walk = await startWalk('2026-11-20T10:00:00+09:00', { members: 12 })
  const figures: Figures = { steps: 0, hours: days * 24, members: 0, deeds: new Map() }
  const end = walk.harness.clock.now().add({ hours: figures.hours })
  try {
    for (const one of fc.sample(step, { seed, numRuns: days * 24 })) {
      if (Temporal.Instant.compare(walk.harness.clock.now(), end) >= 0) break
      const at = `seed ${seed}, ${walk.harness.clock.now().toString()}, ${JSON.stringify(one)}`
      await live(walk, figures.deeds, one, at)
      figures.steps += 1
    }
    return figures
  } finally {
    figures.members = walk.all.length
    await walk.harness.stop()
  }
}

async function live(walk: Walk, deeds: Deeds, one: Step, at: string) {
  const { harness } = walk
  const walker = walk.walkers[one.member]
  if (walker === undefined) return
  walker.call = (await harness.signIn(walker.loginId)).call
  await perform(walk, deeds, walker, one)
  await harness.drain()
  const before = harness.clock.now()
  if (one.hours > 0) {
    await harness.walkTo(before.add({ hours: one.hours }).toString())
    await harness.drain()
    await walk.greet()
  }
  expect(await brokenLaws(harness), at).toEqual([])
  expect(await contradictions(walker.call), at).toEqual([])
  expect(await moneyOf(walker.call), at).toEqual([])
  if (dayOf(before) !== dayOf(harness.clock.now())) {
    await checkLaws(harness.services, { always: true })
    expect(await areLawsKept(harness.database), `${at}: /health/`).toBe(true)
  }
}

const dayOf = (at: Temporal.Instant) => at.toZonedDateTimeISO('Asia/Tokyo').toPlainDate().toString()

async function perform(walk: Walk, deeds: Deeds, walker: Walker, { act, line }: Step) {
  const { harness } = walk
  switch (act.do) {
    case 'procedure':
      return proceed(walk, deeds, walker, { ...act, line })
    case 'profile':
      return changeProfile(walk, deeds, walker, act.isNewDevice)
    case 'pay':
      return payOverdue(deeds, walker)
    case 'tidy':
      return tidyOrders(deeds, walker, act.cancel)
    case 'port away':
      return portAway(walk, deeds, walker)
    case 'outside': {
      note(deeds, act.what)
      if (act.what.startsWith('card'))
        return putCard(
          harness,
          walker.contractId,
          act.what === 'card well' ? 'ok' : 'insufficient-funds',
        )
      await standInFault(harness.carrier, { mode: carrierModes[act.what] ?? 'off' })
    }
  }
}

const carrierModes: Readonly<Partial<Record<(typeof outside)[number], string>>> = {
  'carrier down': 'down',
  'carrier doubles': 'duplicate',
  'carrier disorders': 'out-of-order',
}

type Wish = {
  readonly name: (typeof procedures)[number]
  readonly how: (typeof manners)[number]
  readonly line: number
}

async function proceed({ harness }: Walk, deeds: Deeds, walker: Walker, { name, how, line }: Wish) {
  const { loginId, contractId } = walker
  const signIn = async () => (await harness.signIn(loginId)).call
  const { lines } = await walker.call(api.contractGet)
  const lineId = lines[line % Math.max(1, lines.length)]?.lineId ?? ''
  const subject: Subject = { loginId, contractId, lineId, signIn }
  const { confirm, undo } = drives[name]
  const told = (answer: string) => note(deeds, `${name}, ${how}: ${answer}`)
  const other = await signIn()
  try {
    const press = await confirm(walker.call, subject)
    if (how === 'mistaken') {
      // Confirmed before something else was done: the press comes late, from another page.
      await answerOf(await drives.planSizeChange.confirm(other, subject))
      return told(await answerOf(press))
    }
    if (how === 'twice at once') {
      const second = await confirm(other, subject)
      return told((await Promise.all([answerOf(press), answerOf(second)])).join(' and '))
    }
    const answer = await answerOf(press)
    if (how === 'answer lost') return told(`${answer}, again ${await answerOf(press)}`)
    if (how !== 'taken back' || undo === undefined || answer !== 'accepted') return told(answer)
    const { rows } = await other(api.statusApplyStateGet, { query: { only: 'open' } })
    const orderNo = rows.find(({ operation }) => operation === name)?.orderNo ?? ''
    told(`taken back: ${await answerOf(() => undo(other, orderNo, subject))}`)
  } catch (error) {
    told(refusalIn(error))
  }
}

/** `accepted`, or the code of the refusal. @throws for an error of ours */
async function answerOf(press: () => Promise<unknown>): Promise<string> {
  try {
    await press()
    return 'accepted'
  } catch (error) {
    return refusalIn(error)
  }
}

function refusalIn(error: unknown): string {
  if (error instanceof NotOffered) return 'not offered'
  if (!(error instanceof ApiError) || error.httpStatus === 500) throw error
  return error.failure?.code ?? `HTTP ${error.httpStatus}`
}

/** A change of the name that is begun, from a device of one's own or from a new one, and withdrawn. */
async function changeProfile(walk: Walk, deeds: Deeds, walker: Walker, isNewDevice: boolean) {
  const { harness } = walk
  const { call } = await harness.signIn(
    walker.loginId,
    harness.clock.now(),
    true,
    isNewDevice ? { secret: undefined } : undefined,
  )
  const email = `${randomUUID().slice(0, 8)}@example.jp`
  const answer = await answerOf(() =>
    call(api.userEditRegisterPost, { body: { step: 'submit', changes: { email } } }),
  )
  note(deeds, `profile: ${answer}`)
  const { state } = await call(api.userEditStatusGet)
  if (state !== 'submitted') return
  note(
    deeds,
    `profile withdrawn: ${await answerOf(() => call(api.userEditRegisterPost, { body: { step: 'withdraw' } }))}`,
  )
}

async function payOverdue(deeds: Deeds, { call }: Walker) {
  const { bills } = await call(api.billingUnpaidGet)
  const [bill] = bills
  if (bill === undefined) return
  const body = { billId: bill.billId, amountYen: bill.amountYen }
  note(deeds, `pay: ${await answerOf(() => call(api.singlePayPost, { body }))}`)
}

/** The same bill on two screens. */
async function moneyOf(call: Call): Promise<string[]> {
  const [{ bills }, { months }, unpaid] = await Promise.all([
    call(api.billingStatusGet, { query: {} }),
    call(api.billingMonthsGet, { query: {} }),
    call(api.billingUnpaidGet),
  ])
  const listed = new Map(months.map(({ month, totalYen }) => [month, totalYen]))
  return [
    ...bills
      .filter(({ month, totalYen }) => listed.has(month) && listed.get(month) !== totalYen)
      .map(({ month, totalYen }) => `${month}: ${totalYen}円と${listed.get(month)}円`),
    ...unpaid.bills
      .filter(({ billId }) => bills.some((bill) => bill.billId === billId && bill.state === 'paid'))
      .map(({ billId }) => `${billId} は支払い済みで、未払い`),
  ]
}
