import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { RunningServer } from '../wire/listen.ts'
import { createTestClient } from '../wire/test-client.ts'
import { startReceiver } from '../wire/test-receiver.ts'
import { startCarrier } from './start.ts'
import type { CarrierOptions } from './start.ts'

const start = '2026-11-20T10:00:00+09:00'
let instant = Temporal.Instant.from(start)
let folder = ''
let options: CarrierOptions
let server: RunningServer
let receiver: Awaited<ReturnType<typeof startReceiver>>
const carrier = createTestClient(() => server.url, 'secret')

const voiceLine = {
  number: '07000001234',
  kind: 'voice',
  simKind: 'physical',
  simSize: 'nano',
  profile: 'commuter',
  startedAt: '2026-10-01T00:00:00+09:00',
}

beforeEach(async () => {
  instant = Temporal.Instant.from(start)
  folder = await mkdtemp(join(tmpdir(), 'carrier-'))
  receiver = await startReceiver('callback-secret')
  options = {
    port: 0,
    dataFile: join(folder, 'carrier.sqlite'),
    now: () => instant,
    secret: 'secret',
    callbackUrl: receiver.url,
    callbackSecret: 'callback-secret',
    tickMs: 0,
    consentUrl: 'http://portal.test/mypage/portout.html',
  }
  server = await startCarrier(options)
  await carrier.put('/lines/L1', voiceLine)
})

afterEach(async () => {
  await server.close()
  await receiver.close()
  await rm(folder, { recursive: true })
})

const moveTo = async (text: string) => {
  instant = Temporal.Instant.from(text)
  await carrier.post('/__tick')
}
const states = () => receiver.received.map((message) => message['state'])

describe('lines', () => {
  test('a line is registered once and shows what is in force', async () => {
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
    expect((await fetch(`${server.url}/lines/L1`)).status).toBe(401)
  })

  test('the same command twice is one, another under its id is refused', async () => {
    const off = { orderId: 'o-1', on: false }
    const first = await carrier.put('/lines/L1/high-speed', off)
    expect(first.json).toMatchObject({ highSpeedOn: false, effectiveAt: start })
    instant = instant.add({ minutes: 5 })
    const again = await carrier.put('/lines/L1/high-speed', { on: false, orderId: 'o-1' })
    expect(again.isReplayed).toBe(true)
    expect(again.json).toEqual(first.json)
    const other = await carrier.put('/lines/L1/high-speed', { orderId: 'o-1', on: true })
    expect(other).toMatchObject({ status: 409, json: { error: { code: 'ORDER_ID_REUSED' } } })
  })

  test('a line stays suspended until its last reason is gone', async () => {
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

  test('malformed commands change nothing', async () => {
    expect((await carrier.put('/lines/L1/high-speed', { orderId: 'x', on: 'no' })).status).toBe(400)
    expect((await carrier.put('/lines/L1/high-speed', { orderId: '', on: true })).status).toBe(400)
    const future = { orderId: 'f', on: false, at: '2027-01-01T00:00:00+09:00' }
    expect((await carrier.put('/lines/L1/high-speed', future)).status).toBe(409)
  })
})

const newSim = {
  kind: 'issue-sim',
  lineRef: 'L2',
  simSize: 'nano',
  toKind: 'data',
  purpose: 'new',
}

describe('orders', () => {
  test('a new SIM is shipped, arrives, is switched at the chosen hour, and then makes traffic', async () => {
    const order = { orderId: 'sim-1', ...newSim, shipTo: { name: '佐藤 花子' } }
    const accepted = await carrier.post('/orders', order)
    expect(accepted).toMatchObject({ status: 202, json: { state: 'accepted', acceptedAt: start } })
    expect((await carrier.post('/orders', order)).isReplayed).toBe(true)
    const switchOver = {
      orderId: 'sw-1',
      kind: 'switch-over',
      lineRef: 'L2',
      forOrderId: 'sim-1',
      at: '2026-11-23T09:00:00+09:00',
    }
    const early = await carrier.post('/orders', { ...switchOver, orderId: 'sw-0' })
    expect(early).toMatchObject({ status: 422, json: { error: { code: 'NOT_READY' } } })

    await moveTo('2026-11-21T15:00:00+09:00')
    expect((await carrier.get('/orders/sim-1')).json).toMatchObject({
      state: 'shipped',
      facts: { trackingNo: expect.stringMatching(/^\d{12}$/) },
    })
    await moveTo('2026-11-22T12:00:00+09:00')
    expect((await carrier.post('/orders', switchOver)).status).toBe(202)
    await moveTo('2026-11-23T09:00:00+09:00')
    expect((await carrier.get('/orders/sim-1')).json).toMatchObject({
      state: 'switched',
      facts: { number: expect.stringMatching(/^0700000\d{4}$/) },
    })
    expect((await carrier.get('/lines/L2')).json).toMatchObject({
      kind: 'data',
      state: 'active',
      startedAt: '2026-11-23T09:00:00+09:00',
    })
    await moveTo('2026-12-24T00:00:00+09:00')
    const usage = await carrier.get('/usage/total?lineRef=L2&month=2026-12')
    expect(usage.json).toMatchObject({ records: 0 })
    await fetch(`${server.url}/usage`, { headers: { authorization: 'Bearer secret' } })
    const read = await carrier.get('/usage/total?lineRef=L2&month=2026-12')
    expect(read.json).toMatchObject({ records: expect.any(Number), lowBytes: 0 })
    expect(JSON.stringify(read.json)).not.toContain('"records":0')
    const told = receiver.received.filter((message) => message['orderId'] === 'sim-1')
    expect(told.map((message) => message['state'])).toEqual([
      'accepted',
      'shipped',
      'arrived',
      'switch_ready',
      'switched',
    ])
  })

  test('a SIM that nobody switches over is switched by itself on the tenth day', async () => {
    await carrier.post('/orders', { orderId: 'sim-2', ...newSim })
    await moveTo('2026-12-02T02:59:59+09:00')
    expect((await carrier.get('/orders/sim-2')).json).toMatchObject({ state: 'switch_ready' })
    await moveTo('2026-12-02T03:00:00+09:00')
    expect((await carrier.get('/orders/sim-2')).json).toMatchObject({ state: 'auto_switched' })
  })

  test('an eSIM profile is ready in seconds; the kind changes when it is switched', async () => {
    const order = { orderId: 'k-1', kind: 'change-kind', lineRef: 'L1', toKind: 'data' }
    const eid = '89049032000000000000000000001234'
    expect((await carrier.post('/orders', order)).status).toBe(400)
    await carrier.post('/orders', { ...order, eid })
    await moveTo('2026-11-20T10:00:20+09:00')
    expect((await carrier.get('/orders/k-1')).json).toMatchObject({
      state: 'switch_ready',
      facts: { activationCode: expect.stringMatching(/^LPA:1\$smdp\.carrier\.example\$M-\d{16}$/) },
    })
    expect((await carrier.get('/lines/L1')).json).toMatchObject({ kind: 'voice' })
    const now = { orderId: 'sw', kind: 'switch-over', lineRef: 'L1', forOrderId: 'k-1' }
    expect((await carrier.post('/orders', now)).status).toBe(202)
    expect((await carrier.get('/lines/L1')).json).toMatchObject({
      kind: 'data',
      simKind: 'esim',
      number: '07000001234',
    })
    const short = { ...order, orderId: 'k-2', eid: '1234' }
    expect((await carrier.post('/orders', short)).status).toBe(400)
  })

  test('a number ported in replaces the line’s own', async () => {
    await carrier.post('/orders', { orderId: 'sim-3', ...newSim, toKind: 'voice' })
    await moveTo('2026-11-22T12:00:00+09:00')
    const portIn = {
      orderId: 'in-1',
      kind: 'port-in-complete',
      lineRef: 'L2',
      forOrderId: 'sim-3',
      number: '09000009999',
      mnpNumber: '1234567890',
    }
    await carrier.post('/orders', portIn)
    expect((await carrier.get('/orders/in-1')).json).toMatchObject({
      state: 'switched',
      facts: { number: '09000009999', portedIn: true },
    })
  })

  test('an MNP number lives fifteen days, and its use ends the line', async () => {
    const order = { kind: 'mnp-number', lineRef: 'L1' }
    await carrier.post('/orders', { orderId: 'm-1', ...order })
    await moveTo('2026-11-20T10:03:00+09:00')
    const issued = await carrier.get('/orders/m-1')
    expect(issued.json).toMatchObject({
      state: 'issued',
      facts: {
        mnpNumber: expect.stringMatching(/^99\d{8}$/),
        issuedOn: '2026-11-20',
        expiresOn: '2026-12-04',
      },
    })
    const second = await carrier.post('/orders', { orderId: 'm-2', ...order })
    expect(second).toMatchObject({ status: 422, json: { error: { code: 'NUMBER_LIVE' } } })
    await moveTo('2026-12-04T23:59:59+09:00')
    expect((await carrier.get('/orders/m-1')).json).toMatchObject({ state: 'issued' })
    await moveTo('2026-12-05T00:00:00+09:00')
    expect((await carrier.get('/orders/m-1')).json).toMatchObject({ state: 'expired' })

    await carrier.post('/orders', { orderId: 'm-3', ...order })
    await moveTo('2026-12-05T00:03:00+09:00')
    const told = receiver.received.find(
      (message) => message['orderId'] === 'm-3' && message['state'] === 'issued',
    )
    const facts = { mnpNumber: '0000000000', ...Object(told?.['facts']) }
    const use = { number: '07000001234', mnpNumber: facts.mnpNumber }
    expect((await carrier.post('/mnp/use', { ...use, number: '07000000000' })).status).toBe(404)
    expect((await carrier.post('/mnp/use', use)).json).toMatchObject({ state: 'ported_out' })
    expect((await carrier.get('/lines/L1')).json).toMatchObject({ state: 'terminated' })
    expect((await carrier.post('/mnp/use', use)).status).toBe(410)
  })

  test('only voice lines get an MNP number', async () => {
    await carrier.put('/lines/L3', { ...voiceLine, kind: 'sms' })
    const refused = await carrier.post('/orders', {
      orderId: 'm-9',
      kind: 'mnp-number',
      lineRef: 'L3',
    })
    expect(refused.json).toMatchObject({ error: { code: 'NOT_A_VOICE_LINE' } })
    expect((await carrier.get('/orders/m-9')).json).toMatchObject({
      state: 'rejected',
      facts: { reason: 'NOT_A_VOICE_LINE' },
    })
  })

  test('a termination can be taken back until its hour, and then ends the line', async () => {
    const end = { kind: 'terminate', lineRef: 'L1', at: '2026-12-01T00:00:00+09:00' }
    await carrier.post('/orders', { orderId: 't-1', ...end })
    const undo = { orderId: 'c-1', kind: 'cancel', lineRef: 'L1', forOrderId: 't-1' }
    expect((await carrier.post('/orders', undo)).status).toBe(202)
    expect((await carrier.get('/orders/t-1')).json).toMatchObject({ state: 'cancelled' })
    await moveTo('2026-12-02T00:00:00+09:00')
    expect((await carrier.get('/lines/L1')).json).toMatchObject({ state: 'active' })

    await carrier.post('/orders', { orderId: 't-2', ...end, at: '2027-01-01T00:00:00+09:00' })
    await moveTo('2027-01-01T00:00:00+09:00')
    expect((await carrier.get('/lines/L1')).json).toMatchObject({
      state: 'terminated',
      endedAt: '2027-01-01T00:00:00+09:00',
    })
    const late = await carrier.post('/orders', { ...undo, orderId: 'c-2', forOrderId: 't-2' })
    expect(late.json).toMatchObject({ error: { code: 'LINE_TERMINATED' } })
    const off = await carrier.put('/lines/L1/high-speed', { orderId: 'h', on: false })
    expect(off.json).toMatchObject({ error: { code: 'LINE_TERMINATED' } })
  })
})

describe('one-stop hand-off', () => {
  const mint = async () => {
    const { json } = await carrier.post('/one-stop/tokens', { number: '07000001234' })
    return { token: '', consentUrl: '', ...Object(json) }
  }

  test('a consent completes the port after ten minutes; its token works once', async () => {
    const { token, consentUrl } = await mint()
    const url = new URL(consentUrl)
    expect(url.origin + url.pathname).toBe('http://portal.test/mypage/portout.html')
    expect(url.searchParams.get('return_url')).toBe(`${server.url}/one-stop/done`)
    expect((await carrier.get(`/one-stop/tokens/${token}`)).json).toMatchObject({
      number: '07000001234',
      returnUrl: `${server.url}/one-stop/done`,
      state: 'waiting',
    })
    const consent = { orderId: 'os-1', token, lineRef: 'L1', result: 'consented' }
    const first = await carrier.post('/one-stop/consents', consent)
    expect(first.json).toMatchObject({
      redirectUrl: `${server.url}/one-stop/done?result=consented`,
    })
    expect((await carrier.post('/one-stop/consents', consent)).json).toEqual(first.json)
    const other = await carrier.post('/one-stop/consents', { ...consent, orderId: 'os-2' })
    expect(other.json).toMatchObject({ error: { code: 'TOKEN_SPENT' } })
    await moveTo('2026-11-20T10:10:00+09:00')
    expect((await carrier.get('/orders/os-1')).json).toMatchObject({ state: 'ported_out' })
    expect((await carrier.get('/lines/L1')).json).toMatchObject({ state: 'terminated' })
  })

  test('another number, a late token and a wrong one are refused', async () => {
    const { token } = await mint()
    await carrier.put('/lines/L3', { ...voiceLine, number: '07000005678' })
    const consent = { orderId: 'os-3', token, lineRef: 'L3', result: 'consented' }
    expect((await carrier.post('/one-stop/consents', consent)).json).toMatchObject({
      error: { code: 'NUMBER_DIFFERS' },
    })
    instant = instant.add({ minutes: 30 })
    const late = { ...consent, orderId: 'os-4', lineRef: 'L1' }
    expect((await carrier.post('/one-stop/consents', late)).json).toMatchObject({
      error: { code: 'TOKEN_EXPIRED' },
    })
    expect((await carrier.get('/one-stop/tokens/unknown')).status).toBe(404)
    const form = new URLSearchParams({ number: '０７０-0000-1234' })
    const sent = await fetch(`${server.url}/one-stop`, {
      method: 'POST',
      body: form,
      redirect: 'manual',
    })
    expect(sent.headers.get('location')).toContain('http://portal.test/mypage/portout.html?token=')
  })
})

describe('callbacks', () => {
  test('tried again until they are taken, with the same event id', async () => {
    receiver.answerWith(500)
    await carrier.post('/orders', { orderId: 'm-1', kind: 'mnp-number', lineRef: 'L1' })
    expect((await carrier.post('/__tick')).json).toEqual({ sent: 0, failed: 1 })
    expect((await carrier.post('/__tick')).json).toEqual({ sent: 0, failed: 0 })
    receiver.answerWith(200)
    instant = instant.add({ minutes: 4 })
    expect((await carrier.post('/__tick')).json).toEqual({ sent: 3, failed: 0 })
    expect(states()).toEqual(['accepted', 'issuing', 'issued'])
  })

  test('they survive a restart', async () => {
    await carrier.post('/orders', { orderId: 'm-1', kind: 'mnp-number', lineRef: 'L1' })
    await server.close()
    instant = instant.add({ minutes: 4 })
    server = await startCarrier(options)
    await carrier.post('/__tick')
    expect(states()).toEqual(['accepted', 'issuing', 'issued'])
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
  ])('the sentinel %s brings %j', async (orderId, expected) => {
    await carrier.post('/orders', { orderId, kind: 'mnp-number', lineRef: 'L1' })
    await moveTo('2026-11-20T10:05:00+09:00')
    expect(states()).toEqual(expected)
    await moveTo('2026-11-21T17:00:00+09:00')
    if (orderId === 'm-late') expect(states()).toEqual(['accepted', 'issuing', 'issued'])
  })

  test('faults by hand: duplicate, and out of order', async () => {
    await carrier.post('/__faults', { mode: 'duplicate' })
    await carrier.post('/orders', { orderId: 'm-1', kind: 'mnp-number', lineRef: 'L1' })
    await carrier.post('/__tick')
    expect(states()).toEqual(['accepted', 'accepted'])
    await carrier.post('/__faults', { mode: 'out-of-order' })
    await moveTo('2026-11-20T10:05:00+09:00')
    expect(states().slice(2)).toEqual(['issued', 'issuing'])
  })
})

describe('sentinels and faults of requests', () => {
  const order = { kind: 'mnp-number', lineRef: 'L1' }

  test('-reject, -lost and -silent do what they say', async () => {
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

  test('an EID can ask for the same', async () => {
    const eid = '89049032000000000000000000009422'
    const esim = { ...newSim, kind: 'issue-esim', eid, simSize: undefined }
    expect((await carrier.post('/orders', { orderId: 'e-1', ...esim })).json).toMatchObject({
      error: { code: 'REJECTED_BY_SENTINEL' },
    })
  })

  test('down, silent and reject by hand; health goes on', async () => {
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
