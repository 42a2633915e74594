import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { toCardToken } from '../platform/card-number.ts'
import type { RunningServer } from '../wire/listen.ts'
import { createTestClient } from '#tests/stand-ins/client.ts'
import { startReceiver } from '#tests/stand-ins/receiver.ts'
import { startCard } from './start.ts'
import type { CardOptions } from './start.ts'
import { parseToken } from './token.ts'

let instant = Temporal.Instant.from('2026-12-07T09:00:00+09:00')
let folder = ''
let options: CardOptions
let server: RunningServer
const card = createTestClient(() => server.url, 'secret')
const ok = 'tok_visa_4242_203012_ok_sato'

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'card-'))
  options = {
    port: 0,
    dataFile: join(folder, 'card.sqlite'),
    now: () => instant,
    secret: 'secret',
    slowMs: 150,
    callbackUrl: null,
    callbackSecret: 'callback-secret',
    tickMs: 0,
  }
  server = await startCard(options)
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true })
})

describe('報告', () => {
  test('返事が届かなかった請求の結果も、30秒後に報告される', async () => {
    const receiver = await startReceiver('callback-secret')
    const reporting = await startCard({
      ...options,
      dataFile: ':memory:',
      callbackUrl: receiver.url,
    })
    const client = createTestClient(() => reporting.url, 'secret')
    const charge = { orderId: 'b-silent', amountYen: 1191, cardToken: ok }
    expect(await client.staysSilent('POST', '/charges', charge)).toBe(true)
    await client.post('/charges', { ...charge, orderId: 'b-1', amountYen: 500 })
    expect((await client.post('/__tick')).json).toEqual({ sent: 0, failed: 0 })
    const before = instant
    instant = instant.add({ seconds: 30 })
    expect((await client.post('/__tick')).json).toEqual({ sent: 2, failed: 0 })
    instant = before
    expect(receiver.received).toMatchObject([
      { type: 'charge', orderId: 'b-silent', result: 'ok', amountYen: 1191 },
      { type: 'charge', orderId: 'b-1', result: 'ok', amountYen: 500 },
    ])
    await reporting.close()
    await receiver.close()
  })
})

describe('請求', () => {
  test('何度頼んでも、引き落としは一度', async () => {
    const charge = { orderId: 'c-1', amountYen: 1078, cardToken: ok }
    const all = await Promise.all(Array.from({ length: 20 }, () => card.post('/charges', charge)))
    expect(new Set(all.map((answer) => JSON.stringify(answer.json))).size).toBe(1)
    expect(all[0]?.json).toMatchObject({ result: 'ok', amountYen: 1078 })
    expect(all.filter((answer) => answer.isReplayed).length).toBe(19)
    const day = await card.get('/charges?date=2026-12-07')
    expect(day.json).toMatchObject({ totalYen: 1078, charges: [{ orderId: 'c-1' }] })
    const other = await card.post('/charges', { ...charge, amountYen: 1 })
    expect(other).toMatchObject({ status: 409, json: { error: { code: 'ORDER_ID_REUSED' } } })
    expect((await fetch(`${server.url}/charges/c-1`)).status).toBe(401)
  })

  test.each([
    ['tok_visa_0002_203012_insufficient-funds_x', 'insufficient_funds'],
    ['tok_visa_0119_203012_do-not-honour_x', 'do_not_honour'],
    ['tok_visa_0069_203012_expired-card_x', 'expired_card'],
    ['tok_visa_0001_203012_lost-card_x', 'lost_card'],
    ['tok_visa_4242_202611_ok_x', 'expired_card'],
    ['4242424242424242', 'token_unknown'],
    ['tok_visa_4242_203013_ok_x', 'token_unknown'],
  ])('カード%sは断られる：%s', async (cardToken, reason) => {
    const orderId = `r-${cardToken}`
    const answer = await card.post('/charges', { orderId, amountYen: 500, cardToken })
    expect(answer).toMatchObject({ status: 200, json: { result: 'refused', reason } })
    expect((await card.get(`/charges/${orderId}`)).json).toMatchObject({ result: 'refused' })
  })

  test('カードは、日本の時刻でその月の最後の瞬間まで使える', async () => {
    const before = instant
    const cardToken = 'tok_visa_4242_202612_ok_x'
    instant = Temporal.Instant.from('2026-12-31T23:59:59+09:00')
    const last = await card.post('/charges', { orderId: 'm-1', amountYen: 1, cardToken })
    expect(last.json).toMatchObject({ result: 'ok' })
    instant = Temporal.Instant.from('2027-01-01T00:00:00+09:00')
    const late = await card.post('/charges', { orderId: 'm-2', amountYen: 1, cardToken })
    expect(late.json).toMatchObject({ reason: 'expired_card' })
    instant = before
  })

  test('silentは請求して答えず、lostはどちらもせず、slowは遅れて答える', async () => {
    const silent = { orderId: 's-1', amountYen: 700, cardToken: 'tok_visa_0259_203012_silent_x' }
    expect(await card.staysSilent('POST', '/charges', silent)).toBe(true)
    expect((await card.get('/charges/s-1')).json).toMatchObject({ result: 'ok', amountYen: 700 })
    const lost = { orderId: 's-2-lost', amountYen: 700, cardToken: ok }
    expect(await card.staysSilent('POST', '/charges', lost)).toBe(true)
    expect((await card.get('/charges/s-2-lost')).status).toBe(404)
    const slow = { orderId: 's-3-slow', amountYen: 700, cardToken: ok }
    expect((await card.post('/charges', slow)).json).toMatchObject({ result: 'ok' })
  })

  test('円でない金額は断る', async () => {
    for (const amountYen of [0, -1, 1.5, '100']) {
      const answer = await card.post('/charges', { orderId: 'bad', amountYen, cardToken: ok })
      expect([amountYen, answer.status]).toEqual([amountYen, 400])
    }
  })

  test('手で断らせる', async () => {
    await card.post('/__faults', { mode: 'reject', times: 1 })
    const charge = { amountYen: 100, cardToken: ok }
    expect((await card.post('/charges', { orderId: 'f-1', ...charge })).json).toMatchObject({
      reason: 'do_not_honour',
    })
    expect((await card.post('/charges', { orderId: 'f-2', ...charge })).json).toMatchObject({
      result: 'ok',
    })
  })
})

describe('返金とトークン', () => {
  test('返金は引き落とした額まで', async () => {
    await card.post('/charges', { orderId: 'c-9', amountYen: 1000, cardToken: ok })
    const refund = { orderId: 'b-1', chargeOrderId: 'c-9', amountYen: 600 }
    const first = await card.post('/refunds', refund)
    expect(first.json).toMatchObject({ result: 'ok', amountYen: 600 })
    expect((await card.post('/refunds', refund)).json).toEqual(first.json)
    const second = await card.post('/refunds', { ...refund, orderId: 'b-2' })
    expect(second.json).toMatchObject({ result: 'refused', reason: 'exceeds_charge' })
    expect((await card.get('/charges/c-9')).json).toMatchObject({ refundedYen: 600 })
    expect((await card.get('/refunds/b-1')).json).toEqual(first.json)
    const unknown = { ...refund, orderId: 'b-3', chargeOrderId: 'none' }
    expect((await card.post('/refunds', unknown)).json).toMatchObject({ reason: 'charge_unknown' })
    expect((await card.get('/refunds/none')).status).toBe(404)
  })

  test('返金の答えは断り・無言・遅れ・消失のどれにもなり、行われたものは報告される', async () => {
    const receiver = await startReceiver('callback-secret')
    const reporting = await startCard({
      ...options,
      dataFile: ':memory:',
      callbackUrl: receiver.url,
    })
    const client = createTestClient(() => reporting.url, 'secret')
    const back = async (behaviour: string) => {
      const cardToken = `tok_visa_4242_203012_${behaviour}_x`
      const charge = { orderId: `${behaviour}-charge`, amountYen: 500, cardToken }
      expect((await client.post('/charges', charge)).json).toMatchObject({ result: 'ok' })
      return { orderId: `${behaviour}-back`, chargeOrderId: charge.orderId, amountYen: 500 }
    }
    const refused = await client.post('/refunds', await back('refund-refused'))
    expect(refused.json).toMatchObject({ result: 'refused', reason: 'card_closed' })
    expect(await client.staysSilent('POST', '/refunds', await back('refund-silent'))).toBe(true)
    expect((await client.get('/refunds/refund-silent-back')).json).toMatchObject({ result: 'ok' })
    expect(await client.staysSilent('POST', '/refunds', await back('refund-lost'))).toBe(true)
    expect((await client.get('/refunds/refund-lost-back')).status).toBe(404)
    const slow = await client.post('/refunds', await back('refund-slow'))
    expect(slow.json).toMatchObject({ result: 'ok' })
    const before = instant
    instant = instant.add({ seconds: 30 })
    await client.post('/__faults', { mode: 'duplicate' })
    await client.post('/__tick')
    instant = before
    const reports = receiver.received.map((one) => ({ type: '', orderId: '', ...one }))
    expect(reports.filter(({ type }) => type === 'refund').map(({ orderId }) => orderId)).toEqual([
      'refund-refused-back',
      'refund-refused-back',
      'refund-silent-back',
      'refund-silent-back',
      'refund-slow-back',
      'refund-slow-back',
    ])
    await reporting.close()
    await receiver.close()
  })

  test('更新したトークンで、同じカードに請求できる', async () => {
    const { json } = await card.post('/tokens', { orderId: 'n-1', cardToken: ok })
    const { cardToken } = { cardToken: '', ...Object(json) }
    expect(cardToken).not.toBe(ok)
    expect((await card.get(`/tokens/${cardToken}`)).json).toEqual({
      brand: 'visa',
      last4: '4242',
      expires: '2030-12',
    })
    expect((await card.get('/tokens/tok_x')).status).toBe(404)
  })

  test('カード登録画面のトークンが、ここで通じる', () => {
    const token = toCardToken('4000000000000002', '2030-09', 'abc')
    expect(parseToken(token)).toEqual({
      brand: 'visa',
      last4: '0002',
      expires: '2030-09',
      behaviour: 'insufficient-funds',
    })
  })

  test('請求は、起動し直しても残る', async () => {
    const charge = { orderId: 'keep-1', amountYen: 10, cardToken: ok }
    const before = await card.post('/charges', charge)
    await server.close()
    server = await startCard(options)
    const again = await card.post('/charges', charge)
    expect(again.isReplayed).toBe(true)
    expect(again.json).toEqual(before.json)
  })
})
