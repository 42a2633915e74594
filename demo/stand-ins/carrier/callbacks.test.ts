import { describe, expect, test, vi } from 'vitest'
import { createTestClient } from '#tests/stand-ins/client.ts'
import { startReceiver } from '#tests/stand-ins/receiver.ts'
import { startCarrier } from './start.ts'
import { newSim, useCarrier, voiceLine } from '#tests/stand-ins/carrier.ts'

const carrier = useCarrier()

describe('コールバック', () => {
  test('受け取られるまで、同じ番号で送り直す', async () => {
    carrier.portalAnswers(500)
    await carrier.post('/orders', { orderId: 'm-1', kind: 'mnp-number', lineRef: 'L1' })
    expect((await carrier.post('/__tick')).json).toEqual({ sent: 0, failed: 1 })
    expect((await carrier.post('/__tick')).json).toEqual({ sent: 0, failed: 0 })
    carrier.portalAnswers(200)
    carrier.wait({ minutes: 4 })
    expect((await carrier.post('/__tick')).json).toEqual({ sent: 3, failed: 0 })
    expect(carrier.receivedStates()).toEqual(['accepted', 'issuing', 'issued'])
  })

  test('起動し直しても残る', async () => {
    await carrier.post('/orders', { orderId: 'm-1', kind: 'mnp-number', lineRef: 'L1' })
    carrier.wait({ minutes: 4 })
    await carrier.restart()
    await carrier.post('/__tick')
    expect(carrier.receivedStates()).toEqual(['accepted', 'issuing', 'issued'])
    const again = await carrier.post('/orders', {
      orderId: 'm-1',
      kind: 'mnp-number',
      lineRef: 'L1',
    })
    expect(again.isReplayed).toBe(true)
  })

  test.each([
    ['m-twice', ['accepted', 'accepted', 'issuing', 'issuing', 'issued', 'issued']],
    ['m-reversed', ['issued', 'issuing', 'accepted']],
    ['m-late', []],
    ['m-fail', ['accepted', 'failed']],
  ])('合図%sで%jが起きる', async (orderId, expected) => {
    await carrier.post('/orders', { orderId, kind: 'mnp-number', lineRef: 'L1' })
    await carrier.moveTo('2026-11-20T10:05:00+09:00')
    expect(carrier.receivedStates()).toEqual(expected)
    await carrier.moveTo('2026-11-21T17:00:00+09:00')
    if (orderId === 'm-late')
      expect(carrier.receivedStates()).toEqual(['accepted', 'issuing', 'issued'])
  })

  test('時が来たものは、だれにも聞かれなくても送られる', async () => {
    const receiver = await startReceiver('callback-secret')
    const server = await startCarrier({
      port: 0,
      dataFile: ':memory:',
      now: () => Temporal.Instant.from('2026-11-20T10:00:00+09:00'),
      secret: 'secret',
      callbackUrl: receiver.url,
      callbackSecret: 'callback-secret',
      tickMs: 10,
      consentUrl: 'http://portal.test/',
    })
    const client = createTestClient(() => server.url, 'secret')
    await client.put('/lines/L1', voiceLine)
    await client.post('/orders', { orderId: 'm-1', kind: 'mnp-number', lineRef: 'L1' })
    await vi.waitFor(() => expect(receiver.received).toHaveLength(1), 10_000)
    await server.close()
    await receiver.close()
  })

  test('手で起こす不調：二重に届く、順番が入れ替わる', async () => {
    await carrier.post('/__faults', { mode: 'duplicate' })
    await carrier.post('/orders', { orderId: 'm-1', kind: 'mnp-number', lineRef: 'L1' })
    await carrier.post('/__tick')
    expect(carrier.receivedStates()).toEqual(['accepted', 'accepted'])
    await carrier.post('/__faults', { mode: 'out-of-order' })
    await carrier.moveTo('2026-11-20T10:05:00+09:00')
    expect(carrier.receivedStates().slice(2)).toEqual(['issued', 'issuing'])
  })
})

describe('依頼の合図と不調', () => {
  const order = { kind: 'mnp-number', lineRef: 'L1' }

  test('-reject、-lost、-silent は、その名のとおりになる', async () => {
    const refused = await carrier.post('/orders', { orderId: 'm-reject', ...order })
    expect(refused).toMatchObject({
      status: 422,
      json: { error: { code: 'REJECTED_BY_SENTINEL' } },
    })
    expect(await carrier.staysSilent('POST', '/orders', { orderId: 'm-lost', ...order })).toBe(true)
    expect((await carrier.get('/orders/m-lost')).status).toBe(404)
    const silent = { orderId: 'm-silent', ...order }
    expect(await carrier.staysSilent('POST', '/orders', silent)).toBe(true)
    expect((await carrier.get('/orders/m-silent')).json).toMatchObject({ state: 'accepted' })
    const off = { orderId: 'h-silent', on: false }
    expect(await carrier.staysSilent('PUT', '/lines/L1/high-speed', off)).toBe(true)
    expect((await carrier.get('/lines/L1')).json).toMatchObject({ highSpeedOn: false })
  })

  test('EIDでも同じ合図ができる', async () => {
    const eid = '89049032000000000000000000009422'
    const esim = { ...newSim, kind: 'issue-esim', eid, simSize: undefined }
    expect((await carrier.post('/orders', { orderId: 'e-1', ...esim })).json).toMatchObject({
      error: { code: 'REJECTED_BY_SENTINEL' },
    })
  })

  test('手で止め、黙らせ、断らせても、健康の問い合わせには答える', async () => {
    await carrier.post('/__faults', { mode: 'down' })
    expect((await carrier.get('/lines/L1')).status).toBe(503)
    expect((await carrier.get('/__health')).status).toBe(200)
    await carrier.post('/__faults', { mode: 'silent', target: '/orders' })
    expect(await carrier.staysSilent('POST', '/orders', { orderId: 'm-1', ...order })).toBe(true)
    await carrier.post('/__faults', { mode: 'reject' })
    const off = await carrier.put('/lines/L1/high-speed', { orderId: 'h', on: false })
    expect(off.json).toMatchObject({ error: { code: 'REJECTED_BY_FAULT' } })
    await carrier.post('/__faults', { mode: 'off' })
    expect((await carrier.get('/orders/m-1')).json).toMatchObject({ state: 'accepted' })
    expect((await carrier.post('/__faults', { mode: 'what' })).status).toBe(400)
  })
})
