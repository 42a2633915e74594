import { describe, expect, test } from 'vitest'
import { addRow, rowsOf, setRows } from '#tests/api/rows.ts'
import { noticeTitles } from '#tests/api/notices.ts'
import { photographWithLocation } from '#tests/api/pictures.ts'
import { codeOf } from '#tests/api/refusals.ts'
import { deviceDesk } from '#tests/api/devices.ts'
import { imeiAad } from '#backend/contract/terminals.ts'
import { tokyoDate, tokyoMonth } from '#domain/tokyo.ts'
import { api } from '#protocol/index.ts'
import { openClaim, openClaims, readClaim } from './queries/desk.ts'

const {
  harness,
  nextImei,
  makeOne,
  listOf,
  stateOf,
  dayBegins,
  registered,
  requestOf,
  claim,
  desk,
  claimsOf,
  addPhotograph,
} = await deviceDesk()

describe('修理・交換の請求', () => {
  test('確認で費用0円と3営業日の期限を見てから請求し、交換が終わるまで段階ごとに知らせる', async () => {
    const member = await registered()
    const seen = await member.call(api.assuredDeviceClaimGet, { query: requestOf(member) })
    expect(seen).toMatchObject({
      deviceName: 'Pixel 9',
      basisLabel: 'つながる端末保証',
      feeYen: 0,
      claimsLeft: 2,
      // Friday the first, Monday the 23rd a holiday.
      answerBy: '2026-11-25',
      why: { allowed: true },
    })
    const { orderNo } = await claim(member)
    expect(await codeOf(claim(member))).toBe('CLAIM_OPEN')
    await desk(member, orderNo, 'exchange')
    await desk(member, orderNo, 'exchange')
    await desk(member, orderNo, 'sent', '4000-1111-2222')
    await desk(member, orderNo, 'delivered')
    expect((await claimsOf(member))[0]).toMatchObject({
      state: 'return_awaited',
      kind: 'exchange',
      trackingNo: '4000-1111-2222',
      feeYen: 0,
      story: '落として画面が割れました。',
    })
    await dayBegins('2026-12-05T00:00:00+09:00')
    expect(await stateOf(member, orderNo)).toBe('return_missing')
    await desk(member, orderNo, 'returned')
    expect(await stateOf(member, orderNo)).toBe('closed')
    // Those of one moment are in no order.
    const titles = new Set(await noticeTitles(harness, member.accountId))
    expect(titles).toEqual(
      new Set([
        '端末の登録を受け付けました',
        '端末を登録しました',
        '端末の修理・交換の請求を受け付けました',
        '端末の交換をお受けします',
        '交換品を発送しました',
        '故障した端末を返送してください',
        '故障した端末の返送を確認できていません',
        '端末の修理・交換が完了しました',
      ]),
    )
    const [row] = await rowsOf(harness, 'procedure_order', ['details'], { order_no: orderNo })
    expect(JSON.stringify(row)).not.toContain('画面が割れました')
  })

  test('修理は、端末が届き、直って返るまで進む', async () => {
    const member = await registered()
    const { orderNo } = await claim(member)
    await desk(member, orderNo, 'repair')
    expect(await member.call(api.orderGet, { query: { orderNo } })).toMatchObject({
      next: { label: '端末をお送りいただく期限', on: '2026-12-20' },
      todo: { label: '端末の送り方を見る' },
    })
    await desk(member, orderNo, 'arrived')
    await desk(member, orderNo, 'repaired', '4000-3333-4444')
    await desk(member, orderNo, 'delivered')
    expect(await stateOf(member, orderNo)).toBe('closed')
    expect((await listOf(member)).devices[0]?.claimable.claimsLeft).toBe(1)
  })

  test('修理に届いた端末を交換するときは、交換品が届けば終わりで、もう手元にない端末の返送は求めない', async () => {
    const member = await registered()
    const { orderNo } = await claim(member)
    for (const step of ['repair', 'arrived', 'exchange', 'sent', 'delivered'] as const)
      await desk(member, orderNo, step)
    expect(await stateOf(member, orderNo)).toBe('closed')
    const titles = await rowsOf(harness, 'notice', ['title'], { account_id: member.accountId })
    expect(titles.map(({ title }) => title)).not.toContain('故障した端末を返送してください')
  })

  test('お受けできないときは理由を示し、回数に数えない', async () => {
    const member = await registered()
    const { orderNo } = await claim(member)
    await desk(member, orderNo, 'refuse', 'wear')
    expect((await claimsOf(member))[0]).toMatchObject({
      state: 'refused',
      reason: '電池の消耗、傷、変色など、機能に影響のないものは、対象になりません（規約 第9条）。',
    })
    expect((await listOf(member)).devices[0]?.claimable.claimsLeft).toBe(2)
  })

  test('求めた写真が14日のあいだに届かないと、期限切れになる', async () => {
    const member = await registered()
    const { orderNo } = await claim(member)
    await desk(member, orderNo, 'photographs')
    await dayBegins('2026-12-04T00:00:00+09:00')
    expect(await stateOf(member, orderNo)).toBe('photographs_required')
    await dayBegins('2026-12-05T00:00:00+09:00')
    expect(await stateOf(member, orderNo)).toBe('lapsed')
  })

  test('取り下げられるのは決まる前まで。案内に合わない指示は何も変えない', async () => {
    const member = await registered()
    const { orderNo } = await claim(member)
    await desk(member, orderNo, 'delivered')
    expect(await stateOf(member, orderNo)).toBe('assessing')
    await member.call(api.assuredDeviceClaimDelete, { query: { orderNo } })
    expect(await stateOf(member, orderNo)).toBe('withdrawn')
    expect(await codeOf(member.call(api.assuredDeviceClaimDelete, { query: { orderNo } }))).toBe(
      'WRONG_STATE',
    )
  })

  test('年度に3回目は断り、次の年度の始まる日を伝える', async () => {
    const member = await registered({ joinedAt: '2026-03-10T09:00:00+09:00' })
    for (const happenedOn of ['2026-11-20', '2026-11-20']) {
      const { orderNo } = await claim(member, { happenedOn })
      await desk(member, orderNo, 'repair')
      await desk(member, orderNo, 'arrived')
      await desk(member, orderNo, 'repaired')
      await desk(member, orderNo, 'delivered')
    }
    const why = (await listOf(member)).devices[0]?.claimable
    expect(why).toMatchObject({
      claimsLeft: 0,
      claim: { allowed: false, reasonCode: 'CLAIM_LIMIT_REACHED', freeFrom: '2027-03-10' },
    })
    expect(await codeOf(claim(member))).toBe('CLAIM_LIMIT_REACHED')
  })

  test('日付が先のもの、登録より前のもの、ほかの方の端末は断る', async () => {
    const [member, stranger] = [await registered(), await registered()]
    expect(await codeOf(claim(member, { happenedOn: '2026-11-21' }))).toBe('VALIDATION_FAILED')
    expect(await codeOf(claim(member, { happenedOn: '2026-11-19' }))).toBe('CLAIM_OUTSIDE_COVER')
    expect(await codeOf(claim({ ...stranger, deviceId: member.deviceId }))).toBe('NOT_FOUND')
  })

  test('解約のあとも、保証のあいだに生じた破損は請求でき、受け付けた請求は最後まで進む', async () => {
    const member = await registered()
    await setRows(
      harness,
      'option_period',
      { to_on: tokyoDate('2026-11-20') },
      { contract_id: member.contractId },
    )
    harness.clock.set('2026-11-25T10:00:00+09:00')
    const back = { ...member, ...(await harness.signIn(member.loginId)) }
    expect((await listOf(back)).devices[0]).toMatchObject({
      state: 'ended',
      coveredUntil: '2026-11-20',
      claimable: { claim: { allowed: true } },
    })
    expect(await codeOf(claim(back, { happenedOn: '2026-11-21' }))).toBe('CLAIM_OUTSIDE_COVER')
    const { orderNo } = await claim(back, { happenedOn: '2026-11-20' })
    await desk(back, orderNo, 'repair')
    expect(await stateOf(back, orderNo)).toBe('awaiting_device')
  })

  test('当社で買った端末は、端末交換オプションで1回だけ交換できる', async () => {
    const member = await makeOne({ covered: false })
    const deviceId = 'dev_bought'
    await addRow(harness, 'terminal', {
      contract_id: member.contractId,
      device_id: deviceId,
      name: 'AQUOS wish3',
      imei_sealed: harness.services.sealing.seal(imeiAad(deviceId), nextImei()),
      purchased_on: tokyoDate('2025-06-01'),
      delivered_on: tokyoDate('2025-06-03'),
      price_yen: 43_780,
      instalment_count: 24,
      first_instalment_month: tokyoMonth('2025-06'),
      warranty_until: null,
      notice: null,
    })
    const [bought] = (await listOf(member)).bought
    expect(bought).toMatchObject({
      name: 'AQUOS wish3',
      claimable: {
        basis: 'exchangeOption',
        claimsLeft: 1,
        countedFrom: '2025-06-03',
        countedUntil: '2027-06-02',
      },
    })
    const owner = { ...member, deviceId: bought?.deviceId ?? '' }
    const { orderNo } = await claim(owner, { basis: 'exchangeOption' })
    await desk(owner, orderNo, 'exchange')
    await desk(owner, orderNo, 'sent')
    await desk(owner, orderNo, 'delivered')
    await desk(owner, orderNo, 'returned')
    expect(await codeOf(claim(owner, { basis: 'exchangeOption' }))).toBe('EXCHANGE_OPTION_USED')
  })

  test('窓口は、進行中の請求を期限の順に見て、文と写真を読める', async () => {
    const member = await registered()
    const { orderNo } = await claim(member)
    await addPhotograph(member, orderNo, await photographWithLocation())
    const open = await openClaims(harness.database.db)
    expect(open.map(({ order_no }) => order_no)).toContain(orderNo)
    const one = await openClaim(harness.database.db, orderNo)
    const read = await readClaim(harness.database.db, harness.services.sealing, one)
    expect(read.story).toBe('落として画面が割れました。')
    expect(read.photographs).toHaveLength(1)
    await expect(openClaim(harness.database.db, 'A-0000-0000-0000')).rejects.toThrow(RangeError)
  })
})
