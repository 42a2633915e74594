import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findLine } from '#backend/contract/contracts.ts'
import { api } from '#protocol/index.ts'
import type { Call } from '#protocol/http.ts'
import { orderProcedures, type OrderProcedure } from '#vocabulary/operation.ts'
import { startCardPage } from './applicants.ts'
import { startHarness, type Harness } from './harness.ts'
import { brokenLaws, contradictions } from './procedures/contradictions.ts'
import { drives, leaveLine, leaveWhole, type Subject } from './procedures/drives.ts'
import { codeOf } from './refusals.ts'
import { askStandIn } from './stand-ins.ts'
import { runTasksLike } from './tasks.ts'

const START = '2026-11-20T10:00:00+09:00'
let harness: Harness
let cardPage: Awaited<ReturnType<typeof startCardPage>>
beforeAll(async () => {
  cardPage = await startCardPage()
  harness = await startHarness(START, { CARD_UPDATE_URL: cardPage.url })
})
afterAll(async () => {
  await harness?.stop()
  cardPage?.close()
})

/** Lets minutes pass for an order for a number, and for what the carrier says of it. */
async function minutesPass(minutes: number) {
  await harness.drain()
  harness.clock.set(harness.clock.now().add({ minutes }).toString())
  await runTasksLike(harness, /^MNP/)
  await harness.drain()
}

/** What comes after a procedure was begun; where the rules refuse it, the procedure goes on alone. */
const endings: Readonly<Record<string, (call: Call, subject: Subject) => Promise<unknown>>> = {
  'nothing else': async () => undefined,
  'its line is cancelled': async (call, subject) => (await leaveLine(call, subject))(),
  'its line is ported out': async (call, subject) => {
    await (
      await drives.portOut.confirm(call, subject)
    )()
    // The carrier gives the number after some minutes, and tells of the line that has gone a minute later.
    await minutesPass(4)
    const { lines } = await call(api.portOutPossibleListGet)
    const { line, request } =
      lines.find(({ line: { lineId } }) => lineId === subject.lineId) ?? expect.fail('no line')
    expect(request).toMatchObject({ state: 'issued' })
    await askStandIn(harness.carrier, '/mnp/use', {
      number: line.number,
      mnpNumber: request?.number,
    })
    await minutesPass(1)
    const { contractId, lineId } = subject
    expect((await findLine(harness.database.db, contractId, lineId)).status).toBe('ended')
  },
  'the contract is cancelled': async (call, subject) => (await leaveWhole(call, subject))(),
  'the contract is cancelled initially': async (call, subject) =>
    (await drives.initialCancel.confirm(call, subject))().then(harness.drain),
}

/** Of a contract that an application has just made: there is nothing of it to be cancelled yet. */
const isApplied = (name: OrderProcedure) => name === 'lineOpen' || name === 'lineTakeover'

/** Every third in turn, so that each procedure ends and each end is met; all of them in `npm run test:long`. */
function endingsOf(name: OrderProcedure): string[] {
  if (isApplied(name)) return ['nothing else']
  const isWhole = process.env['TEST_LONG'] !== undefined
  const turn = orderProcedures.indexOf(name)
  return Object.keys(endings).filter((_, n) => isWhole || (n + turn) % 3 === 0)
}

type Case = { readonly name: OrderProcedure; readonly of: string; readonly subject: Subject }
let serial = 0

async function begin(name: OrderProcedure, ending: string): Promise<Case> {
  const subject = await drives[name].ready(harness, `ends${(serial += 1)}`)
  await harness.drain()
  const call = await subject.signIn()
  await (
    await drives[name].confirm(call, subject)
  )()
  await harness.drain()
  const end = endings[ending]
  if (end !== undefined && !isApplied(name)) await codeOf(end(call, subject))
  await harness.drain()
  return { name, of: `${name}, then ${ending}`, subject }
}

/** Nothing that the tables or the members' lists say is against anything else that they say. */
async function expectOneStory(cases: readonly Case[]) {
  expect(await brokenLaws(harness)).toEqual([])
  for (const { of, subject } of cases) {
    const { call } = await harness.signIn(subject.loginId)
    expect(await contradictions(call), `${harness.clock.now().toString()}: ${of}`).toEqual([])
  }
}

describe('始めた手続きの回線や契約が終わっても、日が過ぎても、一覧どうしが食い違わない', () => {
  const cases: Case[] = []

  test.each(orderProcedures)('%s を始めて、終わらせる', async (name) => {
    const begun: Case[] = []
    for (const ending of endingsOf(name)) begun.push(await begin(name, ending))
    await expectOneStory(begun)
    cases.push(...begun)
  })

  // What the nights between would have done is caught up with, as after an outage. The second month's end: tests/long.
  const secondMonth = ['2026-12-31T23:00:00+09:00', '2027-01-01T10:00:00+09:00'] as const
  test.each([
    ['2026-11-30T23:00:00+09:00', '2026-12-01T01:00:00+09:00'] as const,
    ['2026-12-08T23:00:00+09:00', '2026-12-09T10:00:00+09:00'] as const,
    ...(process.env['TEST_LONG'] ? [secondMonth] : []),
  ])('%s から %s まで', async (from, at) => {
    expect(new Set(cases.map(({ name }) => name))).toEqual(new Set(orderProcedures))
    harness.clock.set(from)
    await harness.walkTo(at, { everyHours: 12 })
    await harness.drain()
    await expectOneStory(cases)
  })
})
