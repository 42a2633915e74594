import { createServer } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCard } from './card.ts'
import { createCarrier } from './carrier.ts'
import { createPoints } from './points.ts'

/** A gateway that mixes its answers up: whatever is asked, it says what became of something else. */
let answer: object = {}
const server = createServer((incoming, outgoing) => {
  incoming.resume()
  outgoing.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(answer))
})
let options = { url: '', secret: 'secret' }
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  options = { url: `http://127.0.0.1:${port}`, secret: 'secret' }
})
afterAll(() => new Promise((resolve) => server.close(resolve)))

const noAnswer = { kind: 'no-answer', cause: 'AnswerOfAnother' }
const at = '2026-11-20T10:00:00+09:00'
const charge = { orderId: 'bill-1', amountYen: 1980, cardToken: 'tok' }
const paid = { orderId: 'bill-1', result: 'ok', amountYen: 1980, at, chargeId: 'ch-1' }

test('頼んだとおりの決済の返事は、受け取る', async () => {
  answer = paid
  const value = { result: 'ok', amountYen: 1980, at }
  expect(await createCard(options).charge(charge)).toEqual({ kind: 'accepted', value })
  expect(await createCard(options).find('bill-1')).toEqual({ kind: 'accepted', value })
})

test.each([
  ['ほかの注文の返事', { ...paid, orderId: 'bill-2' }],
  ['金額の違う返事', { ...paid, amountYen: 198 }],
])('決済の%sでは、支払いが済んだとはしない', async (_, other) => {
  answer = other
  expect(await createCard(options).charge(charge)).toEqual(noAnswer)
})

test('ほかの注文の返事では、返金も照会も済んだとはしない', async () => {
  answer = { ...paid, orderId: 'bill-2', refundId: 're-1', chargeOrderId: 'bill-1' }
  const card = createCard(options)
  const refund = { orderId: 'refund-1', chargeOrderId: 'bill-1', amountYen: 1980 }
  expect(await card.refund(refund)).toEqual(noAnswer)
  expect(await card.find('bill-1')).toEqual(noAnswer)
  expect(await card.findRefund('refund-1')).toEqual(noAnswer)
})

test('ほかの回線や注文の返事を、この回線のものとはしない', async () => {
  const carrier = createCarrier(options)
  answer = {
    orderId: 'order-2',
    kind: 'cancel',
    lineRef: 'L1',
    state: 'done',
    events: [],
    facts: {},
  }
  expect(await carrier.findOrder('order-1')).toEqual(noAnswer)
  answer = { orderId: 'order-2' }
  const order = { orderId: 'order-1', kind: 'cancel', lineRef: 'L1' }
  expect(await carrier.order(order)).toEqual(noAnswer)
  answer = { orderId: 'order-1', lineRef: 'L2', effectiveAt: at }
  expect(await carrier.commandLine('L1', 'high-speed', { orderId: 'order-1', on: true })).toEqual(
    noAnswer,
  )
  answer = lineOf('L2')
  expect(await carrier.line('L1')).toEqual(noAnswer)
})

test('ほかのポイントの返事では、動いたとはしない', async () => {
  answer = { orderId: 'p-2', result: 'ok', points: 10, moved: 10, at }
  const order = { orderId: 'p-1', memberId: 'm', kind: 'grant', points: 10 } as const
  expect(await createPoints(options).move(order)).toEqual(noAnswer)
  expect(await createPoints(options).find('p-1')).toEqual(noAnswer)
})

function lineOf(lineRef: string) {
  return {
    lineRef,
    number: '07000000001',
    kind: 'voice',
    simKind: 'esim',
    simSize: null,
    iccid: '8981000000000000000',
    startedAt: at,
    endedAt: null,
    device: {},
    highSpeedOn: true,
    speedMode: 'high',
    suspendedFor: [],
    services: {},
    state: 'active',
  }
}
