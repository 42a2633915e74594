import { expect, test } from 'vitest'
import { api } from '#protocol/index.ts'
import { ApiError } from '#protocol/http.ts'
import { behindTheTriggers } from '../behind-triggers.ts'
import { brokenLaws, contradictions } from '../procedures/contradictions.ts'
import { drives } from '../procedures/drives.ts'
import { setContract } from '../rows.ts'
import { runTasks } from '../tasks.ts'
import { closeAtEnd } from '../use-harness.ts'
import { compareBills, lookBeforeClose, noCloses } from './months.ts'
import { againAfter, meeting } from './press.ts'
import { startWalk } from './walker.ts'

// What the long walk asks (tests/long/never-ends.test.ts) names a fault that is planted: else it would walk past one.

const START = '2026-11-20T10:00:00+09:00'
const walk = await startWalk(START, { members: 4 })
const { harness, walkers } = walk
closeAtEnd(harness)

async function memberAt(place: number) {
  const walker = walkers[place]
  if (walker === undefined) throw new Error(`nobody walks at ${place}`)
  const { call } = await harness.signIn(walker.loginId)
  const { lines } = await call(api.contractGet)
  const signIn = async () => call
  return { ...walker, call, subject: { ...walker, lineId: lines[0]?.lineId ?? '', signIn } }
}

const plant = (statement: string) => behindTheTriggers(harness.database, statement)

test('終わっているのに閉じていない申し込みは、法則と一覧の両方で分かる', async () => {
  const { call, contractId, subject } = await memberAt(0)
  await (
    await drives.optionJoin.confirm(call, subject)
  )()
  await harness.drain()
  expect(await brokenLaws(harness)).toEqual([])
  const of = `where contract_id = '${contractId}' and procedure = 'optionJoin'`
  await plant(`update procedure_order set closed_at = null ${of}`)
  expect(await brokenLaws(harness)).toEqual([
    expect.stringMatching(/^an order is closed exactly when it is over: \S+ optionJoin done null$/),
  ])
  expect(await contradictions(call)).toContainEqual(expect.stringMatching(/^進行中の optionJoin /))
  await plant(`update procedure_order set closed_at = changed_at ${of}`)
})

test('初期契約解除が二つ受け付けられていれば、終わった契約に残ったものとして分かる', async () => {
  const { call, contractId, subject } = await memberAt(1)
  await (
    await drives.initialCancel.confirm(call, subject)
  )()
  await harness.drain()
  expect(await brokenLaws(harness)).toEqual([])
  await plant(`insert into procedure_order select (jsonb_populate_record(o, '{"order_no": "A-SECOND",
    "state": "submitted", "closed_at": null}')).* from procedure_order o where contract_id = '${contractId}'`)
  expect(await brokenLaws(harness)).toContain(
    'a contract that is over has nothing left: A-SECOND initialCancel',
  )
  await plant(`delete from procedure_order where order_no = 'A-SECOND'`)
})

test('画面と違う容量で締めた請求は、計算のもととも、画面の容量とも違うと分かる', async () => {
  const [billed, shown] = [await memberAt(2), await memberAt(3)]
  const closes = noCloses()
  harness.clock.set('2026-11-30T23:00:00+09:00')
  await lookBeforeClose(walk, closes)
  harness.clock.set('2026-12-01T06:00:00+09:00')
  await runTasks(harness, 'month-close')
  expect(await compareBills(walk, closes)).toEqual([])
  expect(closes.bills).toBe(3)

  await setContract(harness, billed.contractId, { plan_code: 25 })
  const seen = closes.shown.get(shown.contractId)
  if (seen) closes.shown.set(shown.contractId, { ...seen, plan: 10 })
  expect(await compareBills(walk, closes)).toEqual([
    expect.stringMatching(`^${billed.contractId} 2026-11: 請求 .*"plan\\..*計算のもと .*plan\\.25`),
    expect.stringMatching(`^${shown.contractId} 2026-11: 画面の容量は10、請求は .*plan\\.13`),
  ])
})

test('影響はないと答えて記録が増えていれば、そうと分かる。受け付けたと答えて押し直すと断られるのも', async () => {
  const { call, subject } = await memberAt(3)
  const unavailable = new ApiError({
    httpStatus: 503,
    body: { code: 503, error: { code: 'UNAVAILABLE', message: '' } },
  })
  const world = { harness, gate: { meet: () => undefined } }
  const press = async () => {
    await (
      await drives.topUp.confirm(call, subject)
    )()
    throw unavailable
  }
  await expect(meeting({ world, subject }, 'unanswered', press)).rejects.toThrow('記録が増えている')
  const refused = async () => Promise.reject(unavailable)
  await expect(againAfter(refused, Promise.resolve('accepted'))).rejects.toThrow('UNAVAILABLE')
})
