import { describe, expect, test } from 'vitest'
import { rowsOf } from '#tests/api/rows.ts'
import { noticeTitles } from '#tests/api/notices.ts'
import { codeOf } from '#tests/api/refusals.ts'
import { standInFault } from '#tests/api/stand-ins.ts'
import { deviceDesk } from '#tests/api/devices.ts'
import { api } from '#protocol/index.ts'

const { harness, nextImei, makeOne, putSimInto, register, listOf, stateOf, registered } =
  await deviceDesk()
const IMEI = '490154203237518'

describe('端末の登録', () => {
  test('SIMが入っている端末を設備に確かめてから登録し、知らせる。IMEIは下4桁だけ見せる', async () => {
    const member = await makeOne({ imei: IMEI })
    const menu = await member.call(api.assuredDeviceSelectMenuGet)
    expect(menu.lines).toMatchObject([
      {
        line: { lineId: member.lineId },
        state: 'active',
        move: { allowed: true },
        join: { allowed: false, reasonCode: 'OPTION_ALREADY_ACTIVE' },
        monthlyYen: 550,
        seen: { maker: 'Google', name: 'Pixel 9', imeiMasked: '***********7518' },
        seenUnknown: false,
      },
      { state: 'available', move: { allowed: false, reasonCode: 'OPTION_NOT_ACTIVE' } },
    ])
    const asked = await register(member, { imei: '４９０１５４-２０３２３７-５１８' })
    expect(asked).toMatchObject({ operation: 'deviceRegister', state: 'checking' })
    expect((await listOf(member)).devices).toEqual([])
    await harness.drain()
    expect((await listOf(member)).devices).toMatchObject([
      {
        maker: 'Google',
        name: 'Pixel 9',
        imeiMasked: '***********7518',
        state: 'active',
        coveredFrom: '2026-11-20',
        claimable: {
          basis: 'cover',
          claim: { allowed: true },
          claimsLeft: 2,
          countedFrom: '2025-11-21',
          countedUntil: '2026-11-20',
        },
      },
    ])
    expect(await noticeTitles(harness, member.accountId)).toEqual([
      '端末の登録を受け付けました',
      '端末を登録しました',
    ])
    const stored = await rowsOf(harness, 'carrier_exchange', '*', {
      contract_id: member.contractId,
    })
    expect(JSON.stringify(stored)).not.toContain(IMEI)
    const [row] = await rowsOf(harness, 'covered_device', '*', { contract_id: member.contractId })
    expect(JSON.stringify(row)).not.toContain(IMEI)
  })

  test('設備が答えないあいだは確認中のまま待ち、答えがきたら登録する', async () => {
    const member = await makeOne({ imei: nextImei() })
    await standInFault(harness.carrier, { mode: 'down' })
    expect((await member.call(api.assuredDeviceSelectMenuGet)).lines[0]).toMatchObject({
      seenUnknown: true,
    })
    const { orderNo } = await register(member)
    await harness.drain()
    const waiting = await member.call(api.orderGet, { query: { orderNo } })
    expect(waiting).toMatchObject({ state: 'checking', stateLabel: '返事を待っています' })
    expect(await codeOf(register(member))).toBe('REGISTRATION_OPEN')
    await standInFault(harness.carrier, { mode: 'off' })
    harness.clock.set('2026-11-20T12:00:00+09:00')
    await harness.services.exchanges.reconcile()
    await harness.drain()
    expect(await stateOf(member, orderNo)).toBe('registered')
  })

  test('SIMがほかの端末に入っている、どこにも入っていないときは、理由とともに断る', async () => {
    const member = await makeOne({ imei: nextImei() })
    const other = await register(member, { imei: IMEI })
    await harness.drain()
    expect(await member.call(api.orderGet, { query: { orderNo: other.orderNo } })).toMatchObject({
      state: 'refused',
      message:
        '入力されたIMEIと、この回線のSIMが入っている端末のIMEIが違いました。SIMを登録する端末に入れて、もう一度お手続きください。',
    })
    await putSimInto(member.lineId, undefined)
    const none = await register(member)
    await harness.drain()
    expect(await member.call(api.orderGet, { query: { orderNo: none.orderNo } })).toMatchObject({
      state: 'refused',
      message: expect.stringContaining('SIMが入った端末を確認できませんでした'),
    })
    expect((await listOf(member)).devices).toEqual([])
  })

  test('打ち間違えたIMEIは、欄の横で断る', async () => {
    const member = await makeOne()
    for (const [imei, words] of [
      ['490154203237519', 'どこかの数字が違っている'],
      ['49015420323751', '15桁の数字'],
    ] as const) {
      const answer = register(member, { imei }).catch((error: unknown) => error)
      expect(await answer).toMatchObject({
        failure: { code: 'VALIDATION_FAILED', fields: { imei: [expect.stringContaining(words)] } },
      })
    }
  })

  test('ほかの方の登録した端末は登録できず、だれのものかはわからない', async () => {
    const owner = await registered()
    const stranger = await makeOne({ imei: owner.imei })
    const { orderNo } = await register(stranger)
    await harness.drain()
    const answer = await stranger.call(api.orderGet, { query: { orderNo } })
    expect(answer).toMatchObject({
      state: 'refused',
      message: 'この端末は、端末保証の対象として登録できません。お問い合わせください。',
    })
    expect(JSON.stringify(answer)).not.toContain(owner.contractId)
  })

  test('買い替えた端末へ移すと、前の端末は対象から外れ、外した端末はまた登録できる', async () => {
    const member = await registered()
    await putSimInto(member.lineId, nextImei(), 'Pixel 10')
    expect(await codeOf(register(member))).toBe('DEVICE_NOT_COVERABLE')
    await register(member, { fromDeviceId: member.deviceId })
    await harness.drain()
    const { devices } = await listOf(member)
    expect(devices.map(({ name, state, coveredUntil }) => [name, state, coveredUntil])).toEqual(
      expect.arrayContaining([
        ['Pixel 10', 'active', undefined],
        ['Pixel 9', 'ended', '2026-11-20'],
      ]),
    )
    const current = devices.find(({ name }) => name === 'Pixel 10')?.deviceId ?? ''
    const removed = await member.call(api.assuredDeviceListDelete, { query: { deviceId: current } })
    expect(removed).toEqual({ deviceId: current, coveredUntil: '2026-11-20' })
    await putSimInto(member.lineId, member.imei)
    await register(member)
    await harness.drain()
    expect((await listOf(member)).devices.filter(({ state }) => state === 'active')).toHaveLength(1)
  })

  test('返事を待つあいだに取り下げると、あとから返事がきても登録しない', async () => {
    const member = await makeOne({ imei: nextImei() })
    const { orderNo } = await register(member)
    await member.call(api.assuredDeviceRegistrationDelete, { query: { orderNo } })
    await harness.drain()
    expect(await stateOf(member, orderNo)).toBe('withdrawn')
    expect((await listOf(member)).devices).toEqual([])
  })

  test('ほかの方の回線、端末、登録は、ないものと同じ', async () => {
    const [owner, stranger] = [await registered(), await registered()]
    expect(await codeOf(register(stranger, { lineId: owner.lineId }))).toBe('NOT_FOUND')
    const { deviceId } = owner
    expect(await codeOf(stranger.call(api.assuredDeviceListDelete, { query: { deviceId } }))).toBe(
      'NOT_FOUND',
    )
    expect(await codeOf(register(stranger, { fromDeviceId: deviceId }))).toBe('NOT_FOUND')
  })
})
