import { afterEach, describe, expect, test } from 'vitest'
import { topUpGrant } from '#domain/data/grant.ts'
import { instant } from '#domain/tokyo.ts'
import { api } from '#protocol/index.ts'
import { useHarness } from '#tests/api/use-harness.ts'
import { rowOf, rowsOf } from '#tests/api/rows.ts'
import { makeMember } from '#tests/api/members.ts'
import { brokenDataLaws } from '#tests/api/broken-data-laws.ts'
import { giveData } from './commands/give-data.ts'
import { lookAtCalendar } from './commands/look-at-calendar.ts'
import { chargeQueued } from './commands/charge-queued.ts'
import { importUsage } from './commands/import-usage.ts'
import { feedOf, hourOf } from '#tests/api/usage-feed.ts'
import { requestHighSpeed } from './commands/switch-high-speed.ts'
import { standInFault } from '#tests/api/stand-ins.ts'

const harness = await useHarness('2026-11-20T10:00:00+09:00')
afterEach(async () => {
  expect(await brokenDataLaws(harness.database.db)).toEqual([])
})

let serial = 0
async function newMember(planCode = 13) {
  const member = await makeMember(harness, {
    loginId: `speed-${(serial += 1)}`,
    startedOn: '2026-11-01',
    planCode,
  })
  const lineId = member.lineIds[0] ?? ''
  const lineRef = `ref-${lineId}`
  await setSpeed()
  return { ...member, lineId, lineRef }
}

async function setSpeed(at = harness.clock.now().toString()) {
  harness.clock.set(at)
  await lookAtCalendar(harness.services, instant(at))
  await chargeQueued(harness.services, instant(at))
}

async function use(lineRef: string, hour: string, high: number, low = 0) {
  const { database, services, clock } = harness
  await database.db.deleteFrom('import_cursor').execute()
  const records = [hourOf(lineRef, hour, high, { lowBytes: low * 1_000_000 })]
  await importUsage({ ...services, carrier: feedOf(services.carrier, records) }, clock.now())
  await chargeQueued(services, clock.now())
}

async function speedAtCarrier(lineRef: string) {
  const answer = await harness.services.carrier.line(lineRef)
  return answer.kind === 'accepted' ? [answer.value.speedMode, answer.value.highSpeedOn] : answer
}

async function lineRow(lineId: string) {
  return rowOf(harness, 'line', ['carrier_speed', 'high_speed_on'], { line_id: lineId })
}

function buy(contractId: string, name: string) {
  const now = harness.clock.now()
  return harness.database.db
    .transaction()
    .execute((tx) => giveData(tx, harness.services, contractId, topUpGrant(name, '1gb', now), now))
}

describe('回線の速度', () => {
  test('使い切ると低速になり、チャージするとすぐ高速に戻る', async () => {
    const member = await newMember()
    await use(member.lineRef, '2026-11-20T09', 3000)
    await harness.drain()
    expect(await speedAtCarrier(member.lineRef)).toEqual(['low', true])
    expect(await lineRow(member.lineId)).toMatchObject({ carrier_speed: 'low' })
    expect(await buy(member.contractId, 'T1')).toEqual([member.lineId])
    await harness.drain()
    expect(await speedAtCarrier(member.lineRef)).toEqual(['high', true])
    expect(await lineRow(member.lineId)).toMatchObject({ carrier_speed: 'high' })
  })

  test('残りがあるうちのチャージは、速度について何も頼まない', async () => {
    const member = await newMember()
    expect(await buy(member.contractId, 'T2')).toEqual([])
  })

  test('直前3日間の低速通信が366MBを超えた日の0時に、さらに遅くなる', async () => {
    const member = await newMember(10)
    await use(member.lineRef, '2026-11-20T09', 0, 367)
    const hourly = harness.services.work.flatMap((part) => part.tasks ?? [])
    const run = async (at: string) => {
      harness.clock.set(at)
      const task = hourly.find((one) => one.name === 'usage and ledger')
      await task?.run(instant(at))
      await harness.drain()
    }
    await run('2026-11-20T23:00:00+09:00')
    expect(await speedAtCarrier(member.lineRef)).toEqual(['low', true])
    await run('2026-11-21T00:00:00+09:00')
    expect(await speedAtCarrier(member.lineRef)).toEqual(['throttled', true])
    await run('2026-11-24T00:00:00+09:00')
    expect(await speedAtCarrier(member.lineRef)).toEqual(['low', true])
  })

  test('自分でオフにした低速も3日間の合計に数え、データが残っていてもさらに遅くなる。オンにするとすぐ戻る', async () => {
    harness.clock.set('2026-11-20T10:00:00+09:00')
    const member = await newMember()
    await switchOff(member)
    await use(member.lineRef, '2026-11-20T09', 0, 367)
    const tasks = harness.services.work.flatMap((part) => part.tasks ?? [])
    harness.clock.set('2026-11-21T00:00:00+09:00')
    await tasks.find((one) => one.name === 'usage and ledger')?.run(harness.clock.now())
    await harness.drain()
    expect(await speedAtCarrier(member.lineRef)).toEqual(['throttled', false])
    const { call } = await harness.signIn(`speed-${serial}`)
    const status = await call(api.highSpeedStatusGet, { query: {} })
    expect(status.lines).toMatchObject([
      { on: false, speed: 'slowed', threeDay: { state: 'slowed', liftsOn: '2026-11-24' } },
    ])
    await call(api.highSpeedStatusPut, { body: { lineId: member.lineId, on: true } })
    await harness.drain()
    expect(await speedAtCarrier(member.lineRef)).toEqual(['high', true])
    const lifted = await call(api.highSpeedStatusGet, { query: {} })
    expect(lifted.lines).toMatchObject([{ speed: 'high', threeDay: { state: 'normal' } }])
  })

  test('断られた速度の変更は、次の回にもう一度頼む', async () => {
    const member = await newMember()
    await fault('reject')
    await use(member.lineRef, '2026-11-20T09', 3000)
    await harness.drain()
    expect(await lineRow(member.lineId)).toMatchObject({ carrier_speed: 'high' })
    await fault('off')
    await use(member.lineRef, '2026-11-20T08', 1)
    await harness.drain()
    expect(await speedAtCarrier(member.lineRef)).toEqual(['low', true])
  })

  test('切り替えが断られたら、スイッチは元に戻り、会員に知らせる', async () => {
    const member = await newMember()
    await fault('reject')
    await switchOff(member)
    await harness.drain()
    await fault('off')
    expect(await lineRow(member.lineId)).toMatchObject({ high_speed_on: true })
    const notices = await rowsOf(harness, 'notice', ['title'], { account_id: member.accountId })
    expect(notices).toEqual([{ title: '高速データ通信を切り替えられませんでした' }])
  })

  test('古い依頼があとから届いても、最後の切り替えが残る', async () => {
    const member = await newMember()
    const first = await switchOff(member)
    harness.clock.set(harness.clock.now().add({ minutes: 2 }).toString())
    const last = await switchOff(member, true)
    await harness.services.exchanges.send(last)
    await harness.services.exchanges.send(first)
    await harness.drain()
    expect(await speedAtCarrier(member.lineRef)).toEqual(['high', true])
    expect(await lineRow(member.lineId)).toMatchObject({ high_speed_on: true })
  })
})

async function switchOff(
  member: { contractId: string; lineId: string; lineRef: string },
  on = false,
) {
  const { database, services, clock } = harness
  const line = {
    contract_id: member.contractId,
    line_id: member.lineId,
    carrier_ref: member.lineRef,
  }
  return database.db
    .transaction()
    .execute((tx) =>
      requestHighSpeed(
        tx,
        services,
        { actor: 'member', contractId: member.contractId, now: clock.now() },
        { line, on },
      ),
    )
}

async function fault(mode: string) {
  await standInFault(harness.carrier, { mode })
}
