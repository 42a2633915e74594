import { beforeEach, describe, expect, test } from 'vitest'
import { api } from '#protocol/index.ts'
import { useHarness } from '#tests/api/use-harness.ts'
import { rowsOf } from '#tests/api/rows.ts'
import { handOff, wayBack } from '#tests/api/one-stop.ts'
import { codeOf } from '#tests/api/refusals.ts'
import { simDesk, type DeskMember } from '#tests/api/sim-orders.ts'
import { letGoOfOrders } from '#tests/api/orders.ts'

const START = '2026-11-20T10:00:00+09:00'

const harness = await useHarness(START)
let serial = 1_000
const desk = simDesk(harness, 'onestop')
beforeEach(async () => {
  await letGoOfOrders(harness)
  harness.clock.set(START)
})

/** A member who has typed the number at the receiving carrier and was sent here. */
async function arrived() {
  const number = `0700000${(serial += 1)}`
  const member = await desk.member({ lines: [{ number }] })
  return { member, ...(await handOff(harness, number)) }
}

async function consent(member: DeskMember, asked: { token: string; returnUrl: string }) {
  const { conditions } = await member.call(api.portOutOneStopGet, { query: asked })
  return member.call(api.portOutOneStopPost, { body: { ...asked, conditions, agreed: true } })
}

const contractOf = async (member: DeskMember) => (await desk.again(member.loginId))(api.contractGet)

describe('MNPワンストップ', () => {
  test('同意の画面には、移転先・番号・費用・起きることが出る', async () => {
    const { member, ...asked } = await arrived()
    expect(await member.call(api.portOutOneStopGet, { query: asked })).toMatchObject({
      receiverName: 'みらいの電話（転入先の見本）',
      numberMasked: expect.stringMatching(/^070\*{4}\d{4}$/),
      allowed: true,
      payment: { feeYen: 0, unpaidYen: 0, remainingInstalmentsYen: 0 },
      expiresAt: '2026-11-20T10:30:00+09:00',
      consentExpiresOn: '2026-12-04',
    })
  })

  test('同意すると移転先へ戻り、10分で転出が完了して契約が終わる', async () => {
    const { member, ...asked } = await arrived()
    const { orderNo, redirectUrl } = await consent(member, asked)
    expect(redirectUrl).toBe(`http://localhost:3000/portout/return/${orderNo}`)
    const key = { contractId: member.contractId, orderNo }
    expect(await wayBack(harness, key)).toBe(`${asked.returnUrl}?result=consented`)
    await harness.drain()
    expect(await wayBack(harness, key)).toBe(`${asked.returnUrl}?result=consented`)
    await desk.after(11)
    const contract = await contractOf(member)
    expect(contract.status).toBe('ported_out')
    expect(contract.lines.map(({ status }) => status)).toEqual(['ended'])
  })

  test('番号を発行しない転出なので、予約番号のことばでは知らせない', async () => {
    const { member, ...asked } = await arrived()
    const { orderNo } = await consent(member, asked)
    const requestOf = async (call: DeskMember['call']) =>
      (await call(api.portOutPossibleListGet)).lines[0]?.request
    expect(await requestOf(member.call)).toMatchObject({
      state: 'requested',
      stateLabel: '同意済み',
      receiverName: 'みらいの電話（転入先の見本）',
    })
    await harness.drain()
    await desk.after(11)
    const call = await desk.again(member.loginId)
    expect(await requestOf(call)).toMatchObject({ state: 'ported_out', stateLabel: '転出済み' })
    const { timeline } = await call(api.orderGet, { query: { orderNo } })
    expect(timeline.map(({ label }) => label)).not.toContain('発行済み')
    expect(timeline.at(-1)?.label).toBe('転出済み')
  })

  test('トークンは1回だけ。2度目の同意は断り、読み直せば受け付けたことを伝える', async () => {
    const { member, ...asked } = await arrived()
    const { conditions } = await member.call(api.portOutOneStopGet, { query: asked })
    const body = { ...asked, conditions, agreed: true } as const
    const receipt = await member.call(api.portOutOneStopPost, { body })
    expect(await codeOf(member.call(api.portOutOneStopPost, { body }))).toBe(
      'HANDOFF_TOKEN_INVALID',
    )
    await harness.drain()
    const again = await member.call(api.portOutOneStopGet, { query: asked })
    const { orderNo, acceptedAt, redirectUrl } = receipt
    expect(again.consented).toMatchObject({ orderNo, acceptedAt, redirectUrl })
    const { token } = asked
    const elsewhere = { token, returnUrl: `${asked.returnUrl}?other` }
    expect(await codeOf(member.call(api.portOutOneStopGet, { query: elsewhere }))).toBe(
      'RETURN_URL_NOT_ALLOWED',
    )
    const other = await desk.member()
    expect(await codeOf(other.call(api.portOutOneStopGet, { query: asked }))).toBe(
      'HANDOFF_TOKEN_INVALID',
    )
  })

  test('30分を過ぎたトークン、知らないトークン、見ていないトークンでは同意できない', async () => {
    const { member, ...asked } = await arrived()
    const { conditions } = await member.call(api.portOutOneStopGet, { query: asked })
    harness.clock.set('2026-11-20T10:30:00+09:00')
    const call = await desk.again(member.loginId)
    const body = { ...asked, conditions, agreed: true } as const
    expect(await codeOf(call(api.portOutOneStopPost, { body }))).toBe('HANDOFF_TOKEN_INVALID')
    const unknown = { ...body, token: 'no-such-token' }
    expect(await codeOf(call(api.portOutOneStopPost, { body: unknown }))).toBe(
      'HANDOFF_TOKEN_INVALID',
    )
    const query = { ...asked, token: 'no-such-token' }
    expect(await codeOf(call(api.portOutOneStopGet, { query }))).toBe('HANDOFF_TOKEN_INVALID')
  })

  test('登録のない戻り先へは送り返さない', async () => {
    const { member, token, returnUrl } = await arrived()
    const evil = { token, returnUrl: 'https://evil.example/done' }
    expect(await codeOf(member.call(api.portOutOneStopGet, { query: evil }))).toBe(
      'RETURN_URL_NOT_ALLOWED',
    )
    const elsewhere = { token, returnUrl: `${new URL(returnUrl).origin}/elsewhere` }
    expect(await codeOf(member.call(api.portOutOneStopGet, { query: elsewhere }))).toBe(
      'RETURN_URL_NOT_ALLOWED',
    )
    const { conditions } = await member.call(api.portOutOneStopGet, {
      query: { token, returnUrl },
    })
    const body = { ...evil, conditions, agreed: true } as const
    expect(await codeOf(member.call(api.portOutOneStopPost, { body }))).toBe(
      'RETURN_URL_NOT_ALLOWED',
    )
  })

  test('ほかの人の番号のトークンは、だれのものか教えずに断る', async () => {
    const { token, returnUrl } = await arrived()
    const other = await desk.member()
    expect(await codeOf(other.call(api.portOutOneStopGet, { query: { token, returnUrl } }))).toBe(
      'HANDOFF_TOKEN_INVALID',
    )
  })

  test('移転先で開通しないままなら同意は15日で失効し、回線は残り、翌々日からまた申し込める', async () => {
    const member = await desk.member({ lines: [{ number: '07000009404' }] })
    const { orderNo } = await consent(member, await handOff(harness, '07000009404'))
    await harness.drain()
    await desk.after(11)
    const waiting = await desk.again(member.loginId)
    const requestOf = async (call: DeskMember['call']) =>
      (await call(api.portOutPossibleListGet)).lines[0]
    expect(await requestOf(waiting)).toMatchObject({
      allowed: false,
      reasonCode: 'MNP_NUMBER_LIVE',
      request: { state: 'issuing', stateLabel: '移転先の開通待ち', expiresOn: '2026-12-04' },
    })
    const order = await waiting(api.orderGet, { query: { orderNo } })
    // When it will be is the receiver's affair: the step ahead has no date.
    expect(order.timeline.at(-1)).toEqual({
      key: 'ported_out',
      label: '転出済み',
      position: 'ahead',
    })
    expect(order.next).toEqual({ label: '同意の有効期限', on: '2026-12-04' })
    const { deadlines } = await waiting(api.deadlinesGet)
    expect(deadlines.find(({ kind }) => kind === 'numberExpiry')).toMatchObject({
      title: 'MNP転出の同意の有効期限',
      on: '2026-12-04',
      orderNo,
    })

    await desk.workAt('2026-12-04T23:30:00+09:00')
    expect((await requestOf(await desk.again(member.loginId)))?.request?.state).toBe('issuing')
    await desk.workAt('2026-12-05T00:00:00+09:00')
    const expired = await desk.again(member.loginId)
    expect(await requestOf(expired)).toMatchObject({
      allowed: false,
      reasonCode: 'MNP_NUMBER_COOLDOWN',
      freeFrom: '2026-12-06',
      request: { state: 'cooldown', stateLabel: '再申し込み待ち', nextFrom: '2026-12-06' },
    })
    expect((await expired(api.orderGet, { query: { orderNo } })).timeline).toMatchObject([
      { label: '同意済み' },
      { label: '移転先の開通待ち' },
      { label: '同意の期限切れ' },
      { label: '再申し込み待ち', message: expect.stringContaining('引き続きご利用いただけます') },
    ])
    expect(await contractOf(member)).toMatchObject({ status: 'active' })
    const letters = await rowsOf(
      harness,
      'notice',
      ['title'],
      { account_id: member.accountId },
      'raised_at',
    )
    expect(letters.at(-1)?.title).toBe('MNPワンストップの同意の有効期限が過ぎました')

    await desk.workAt('2026-12-06T00:00:00+09:00')
    const freed = await desk.again(member.loginId)
    const line = await requestOf(freed)
    expect(line).toMatchObject({ allowed: true, line: { lineId: member.lineId } })
    expect(line?.request).toBeUndefined()
    expect(await freed(api.orderGet, { query: { orderNo } })).toMatchObject({
      final: true,
      stateLabel: '開通せずに終了',
    })
  })

  test('移転先が答えなくても注文は残り、答えがあれば1回だけ完了する', async () => {
    const { member, ...asked } = await arrived()
    const { orderNo } = await consent(member, asked)
    await desk.carrierFault({ mode: 'down' })
    const key = { contractId: member.contractId, orderNo }
    expect(await wayBack(harness, key)).toBe(`/mypage/order.html?no=${orderNo}`)
    await desk.carrierFault({ mode: 'off' })
    await desk.after(1)
    await desk.after(11)
    expect((await contractOf(member)).status).toBe('ported_out')
  })
})
