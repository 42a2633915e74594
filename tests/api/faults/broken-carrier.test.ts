import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startHarness, type Harness } from '../harness.ts'
import { rowsOf } from '../rows.ts'
import { simDesk } from '../sim-orders.ts'
import { startFaultProxy, type Fault } from './fault-proxy.ts'

const START = '2026-11-20T10:00:00+09:00'

let way: Awaited<ReturnType<typeof startFaultProxy>>
let harness: Harness
let desk: ReturnType<typeof simDesk>
beforeAll(async () => {
  // Where it leads is known once the carrier's stand-in runs.
  way = await startFaultProxy(new URL('http://127.0.0.1:9'))
  harness = await startHarness(START, { CARRIER_URL: way.url })
  way.moveTo(new URL(harness.carrier.url))
  desk = simDesk(harness, 'way')
})
afterEach(() => way.fault({ kind: 'none' }))
afterAll(async () => {
  await harness?.stop()
  await way?.close()
})

const faults: Record<string, Fault> = {
  つながらない: { kind: 'cut' },
  受け付けたあとで接続が切れる: { kind: 'reset' },
  答えが途中で終わる: { kind: 'half', bytes: 60 },
}

describe('R15：回線設備への道が壊れていても、注文はちょうど1件で、終わりまで進む', () => {
  test.each(Object.entries(faults))('%s', async (name, fault) => {
    harness.clock.set(START)
    const member = await desk.member()
    way.fault(fault)
    const { orderNo } = await desk.orderEsim(member.call, member.lineId)
    await harness.drain()
    const exchanges = () =>
      rowsOf(harness, 'carrier_exchange', ['exchange_id', 'state'], { order_no: orderNo })
    expect(await exchanges(), name).toMatchObject([{ state: 'unknown' }])
    expect((await desk.order(member, orderNo)).message).toContain('応答を確認しています')
    // The worker asks again, and is not answered either.
    await desk.after(15)
    expect(await exchanges()).toMatchObject([{ state: 'unknown' }])
    way.fault({ kind: 'none' })
    await desk.after(15)
    await desk.after(1)
    expect((await desk.order(member, orderNo)).state).toBe('switch_ready')
    const [sent] = await exchanges()
    expect(await exchanges()).toEqual([{ exchange_id: sent?.exchange_id, state: 'accepted' }])
    const events = await rowsOf(
      harness,
      'order_event',
      ['state'],
      { order_no: orderNo },
      'sequence',
    )
    expect(events.map(({ state }) => state)).toEqual(['ordered', 'preparing', 'switch_ready'])
  })
})
