import { afterEach, describe, expect, test } from 'vitest'
import { addRow, rowsOf, setRows } from '../../../tests/api/rows.ts'
import { makeMember } from '../../../tests/api/members.ts'
import { noticesOf } from '../../../tests/api/notices.ts'
import { photographWithPlace, picture } from '../../../tests/api/pictures.ts'
import { codeOf } from '../../../tests/api/refusals.ts'
import { standInFault } from '../../../tests/api/stand-ins.ts'
import { useHarness } from '../../../tests/api/use-harness.ts'
import { imeiPlace } from '#backend/contract/terminals.ts'
import { RefusalError } from '#backend/refusal.ts'
import { tokyoDate, tokyoMonth } from '#domain/tokyo.ts'
import { api } from '#protocol/index.ts'
import { setUpCarrierLine } from '#server/demo/carrier-set-up.ts'
import { deskJob, type DeskStepName } from './desk.ts'
import { openClaim, openClaims, readClaim } from './desk-list.ts'

const START = '2026-11-20T10:00:00+09:00'
const harness = await useHarness(START)
afterEach(async () => {
  harness.clock.set(START)
  await standInFault(harness.carrier, { mode: 'off' })
})

const IMEI = '490154203237518'
let serial = 0
const nextImei = () => withCheckDigit(`4901542${String((serial += 1)).padStart(7, '0')}`)

function withCheckDigit(body: string): string {
  const sum = [...body].toReversed().reduce((total, digit, place) => {
    const value = Number(digit) * (place % 2 === 0 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return body + String((10 - (sum % 10)) % 10)
}

type Member = Awaited<ReturnType<typeof makeOne>>

async function makeOne(of: { imei?: string; covered?: boolean; joinedAt?: string } = {}) {
  const loginId = `device-${(serial += 1)}`
  const member = await makeMember(harness, {
    loginId,
    planCode: 20,
    course: 'share',
    lines: [{}, {}],
  })
  const lineId = member.lineIds[0] ?? ''
  if (of.imei !== undefined) await putSimInto(lineId, of.imei)
  if (of.covered !== false) await coverLine(member.contractId, lineId, of.joinedAt)
  return { ...member, lineId, loginId }
}

/** The option as it was joined in the past. */
const coverLine = (contractId: string, lineId: string, joinedAt = '2025-11-21T09:00:00+09:00') =>
  addRow(harness, 'option_period', {
    contract_id: contractId,
    period_id: `opt_${(serial += 1)}`,
    line_id: lineId,
    option_code: 'deviceCover',
    joined_at: Temporal.Instant.from(joinedAt),
    to_on: null,
    left_at: null,
    join_order_no: null,
    terms_version: '1.2',
    settings_sealed: null,
    activation_sealed: null,
  })

async function putSimInto(lineId: string, imei: string | undefined, name = 'Pixel 9') {
  const line = await harness.services.carrier.line(`ref-${lineId}`)
  if (line.kind !== 'accepted') throw new Error(line.kind)
  const { number, kind, simKind, simSize, iccid, startedAt } = line.value
  await setUpCarrierLine(harness.services.config, `ref-${lineId}`, {
    number,
    kind,
    simKind,
    simSize,
    iccid,
    startedAt,
    profile: 'idle',
    device: imei === undefined ? {} : { maker: 'Google', name, imei },
  })
}

const register = (
  member: Member,
  more: { imei?: string; fromDeviceId?: string; lineId?: string } = {},
) =>
  member.call(api.assuredDeviceSelectMenuPost, {
    body: { lineId: member.lineId, termsVersion: '1.2', agreed: true, ...more },
  })
const listOf = (member: Member) => member.call(api.assuredDeviceListGet)
/** Out of the table: a login does not last for the days that some of this takes. */
const stateOf = async (_: Member, orderNo: string) =>
  (await rowsOf(harness, 'procedure_order', ['state'], { order_no: orderNo }))[0]?.state
/** The round of the day that looks for what never came. */
async function dayBegins(at: string) {
  harness.clock.set(at)
  const sweeps = harness.services.work.flatMap((part) => part.sweeps ?? [])
  await sweeps.find(({ name }) => name === 'claims that waited in vain')?.run(harness.clock.now())
}

async function registered(of: { joinedAt?: string } = {}) {
  const imei = nextImei()
  const member = await makeOne({ imei, ...of })
  await register(member)
  await harness.drain()
  const [device] = (await listOf(member)).devices
  if (device === undefined) throw new Error('not registered')
  return { ...member, imei, deviceId: device.deviceId }
}

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
    expect((await noticesOf(harness, member.accountId)).map(({ title }) => title)).toEqual([
      '端末の登録を受け付けました',
      '端末を登録しました',
    ])
    const kept = await rowsOf(harness, 'carrier_exchange', '*', { contract_id: member.contractId })
    expect(JSON.stringify(kept)).not.toContain(IMEI)
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
    await harness.walkTo('2026-11-20T12:00:00+09:00')
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
      const told = register(member, { imei }).catch((error: unknown) => error)
      expect(await told).toMatchObject({
        failure: { code: 'VALIDATION_FAILED', fields: { imei: [expect.stringContaining(words)] } },
      })
    }
  })

  test('ほかの方の登録した端末は登録できず、だれのものかはわからない', async () => {
    const owner = await registered()
    const stranger = await makeOne({ imei: owner.imei })
    const { orderNo } = await register(stranger)
    await harness.drain()
    const told = await stranger.call(api.orderGet, { query: { orderNo } })
    expect(told).toMatchObject({
      state: 'refused',
      message: 'この端末は、端末保証の対象として登録できません。お問い合わせください。',
    })
    expect(JSON.stringify(told)).not.toContain(owner.contractId)
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

type Wish = {
  cause?: 'failure' | 'damage'
  happenedOn?: string
  basis?: 'cover' | 'exchangeOption'
}
const wishOf = ({ deviceId }: { deviceId: string }, more: Wish = {}) => ({
  deviceId,
  basis: 'cover' as const,
  cause: 'damage' as const,
  happenedOn: '2026-11-20',
  story: '落として画面が割れました。',
  ...more,
})
const claim = (member: Member & { deviceId: string }, more: Wish = {}) =>
  member.call(api.assuredDeviceClaimPost, {
    body: {
      ...wishOf(member, more),
      termsVersion: more.basis === 'exchangeOption' ? '2.0' : '1.2',
      agreed: true,
    },
  })
async function desk(member: Member, orderNo: string, step: DeskStepName, value?: string) {
  const { contractId } = member
  await harness.services.queue.send(harness.database.db, deskJob, {
    contractId,
    orderNo,
    step,
    ...(value && { value }),
  })
  await harness.drain()
}
const claimsOf = async (member: Member) =>
  (await listOf(member)).devices.flatMap(({ claims }) => claims)
const whoIs = (member: Member) => ({
  actor: 'member' as const,
  accountId: member.accountId,
  contractId: member.contractId,
  now: harness.clock.now(),
})
const addPhotograph = (member: Member, orderNo: string, file: Uint8Array) =>
  harness.services.photographs.add(whoIs(member), orderNo, file)
const refusalOf = (adding: Promise<void>) =>
  adding.then(
    () => 'taken',
    (error: unknown) => (error instanceof RefusalError ? error.code : String(error)),
  )

describe('修理・交換の請求', () => {
  test('確認で費用0円と3営業日の期限を見てから請求し、交換が終わるまで段階ごとに知らせる', async () => {
    const member = await registered()
    const seen = await member.call(api.assuredDeviceClaimGet, { query: wishOf(member) })
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
    const told = new Set((await noticesOf(harness, member.accountId)).map(({ title }) => title))
    expect(told).toEqual(
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
    await addRow(harness, 'terminal', {
      contract_id: member.contractId,
      device_id: `dev_bought_${serial}`,
      name: 'AQUOS wish3',
      imei_sealed: harness.services.sealing.seal(imeiPlace(`dev_bought_${serial}`), nextImei()),
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
    await addPhotograph(member, orderNo, await photographWithPlace())
    const open = await openClaims(harness.database.db)
    expect(open.map(({ order_no }) => order_no)).toContain(orderNo)
    const one = await openClaim(harness.database.db, orderNo)
    const read = await readClaim(harness.database.db, harness.services.sealing, one)
    expect(read.story).toBe('落として画面が割れました。')
    expect(read.photographs).toHaveLength(1)
    await expect(openClaim(harness.database.db, 'A-0000-0000-0000')).rejects.toThrow(RangeError)
  })
})

describe('請求に添える写真', () => {
  test('封をして保管し、本人だけが読める。同じ写真は1枚のまま、5枚目は断る', async () => {
    const [member, stranger] = [await registered(), await registered()]
    const { orderNo } = await claim(member)
    const first = await photographWithPlace()
    await addPhotograph(member, orderNo, first)
    await addPhotograph(member, orderNo, first)
    const [kept] = (await claimsOf(member))[0]?.photographs ?? []
    const id = kept?.photographId ?? ''
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
      return harness.services.retention.forget({ now, loginNow: now })
    }
    await nightAfter(90)
    expect(await left()).toHaveLength(1)
    await nightAfter(91)
    expect(await left()).toEqual([])
  })
})
