import { describe, expect, test } from 'vitest'
import { rowsOf } from '#tests/api/rows.ts'
import { photographWithLocation, picture } from '#tests/api/pictures.ts'
import { codeOf } from '#tests/api/refusals.ts'
import { deviceDesk } from '#tests/api/devices.ts'
import { api } from '#protocol/index.ts'

const { harness, registered, claim, desk, claimsOf, addPhotograph, refusalOf } = await deviceDesk()

describe('請求に添える写真', () => {
  test('封をして保管し、本人だけが読める。同じ写真は1枚のまま、5枚目は断る', async () => {
    const [member, stranger] = [await registered(), await registered()]
    const { orderNo } = await claim(member)
    const first = await photographWithLocation()
    await addPhotograph(member, orderNo, first)
    await addPhotograph(member, orderNo, first)
    const [stored] = (await claimsOf(member))[0]?.photographs ?? []
    const id = stored?.photographId ?? ''
    expect((await claimsOf(member))[0]?.photographs).toHaveLength(1)
    const [row] = await rowsOf(harness, 'claim_photograph', '*', { photograph_id: id })
    expect(row?.picture_sealed.includes(Buffer.from('JFIF'))).toBe(false)
    const { photographs } = harness.services
    const opened = await photographs.read(member.contractId, id, 'whole')
    expect(opened.subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]))
    await expect(photographs.read(stranger.contractId, id, 'whole')).rejects.toThrow('NOT_FOUND')
    // Moved to another row it does not open.
    const sealed = row?.picture_sealed ?? Buffer.alloc(0)
    expect(() => harness.services.sealing.openBytes('claim_photograph.picture:x', sealed)).toThrow()

    for (const side of [50, 60, 70])
      await addPhotograph(member, orderNo, await picture('png', side))
    const fifth = await picture('png', 80)
    expect(await refusalOf(addPhotograph(member, orderNo, fifth))).toBe('PHOTOGRAPH_LIMIT_REACHED')
    expect(await refusalOf(addPhotograph(stranger, orderNo, fifth))).toBe('NOT_FOUND')
    const remove = { query: { photographId: id } }
    expect(await codeOf(stranger.call(api.assuredDevicePhotographsDelete, remove))).toBe(
      'NOT_FOUND',
    )
    await member.call(api.assuredDevicePhotographsDelete, remove)
    await addPhotograph(member, orderNo, fifth)
  })

  test('10MBを1バイトでも超えると断る', async () => {
    const member = await registered()
    const { orderNo } = await claim(member)
    const large = Buffer.concat([await picture('jpeg'), Buffer.alloc(10_000_001)]).subarray(
      0,
      10_000_001,
    )
    expect(await refusalOf(addPhotograph(member, orderNo, large))).toBe('PHOTOGRAPH_TOO_LARGE')
    expect(await refusalOf(addPhotograph(member, orderNo, large.subarray(0, 10_000_000)))).toBe(
      'taken',
    )
  })

  test('求められた写真を送ると確認に戻り、決まったあとは足せず、90日後に消える', async () => {
    const member = await registered()
    const { orderNo } = await claim(member)
    await desk(member, orderNo, 'photographs')
    const send = () => member.call(api.assuredDevicePhotographsPost, { body: { orderNo } })
    expect(await codeOf(send())).toBe('PHOTOGRAPH_MISSING')
    await addPhotograph(member, orderNo, await picture('webp'))
    expect(await send()).toMatchObject({ state: 'assessing' })
    await desk(member, orderNo, 'refuse', 'lost')
    expect(await refusalOf(addPhotograph(member, orderNo, await picture('png')))).toBe(
      'CLAIM_TAKES_NO_PHOTOGRAPHS',
    )
    const left = () => rowsOf(harness, 'claim_photograph', ['order_no'], { order_no: orderNo })
    const nightAfter = (days: number) => {
      const now = harness.clock.now().add({ hours: 24 * days })
      return harness.services.retention.deleteExpired({ now, loginNow: now })
    }
    await nightAfter(90)
    expect(await left()).toHaveLength(1)
    await nightAfter(91)
    expect(await left()).toEqual([])
  })
})
