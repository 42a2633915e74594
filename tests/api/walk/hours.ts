import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { api } from '#protocol/index.ts'
import { brokenLaws, contradictions } from '../procedures/contradictions.ts'
import { portAway, tidyOrders } from './deeds.ts'
import { atNight, beginNight, passNight, type Night } from './late-worker.ts'
import { compareBills, lookBeforeClose, noCloses, rolloversBetween, type Closes } from './months.ts'
import { changeBoard, topInOutage, type Board } from './outages.ts'
import { answerOf, proceed } from './press.ts'
import { health, moneyOf, unlikeFigures } from './questions.ts'
import { step, type Step } from './steps.ts'
import { note, type Deeds, type Walker } from './walker.ts'
import { startWorld, type World } from './world.ts'

/** Once a day the screens of whoever acted are opened and their figures compared. */
const FIGURES_HOURS = 24
/** More than so many sentences tell nothing new. */
const ENOUGH = 20

/** How a life went, for whoever reads the log. */
export type Life = {
  steps: number
  hours: number
  members: number
  deeds: Deeds
  closes: Closes
  figuresRead: number
  /** What was against a law, or against something else that was said: each sentence once, with when it was first so. */
  found: Map<string, string>
  /** Milliseconds of the machine, by what they went into. */
  took: Map<string, number>
}
type Living = Life & {
  readonly world: World
  readonly board: Board
  figuresAt: Temporal.Instant
  /** The step under way. */
  at: string
  night: Night | undefined
}

/**
 * Twelve members live hour by hour for so many days; after every step the laws and the screens of whoever acted are asked
 * for contradictions, each day all that /health/ asks, at each close every bill.
 * @returns how it went, and all that was found, with the hour and the act after which it was so first
 */
export async function liveByTheHour({ days, seed }: { days: number; seed: number }): Promise<Life> {
  const world = await startWorld('2026-11-20T10:00:00+09:00', 12)
  const { clock } = world.harness
  const living: Living = {
    world,
    board: { ongoing: undefined, opened: 0 },
    figuresAt: clock.now(),
    at: '',
    night: undefined,
    steps: 0,
    hours: days * 24,
    members: 0,
    deeds: new Map(),
    closes: noCloses(),
    figuresRead: 0,
    found: new Map(),
    took: new Map(),
  }
  const end = clock.now().add({ hours: living.hours })
  try {
    for (const one of fc.sample(step, { seed, numRuns: days * 24 })) {
      if (Temporal.Instant.compare(clock.now(), end) >= 0 || living.found.size >= ENOUGH) break
      living.at = `step ${living.steps}, ${clock.now().toString()}, ${JSON.stringify(one)}`
      await live(living, one).catch((error: unknown) => {
        noteFound(living, wordsOf(error), living.at)
      })
      living.steps += 1
    }
    return living
  } finally {
    living.members = world.all.length
    await world.stop()
  }
}

/** An error of ours, with where it arose. */
const wordsOf = (error: unknown) =>
  error instanceof Error
    ? (error.stack ?? error.message).split('\n').slice(0, 5).join('\n')
    : String(error)

async function live(living: Living, drawn: Step) {
  const { world, night } = living
  const one = night === undefined ? drawn : atNight(drawn, night)
  const { harness } = world
  const walker = world.walkers[one.member]
  if (walker === undefined) return
  const before = harness.clock.now()
  await timed(living, 'acts', () => perform(living, walker, one))
  await timed(living, 'hours', () => pass(living, one))
  walker.call = (await harness.signIn(walker.loginId)).call
  await ask(living, 'laws', async () => notOfTheNight(living, await brokenLaws(harness)))
  await ask(living, 'lists', async () => notOfTheNight(living, await contradictions(walker.call)))
  await ask(living, 'money', () => moneyOf(walker.call))
  await ask(living, 'figures', () => askScreens(living, walker))
  // In a night without a worker /health/ says that what was due is not done, and is right.
  const isNewDay = dayOf(before) !== dayOf(harness.clock.now()) && living.night === undefined
  if (isNewDay || (night !== undefined && living.night === undefined))
    await ask(living, 'health', () => health(world))
}

/** Until the worker comes, what was due at midnight is not done, and is still shown as booked. */
const notOfTheNight = ({ night }: Living, found: readonly string[]) =>
  found.filter((sentence) => night === undefined || !ofTheNight.test(sentence))
const ofTheNight = /^nothing that was due is left undone: |は過ぎている$/u

const dayOf = (at: Temporal.Instant) => at.toZonedDateTimeISO('Asia/Tokyo').toPlainDate().toString()

async function timed<Result>({ took }: Life, part: string, work: () => Promise<Result>) {
  const began = performance.now()
  const result = await work()
  took.set(part, (took.get(part) ?? 0) + performance.now() - began)
  return result
}

/** The walk goes on past what is found: one night tells of everything that happens in it. */
async function ask(living: Living, what: string, question: () => Promise<readonly string[]>) {
  for (const sentence of await timed(living, what, question))
    noteFound(living, sentence, `${what}, ${living.at}`)
}

/** Told at once too: three months take a while. */
function noteFound({ found }: Living, sentence: string, at: string) {
  if (found.has(sentence)) return
  found.set(sentence, at)
  process.stdout.write(`${sentence}（${at}）\n`)
}

async function askScreens(living: Living, walker: Walker): Promise<string[]> {
  const { world, board } = living
  const now = world.harness.clock.now()
  if (now.since(living.figuresAt, { largestUnit: 'hour' }).hours < FIGURES_HOURS) return []
  living.figuresAt = now
  const { read, found } = await unlikeFigures(world, walker)
  living.figuresRead += read
  return [...found, ...(await topInOutage(world, board, walker))]
}

/** So many hours of the worker; at a month rollover it is looked at what is shown, and what is billed. */
async function pass(living: Living, { hours, late }: Step) {
  const { world, closes } = living
  const { harness } = world
  if (living.night !== undefined) return passNightOf(living, living.night)
  await harness.drain()
  if (hours === 0) return
  const begin = harness.clock.now()
  const end = begin.add({ hours })
  for (const { at, what } of rolloversBetween(begin, end)) {
    await harness.walkTo(at.toString())
    await harness.drain()
    if (what === 'closed') await ask(living, 'bills', () => compareBills(world, closes))
    else {
      await lookBeforeClose(world, closes)
      if (late === 0) continue
      note(living.deeds, `worker late by ${late} hours at a month's turn`)
      living.night = beginNight(harness, late)
      return
    }
  }
  await harness.walkTo(end.toString())
  await harness.drain()
  await world.greet()
}

async function passNightOf(living: Living, night: Night) {
  if (await passNight(living.world.harness, night)) return
  living.night = undefined
  await living.world.greet()
}

async function perform(living: Living, walker: Walker, { act, line }: Step) {
  const { world, deeds, board } = living
  walker.call = (await world.harness.signIn(walker.loginId)).call
  switch (act.do) {
    case 'procedure':
      return proceed(world, deeds, walker, { ...act, line })
    case 'profile':
      return changeProfile(world, deeds, walker, act.isNewDevice)
    case 'pay':
      return payOverdue(deeds, walker)
    case 'tidy':
      return tidyOrders(deeds, walker, act.cancel)
    case 'port away':
      return portAway(world, deeds, walker)
    case 'outage':
      return ask(living, 'outage', () => changeBoard(world, board, deeds, act.which))
    case 'outside':
      note(deeds, act.what)
      return world.put(act.what, walker)
  }
}

/** A change of the address that is begun, from a device of one's own or from a new one, and withdrawn. */
async function changeProfile(world: World, deeds: Deeds, walker: Walker, isNewDevice: boolean) {
  const { harness } = world
  const device = isNewDevice ? { secret: undefined } : undefined
  const { call } = await harness.signIn(walker.loginId, harness.clock.now(), true, device)
  const email = `${randomUUID().slice(0, 8)}@example.jp`
  const submit = { step: 'submit', changes: { email } } as const
  const answer = await answerOf(() => call(api.userEditRegisterPost, { body: submit }))
  note(deeds, `profile: ${answer}`)
  const { state } = await call(api.userEditStatusGet)
  if (state !== 'submitted') return
  const withdrawn = await answerOf(() =>
    call(api.userEditRegisterPost, { body: { step: 'withdraw' } }),
  )
  note(deeds, `profile withdrawn: ${withdrawn}`)
}

async function payOverdue(deeds: Deeds, { call }: Walker) {
  const { bills } = await call(api.billingUnpaidGet)
  const [bill] = bills
  if (bill === undefined) return
  const body = { billId: bill.billId, amountYen: bill.amountYen }
  note(deeds, `pay: ${await answerOf(() => call(api.singlePayPost, { body }))}`)
}
