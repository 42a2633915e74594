import { describe, expect, test } from 'vitest'
import { start, useCarrier, voiceLine } from '#tests/stand-ins/carrier.ts'

const carrier = useCarrier()

describe('回線', () => {
  test('回線は1回だけ登録され、いま効いているものを示す', async () => {
    const shown = await carrier.get('/lines/L1')
    expect(shown.json).toMatchObject({
      lineRef: 'L1',
      number: '07000001234',
      kind: 'voice',
      highSpeedOn: true,
      speedMode: 'high',
      state: 'active',
      services: { 'malware-block': true, voicemail: false },
      startedAt: '2026-10-01T00:00:00+09:00',
    })
    expect((await carrier.put('/lines/L1', voiceLine)).status).toBe(200)
    expect((await carrier.put('/lines/L1', { ...voiceLine, profile: 'night' })).status).toBe(409)
    expect((await carrier.get('/lines/L9')).status).toBe(404)
    expect((await fetch(`${carrier.url()}/lines/L1`)).status).toBe(401)
  })

  test('同じ指示は2回でも1つ、同じ番号の別の指示は断る', async () => {
    const off = { orderId: 'o-1', on: false }
    const first = await carrier.put('/lines/L1/high-speed', off)
    expect(first.json).toMatchObject({ highSpeedOn: false, effectiveAt: start })
    carrier.wait({ minutes: 5 })
    const again = await carrier.put('/lines/L1/high-speed', { on: false, orderId: 'o-1' })
    expect(again.isReplayed).toBe(true)
    expect(again.json).toEqual(first.json)
    const other = await carrier.put('/lines/L1/high-speed', { orderId: 'o-1', on: true })
    expect(other).toMatchObject({ status: 409, json: { error: { code: 'ORDER_ID_REUSED' } } })
  })

  test('停止の理由がすべてなくなるまで、回線は止まったままになる', async () => {
    await carrier.post('/lines/L1/suspend', { orderId: 's-1', reason: 'unpaid' })
    await carrier.post('/lines/L1/suspend', { orderId: 's-2', reason: 'lost' })
    const left = await carrier.post('/lines/L1/resume', { orderId: 's-3', reason: 'unpaid' })
    expect(left.json).toMatchObject({ suspendedFor: ['lost'] })
    expect((await carrier.get('/lines/L1')).json).toMatchObject({ state: 'suspended' })
    await carrier.post('/lines/L1/resume', { orderId: 's-4', reason: 'lost' })
    await carrier.put('/lines/L1/services/voicemail', { orderId: 's-5', on: true })
    expect((await carrier.get('/lines/L1')).json).toMatchObject({
      state: 'active',
      services: { voicemail: true },
    })
  })

  test('形の崩れた指示では、何も変わらない', async () => {
    expect((await carrier.put('/lines/L1/high-speed', { orderId: 'x', on: 'no' })).status).toBe(400)
    expect((await carrier.put('/lines/L1/high-speed', { orderId: '', on: true })).status).toBe(400)
    const future = { orderId: 'f', on: false, at: '2027-01-01T00:00:00+09:00' }
    expect((await carrier.put('/lines/L1/high-speed', future)).status).toBe(409)
  })
})
