import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createIdentity } from '#backend/adapters/identity.ts'
import { api } from '#protocol/index.ts'
import { setUpCarrierLine } from '#demo/seed/carrier-set-up.ts'
import { waited } from '#tests/waited.ts'
import { startHarness, type Harness } from '../harness.ts'
import { makeMember } from '../members.ts'
import { handOff, wayBack } from '../one-stop.ts'
import { codeOf } from '../refusals.ts'
import { standInFault } from '../stand-ins.ts'

/** quality R6; a worker's call may take 5 s. */
const ANSWER_WITHIN_MS = 3500

let harness: Harness
let serial = 2_000
beforeAll(async () => {
  harness = await startHarness(undefined, {}, { standInsHangUp: false })
})
afterEach(() => Promise.all([fault('off', harness.carrier), fault('off', harness.identity)]))
afterAll(() => harness?.stop())

async function fault(mode: 'silent' | 'off', standIn: { url: string }) {
  const answer = await standInFault(standIn, { mode })
  expect(answer.ok).toBe(true)
}

/** A member who was sent here by the receiving carrier. */
async function arrived() {
  const number = `0801000${(serial += 1)}`
  const member = await makeMember(harness, {
    loginId: `silent${serial}`,
    lines: [{ number, profile: 'idle' }],
  })
  return { ...member, handedOff: await handOff(harness, number) }
}

async function inTime<Result>(work: Promise<Result>): Promise<Result> {
  const { result, ms } = await waited(work)
  expect(ms).toBeLessThan(ANSWER_WITHIN_MS)
  return result
}

describe('R6：外の設備が黙っていても、3.5秒以内に答える', () => {
  test('ワンストップの同意の画面は、移転先に確かめられないと伝える', async () => {
    const { call, handedOff } = await arrived()
    await fault('silent', harness.carrier)
    const asked = codeOf(call(api.portOutOneStopGet, { query: handedOff }))
    expect(await inTime(asked)).toBe('OUTSIDE_NO_ANSWER')
  })

  test('同意のあとは手続きの画面へ進み、設備が答えるようになれば転出が受け付けられる', async () => {
    const { call, contractId, handedOff } = await arrived()
    const { conditions } = await call(api.portOutOneStopGet, { query: handedOff })
    await fault('silent', harness.carrier)
    const { orderNo } = await inTime(
      call(api.portOutOneStopPost, { body: { ...handedOff, conditions, agreed: true } }),
    )
    const { exchanges } = harness.services
    const key = { contractId, orderNo }
    expect(await inTime(wayBack(harness, key))).toBe(`/mypage/order.html?no=${orderNo}`)
    await fault('off', harness.carrier)
    harness.clock.set(harness.clock.now().add({ minutes: 1 }).toString())
    await exchanges.reconcile()
    const { rows } = await harness.database.pool.query(
      'select state from carrier_exchange where order_no = $1',
      [orderNo],
    )
    expect(rows).toEqual([{ state: 'accepted' }])
  })

  test('お使いの端末は、前に分かったものを見せる', async () => {
    const { call, lineIds } = await arrived()
    await setUpCarrierLine(harness.services.config, `ref-${lineIds[0]}`, {
      number: '08010009999',
      kind: 'voice',
      simKind: 'physical',
      simSize: 'nano',
      iccid: '8981100000000000099',
      profile: 'idle',
      startedAt: '2025-10-01T00:00:00+09:00',
      device: { maker: 'Apple', name: 'iPhone 13', imei: '350000000050011' },
    })
    const { devices } = await call(api.statusDeviceGet, { query: {} })
    expect(devices).toHaveLength(1)
    await fault('silent', harness.carrier)
    const { devices: again } = await inTime(call(api.statusDeviceGet, { query: {} }))
    expect(again.map(({ deviceId }) => deviceId)).toEqual(devices.map(({ deviceId }) => deviceId))
  })

  test('本人確認は、いまは始められないと分かる', async () => {
    await fault('silent', harness.identity)
    const reader = createIdentity({ url: harness.identity.url, secret: 'any' })
    const expected = { name: '高橋 花子', birth: '1990-04-01', address: '東京都千代田区' }
    const begun = reader.begin({ orderId: 'check', returnUrl: 'http://localhost', expected })
    const asked = await Promise.all([inTime(begun), inTime(reader.find('session'))])
    expect(asked).toMatchObject([{ kind: 'no-answer' }, { kind: 'no-answer' }])
  })
})
