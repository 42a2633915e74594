import { expect, test } from 'vitest'
import { z } from 'zod'
import { createTestBrowser } from '../wire/test-browser.ts'
import { newSim, useCarrier } from '#tests/stand-ins/carrier.ts'

const carrier = useCarrier()
const number = '07000008765'
const voiceSim = { ...newSim, toKind: 'voice', lineRef: 'L3' }
const reservation = { number, mnpNumber: '1234567890' }

test('予約番号で持ち込んだ番号は、切り替えのときに回線の番号になる', async () => {
  await carrier.post('/orders', { orderId: 'in-1', ...voiceSim, portIn: reservation })
  await carrier.moveTo('2026-11-22T12:00:00+09:00')
  const complete = {
    orderId: 'in-1-s1',
    kind: 'port-in-complete',
    lineRef: 'L3',
    forOrderId: 'in-1',
    ...reservation,
  }
  expect((await carrier.post('/orders', complete)).status).toBe(202)
  expect((await carrier.get('/orders/in-1')).json).toMatchObject({
    state: 'switched',
    facts: { number, portedIn: true },
  })
})

test('だれも切り替えなくても、持ち込んだ番号になる', async () => {
  await carrier.post('/orders', { orderId: 'in-2', ...voiceSim, portIn: reservation })
  await carrier.moveTo('2026-12-02T03:00:00+09:00')
  expect((await carrier.get('/lines/L3')).json).toMatchObject({ number })
})

test.each([
  ['1234569404', 'MNP_NUMBER_UNKNOWN'],
  ['1234569410', 'MNP_NUMBER_EXPIRED'],
  ['1234569411', 'MNP_NAME_DIFFERS'],
])('移転元は予約番号%sを断る：%s', async (mnpNumber, code) => {
  const order = { orderId: `in-${mnpNumber}`, ...voiceSim, portIn: { number, mnpNumber } }
  expect(await carrier.post('/orders', order)).toMatchObject({
    status: 422,
    json: { error: { code } },
  })
})

const begunAt = z.object({ startUrl: z.url() })
const returnUrl = 'http://portal.test/order/one-stop'

test('ワンストップでは、元の会社が同意を取り、その番号の合い札を持って戻る', async () => {
  const refused = await carrier.post('/port-in/one-stop', {
    number,
    returnUrl: 'http://elsewhere.test/',
    state: 's1',
  })
  expect(refused.status).toBe(422)
  const begun = await carrier.post('/port-in/one-stop', { number, returnUrl, state: 's1' })
  const { startUrl } = begunAt.parse(begun.json)
  const browser = createTestBrowser()
  expect(await (await browser.visit(startUrl)).text()).toContain('070-0000-8765')
  const { url } = await browser.follow(startUrl, { answer: 'consented' })
  expect(url.href).toMatch(/^http:\/\/portal\.test\/order\/one-stop\?state=s1&token=ost-/)
  expect(url.searchParams.get('until')).toBe('2026-12-04')
  expect((await browser.visit(startUrl)).status).toBe(410)

  const oneStopToken = url.searchParams.get('token')
  const taken = { ...voiceSim, portIn: { number, oneStopToken } }
  expect((await carrier.post('/orders', { orderId: 'in-3', ...taken })).status).toBe(202)
  const other = { ...voiceSim, lineRef: 'L4', portIn: { number: '07000001111', oneStopToken } }
  expect(await carrier.post('/orders', { orderId: 'in-4', ...other })).toMatchObject({
    status: 422,
    json: { error: { code: 'MNP_NUMBER_UNKNOWN' } },
  })
})

test.each([
  ['declined', 'declined'],
  ['differs', 'name_differs'],
])('%sと答えると、%sを持って戻る', async (answer, error) => {
  const begun = await carrier.post('/port-in/one-stop', { number, returnUrl, state: 's2' })
  const { startUrl } = begunAt.parse(begun.json)
  const { url } = await createTestBrowser().follow(startUrl, { answer })
  expect(url.searchParams.get('error')).toBe(error)
})
