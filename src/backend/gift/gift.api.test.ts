import { afterEach, describe, expect, test } from 'vitest'
import { findBrokenLaws } from '#backend/broken-law.ts'
import { chargeQueued } from '#backend/data/commands/charge-queued.ts'
import { importUsage } from '#backend/data/commands/import-usage.ts'
import { lookAtCalendar } from '#backend/data/commands/look-at-calendar.ts'
import { dataLaws } from '#backend/data/findings.ts'
import { ledgersUnlikeReplay } from '#backend/data/queries/ledger-sample.ts'
import { endOfDay, instant, tokyoDate } from '#domain/tokyo.ts'
import { dataApi } from '#protocol/data.ts'
import { familyApi } from '#protocol/family.ts'
import { giftApi } from '#protocol/gift.ts'
import { familyDesk } from '#tests/api/families.ts'
import { makeMember } from '#tests/api/members.ts'
import { noticeTitles } from '#tests/api/notices.ts'
import { codeOf } from '#tests/api/refusals.ts'
import { rowsOf, setRows } from '#tests/api/rows.ts'
import { bookSize } from '#tests/api/sizes.ts'
import { runTasksLike } from '#tests/api/tasks.ts'
import { feedOf, hourOf } from '#tests/api/usage-feed.ts'
import { useHarness } from '#tests/api/use-harness.ts'
import { giftLaws } from './findings.ts'

const START = '2026-11-28T10:00:00+09:00'
const harness = await useHarness(START)
const { db } = harness.database
const desk = familyDesk(harness, 'gift')

const brokenLaws = () => findBrokenLaws(db, { ...giftLaws, ...dataLaws })
afterEach(async () => {
  expect(await brokenLaws()).toEqual([])
  expect(await ledgersUnlikeReplay(db, harness.clock.now())).toEqual([])
})

let serial = 0
type Shape = Partial<Parameters<typeof makeMember>[1]>

/** A member with 3 GB of this month. */
async function newMember(more: Shape = {}) {
  harness.clock.set(START)
  const loginId = `gift-${(serial += 1)}`
  const made = await makeMember(harness, { loginId, startedOn: '2026-10-01', ...more })
  await hour()
  return { ...made, loginId }
}

async function hour() {
  await lookAtCalendar(harness.services, harness.clock.now())
  await chargeQueued(harness.services, harness.clock.now())
}

async function use(lineId: string, from: string, megabytes: number, revision = 1) {
  await db.deleteFrom('import_cursor').execute()
  const carrier = feedOf(harness.services.carrier, [
    hourOf(`ref-${lineId}`, from, megabytes, { revision }),
  ])
  await importUsage({ ...harness.services, carrier }, harness.clock.now())
  await hour()
}

type Member = Pick<Awaited<ReturnType<typeof newMember>>, 'call'>

const give = (
  { call }: Member,
  megabytes: number,
  more: { toRoleId?: string; lineId?: string } = {},
) => call(giftApi.giftPost, { body: { megabytes, nickname: '蓮', ...more } })

const take = ({ call }: Member, code = '') =>
  call(giftApi.giftTakePost, { body: { giftCode: code } })

const listOf = ({ call }: Member) => call(giftApi.giftsGet, {})

async function left({ call }: Member) {
  const { totalBytes } = await call(dataApi.highSpeedResidualGet)
  return totalBytes / 1e6
}

/** A login of now: the one before is over after half an hour. */
const again = async <One extends { readonly loginId: string }>(one: One) => ({
  ...one,
  ...(await harness.signIn(one.loginId)),
})

const bringBack = () => runTasksLike(harness, /gifts that come back/)

describe('データを贈る', () => {
  test('300 MBを贈ると、すぐに減り、コードで受け取った人に同じだけ増える。見えるのは呼び名だけ', async () => {
    const [suzuki, sato] = [await newMember(), await newMember()]
    const given = await give(suzuki, 300)
    expect(given).toMatchObject({
      state: 'open',
      bytes: 300_000_000,
      lots: [{ bytes: 300_000_000, endsAt: '2027-01-01T00:00:00+09:00' }],
      expiresAt: '2026-12-06T00:00:00+09:00',
      canUndo: true,
    })
    expect(given.code).toMatch(/^[1-9]\d{7}$/u)
    expect([await left(suzuki), await left(sato)]).toEqual([2700, 3000])
    const taken = await take(sato, `${given.code?.slice(0, 4)}-${given.code?.slice(4)}`)
    expect(taken).toMatchObject({ nickname: '蓮', bytes: 300_000_000 })
    expect([await left(suzuki), await left(sato)]).toEqual([2700, 3300])
    const { buckets } = await sato.call(dataApi.highSpeedResidualGet)
    expect(buckets.map((one) => [one.kind, one.label, one.remainingBytes, one.expiresAt])).toEqual([
      ['base', '11月の基本データ容量', 3e9, '2027-01-01T00:00:00+09:00'],
      ['gift', 'データギフト（11月28日）', 3e8, '2027-01-01T00:00:00+09:00'],
    ])
    expect(await noticeTitles(harness, suzuki.accountId)).toEqual([
      'データを贈りました',
      '贈ったデータが受け取られました',
    ])
    expect(await noticeTitles(harness, sato.accountId)).toEqual(['データギフトを受け取りました'])
    const { given: list } = await listOf(suzuki)
    expect(list.map((one) => [one.state, one.code, one.canUndo])).toEqual([
      ['taken', undefined, false],
    ])
    const text = JSON.stringify([await listOf(suzuki), await listOf(sato)])
    expect([sato, suzuki].filter((one) => text.includes(one.contractId))).toEqual([])
    const { rows } = await suzuki.call(dataApi.highSpeedHistoryGet, {})
    expect(rows[0]).toMatchObject({ label: 'データギフトを贈った', bytes: -300_000_000 })
  })

  test('受け取られるまでは取り消せて、元の期限のまま戻る。受け取られたあとは取り消せない', async () => {
    const [suzuki, sato] = [await newMember(), await newMember()]
    const first = await give(suzuki, 500)
    harness.clock.set('2026-11-28T10:01:00+09:00')
    const undone = await suzuki.call(giftApi.giftDelete, { query: { giftId: first.giftId } })
    expect([undone.state, undone.code, await left(suzuki)]).toEqual(['undone', undefined, 3000])
    expect(await codeOf(take(sato, first.code))).toBe('GIFT_UNKNOWN')
    harness.clock.set('2026-11-28T10:02:00+09:00')
    const second = await give(suzuki, 500)
    await take(sato, second.code)
    const undo = (one: Member) =>
      codeOf(one.call(giftApi.giftDelete, { query: { giftId: second.giftId } }))
    expect([await undo(suzuki), await undo(sato)]).toEqual(['GIFT_OVER', 'GIFT_OVER'])
    const { rows } = await suzuki.call(dataApi.highSpeedHistoryGet, {})
    expect(rows.map(({ label, bytes }) => [label, bytes / 1e6])).toEqual([
      ['データギフトを贈った', -500],
      ['データギフトを贈った', -500],
      ['データギフトの取り消し', 500],
      ['11月の基本データ容量の付与', 3000],
    ])
  })

  test('2人が同時に受け取っても、受け取れるのは1人。贈った本人は受け取れない', async () => {
    const [suzuki, sato, ito] = [await newMember(), await newMember(), await newMember()]
    const { code } = await give(suzuki, 100)
    expect(await codeOf(take(suzuki, code))).toBe('GIFT_OWN')
    const both = await Promise.all([codeOf(take(sato, code)), codeOf(take(ito, code))])
    expect(both.filter((one) => one === 'GIFT_UNKNOWN')).toHaveLength(1)
    expect((await left(sato)) + (await left(ito))).toBe(6100)
  })

  test('もらったデータは贈れない。持っている分をまるごと贈っても、もらった分は残る', async () => {
    const [suzuki, sato] = [await newMember({ planCode: 18 }), await newMember()]
    await take(sato, (await give(suzuki, 1000)).code)
    expect(await codeOf(give(sato, 3100))).toBe('GIFT_TOO_MUCH')
    expect((await listOf(sato)).give.mostBytes).toBe(3e9)
    await give(sato, 3000)
    expect(await left(sato)).toBe(1000)
  })

  test('期限の最後の1秒まで受け取れて、過ぎると受け取れず、1時間のうちに戻る', async () => {
    const [suzuki, sato] = [await newMember(), await newMember()]
    const [last, late] = [await give(suzuki, 100), await give(suzuki, 200)]
    harness.clock.set('2026-12-05T23:59:59+09:00')
    await take(await again(sato), last.code)
    harness.clock.set('2026-12-06T00:00:00+09:00')
    expect(await codeOf(take(await again(sato), late.code))).toBe('GIFT_UNKNOWN')
    await bringBack()
    const giver = await again(suzuki)
    expect(
      (await listOf(giver)).given.map((one) => `${one.state} ${one.bytes}`).toSorted(),
    ).toEqual(['expired 200000000', 'taken 100000000'])
    expect((await noticeTitles(harness, suzuki.accountId)).at(-1)).toBe('贈ったデータが戻りました')
    expect(await left(giver)).toBe(2900)
  })

  test('贈ったあとに、その前の時間の記録が遅れて届いても、贈った分は減らない', async () => {
    const [suzuki, sato] = [await newMember(), await newMember()]
    const { code, giftId } = await give(suzuki, 1000)
    await use(suzuki.lineIds[0] ?? '', '2026-11-28T08', 2500)
    await take(sato, code)
    expect([await left(suzuki), await left(sato)]).toEqual([0, 4000])
    const parts = await rowsOf(harness, 'data_transfer', ['bytes'], { transfer_id: giftId })
    expect(parts).toEqual([{ bytes: 1_000_000_000 }])
  })

  test('月をまたいで取り消すと、その間の利用も計算し直される', async () => {
    const suzuki = await newMember()
    const { giftId } = await give(suzuki, 2000)
    await use(suzuki.lineIds[0] ?? '', '2026-11-28T10', 900)
    harness.clock.set('2026-12-02T10:00:00+09:00')
    await hour()
    const giver = await again(suzuki)
    expect(await left(giver)).toBe(3100)
    await giver.call(giftApi.giftDelete, { query: { giftId } })
    expect(await left(giver)).toBe(5100)
    await use(suzuki.lineIds[0] ?? '', '2026-12-02T09', 300)
    expect(await left(giver)).toBe(4800)
  })

  test('足りない分は繰り越しやチャージからも出し、それぞれ元の期限のまま届く', async () => {
    const [suzuki, sato] = [await newMember(), await newMember()]
    await setRows(
      harness,
      'data_bucket',
      { granted_bytes: 200_000_000 },
      {
        contract_id: suzuki.contractId,
        bucket_id: 'base/2026-11',
      },
    )
    await db.deleteFrom('data_opening').execute()
    await db
      .insertInto('data_bucket')
      .values({
        contract_id: suzuki.contractId,
        bucket_id: 'topup_no_carry/T1',
        kind: 'topup_no_carry',
        base_month: null,
        granted_bytes: 1_000_000_000,
        remaining_bytes: 0,
        granted_at: instant('2026-11-28T09:00:00+09:00'),
        expires_at: endOfDay(tokyoDate('2026-11-30')),
      })
      .execute()
    await db
      .insertInto('ledger_due')
      .values({
        contract_id: suzuki.contractId,
        due_id: 'due_test',
        since: instant('2026-10-01T00:00:00+09:00'),
      })
      .execute()
    await hour()
    const { lots, expiresAt, code } = await give(suzuki, 300)
    expect([lots, expiresAt]).toEqual([
      [
        { bytes: 100_000_000, endsAt: '2026-12-01T00:00:00+09:00' },
        { bytes: 200_000_000, endsAt: '2027-01-01T00:00:00+09:00' },
      ],
      '2026-12-01T00:00:00+09:00',
    ])
    await take(sato, code)
    const { buckets } = await sato.call(dataApi.highSpeedResidualGet)
    expect(
      buckets
        .filter((one) => one.kind === 'gift')
        .map((one) => [one.remainingBytes, one.expiresAt]),
    ).toEqual([
      [100_000_000, '2026-12-01T00:00:00+09:00'],
      [200_000_000, '2027-01-01T00:00:00+09:00'],
    ])
  })
})

describe('贈れないとき、受け取れないとき', () => {
  test('使い始めて30日に満たない契約は、受け取れるが贈れない', async () => {
    const [fresh, suzuki] = [
      await newMember({ startedOn: '2026-10-30' }),
      await newMember({ startedOn: '2026-10-29' }),
    ]
    const refusal = (await listOf(fresh)).give.why
    expect([refusal.reasonCode, refusal.freeFrom]).toEqual(['GIFT_TOO_NEW', '2026-11-29'])
    expect(await codeOf(give(fresh, 100))).toBe('GIFT_TOO_NEW')
    await take(fresh, (await give(suzuki, 100)).code)
  })

  test('100 MBの倍数でない量は、欄の横の一文で断る', async () => {
    const suzuki = await newMember()
    expect(await codeOf(give(suzuki, 150))).toBe('VALIDATION_FAILED')
    expect(await codeOf(give(suzuki, 0))).toBe('VALIDATION_FAILED')
    expect(await left(suzuki)).toBe(3000)
  })

  test('1か月に贈れるのは5 GB、10回まで。取り消した分は数えない', async () => {
    const suzuki = await newMember({ planCode: 20 })
    const first = await give(suzuki, 5000)
    expect(await codeOf(give(suzuki, 100))).toBe('GIFT_MONTH_FULL')
    await suzuki.call(giftApi.giftDelete, { query: { giftId: first.giftId } })
    for (let n = 0; n < 10; n += 1) await give(suzuki, 100)
    expect(await codeOf(give(suzuki, 100))).toBe('GIFT_MONTH_FULL')
    expect((await listOf(suzuki)).give.mostBytes).toBe(0)
  })

  test('小さい容量への変更が反映されるまでの間は贈れず、反映されたあとは、小さくなった分だけを贈れる', async () => {
    const suzuki = await newMember({ planCode: 20 })
    await bookSize(suzuki, 13)
    harness.clock.set('2026-12-01T00:05:00+09:00')
    await hour()
    const giver = await again(suzuki)
    const before = await left(giver)
    expect(await codeOf(give(giver, 5000))).toBe('GIFT_SIZE_CHANGING')
    expect((await listOf(giver)).give.why.reasonCode).toBe('GIFT_SIZE_CHANGING')
    await runTasksLike(harness, /plan size bookings/)
    await hour()
    const size = ({ granted_bytes }: { granted_bytes: number }) => granted_bytes / 1e6
    const bases = await rowsOf(
      harness,
      'data_bucket',
      ['granted_bytes'],
      { contract_id: suzuki.contractId, kind: 'base' },
      'base_month',
    )
    expect([bases.map(size), before - (await left(giver))]).toEqual([[10_000, 3000], 7000])
    await give(giver, 5000)
  })

  test('利用停止中と、終わった契約は、贈ることも受け取ることもできない', async () => {
    const [suzuki, sato] = [await newMember(), await newMember()]
    const { code } = await give(suzuki, 100)
    await setRows(
      harness,
      'contract',
      { status: 'suspended', suspension_reason: 'unpaid' },
      { contract_id: sato.contractId },
    )
    expect([await codeOf(give(sato, 100)), await codeOf(take(sato, code))]).toEqual([
      'SUSPENDED',
      'SUSPENDED',
    ])
    await setRows(
      harness,
      'contract',
      { status: 'active', suspension_reason: null },
      { contract_id: sato.contractId },
    )
    await setRows(harness, 'line', { status: 'preparing' }, { contract_id: sato.contractId })
    expect(await codeOf(take(sato, code))).toBe('GIFT_NO_LINE')
    await setRows(harness, 'line', { status: 'active' }, { contract_id: sato.contractId })
  })

  test('贈った人の契約が別の人のものになると、コードはすぐに使えなくなり、データは戻る', async () => {
    const [suzuki, sato, heir] = [
      await newMember(),
      await newMember(),
      await harness.signIn('heir'),
    ]
    const { code } = await give(suzuki, 100)
    await setRows(
      harness,
      'contract',
      { account_id: heir.accountId },
      { contract_id: suzuki.contractId },
    )
    expect(await codeOf(take(sato, code))).toBe('GIFT_UNKNOWN')
    await bringBack()
    const rows = await rowsOf(harness, 'gift', ['state'], { contract_id: suzuki.contractId })
    expect(rows).toEqual([{ state: 'ended' }])
  })

  test('受け取りの期限と契約の終わりが同じ時刻なら、データが残量に戻ったとは知らせない', async () => {
    const suzuki = await newMember()
    await give(suzuki, 100)
    await setRows(harness, 'contract', { status: 'terminated' }, { contract_id: suzuki.contractId })
    harness.clock.set('2026-12-06T00:00:00+09:00')
    await bringBack()
    const rows = await rowsOf(harness, 'gift', ['state'], { contract_id: suzuki.contractId })
    expect(rows).toEqual([{ state: 'ended' }])
  })

  test('違うコードを続けて試すと、答えなくなる', async () => {
    const sato = await newMember()
    const codes: (string | undefined)[] = []
    for (let n = 0; n < 11; n += 1) codes.push(await codeOf(take(sato, `1000000${n % 10}`)))
    expect(codes).toEqual([
      ...Array.from({ length: 10 }, () => 'GIFT_UNKNOWN'),
      'TOO_MANY_REQUESTS',
    ])
  })

  test('電話番号は、お相手に見せる名前にならない', async () => {
    const { call } = await newMember()
    const named = (nickname: string) =>
      codeOf(call(giftApi.giftPost, { body: { megabytes: 100, nickname } }))
    expect([await named('0901234567'), await named('あ'.repeat(11)), await named('')]).toEqual([
      'VALIDATION_FAILED',
      'VALIDATION_FAILED',
      'VALIDATION_FAILED',
    ])
  })
})

describe('家族に贈る、家族が贈る', () => {
  test('自分の契約を持つ家族には、コードなしで届き、その人だけが受け取れる', async () => {
    const [suzuki, yumi, sato] = [await newMember(), await newMember(), await newMember()]
    const { secret, roleId } = await desk.inviteTo(suzuki, 'manager')
    expect((await listOf(suzuki)).give.family).toEqual([])
    await yumi.call(familyApi.familyAcceptPost, { body: { secret } })
    expect((await listOf(suzuki)).give.family).toEqual([{ roleId, name: '蓮' }])
    const given = await give(suzuki, 200, { toRoleId: roleId })
    expect([given.code, given.toName]).toEqual([undefined, '蓮'])
    expect(await noticeTitles(harness, yumi.accountId)).toContain('データギフトが届いています')
    const [offered] = (await listOf(yumi)).offered
    expect(offered).toMatchObject({ giftId: given.giftId, nickname: '蓮', bytes: 200_000_000 })
    const accept = (one: Member) =>
      one.call(giftApi.giftAcceptPost, { body: { giftId: given.giftId } })
    expect(await codeOf(accept(sato))).toBe('GIFT_UNKNOWN')
    await accept(yumi)
    expect([await left(suzuki), await left(yumi)]).toEqual([2800, 3200])
    expect(await codeOf(give(suzuki, 100, { toRoleId: 'role_unknown' }))).toBe('GIFT_NOT_TO_THEM')
  })

  test('回線を使う人は、月に500 MBまで、自分の上限の残りまで贈れる。契約者に知らせが届き、取り消せる', async () => {
    const owner = await desk.holder()
    await hour()
    const sato = await newMember()
    const lineId = owner.lineIds[2] ?? ''
    const ren = await desk.member(owner, 'lineUser', lineId)
    const byRen = (megabytes: number) => give(ren, megabytes, { lineId })
    expect(await codeOf(give(ren, 100))).toBe('NOT_FOUND')
    expect(await codeOf(byRen(600))).toBe('GIFT_MONTH_FULL')
    const { code } = await byRen(300)
    await take(sato, code)
    const own = await ren.call(giftApi.giftsGet, { query: { lineId } })
    expect([own.given.length, own.give.mostBytes, own.give.family, own.received]).toEqual([
      1,
      200_000_000,
      [],
      [],
    ])
    const titles = await noticeTitles(harness, owner.accountId)
    expect(titles.slice(2)).toEqual(['データを贈りました', '贈ったデータが受け取られました'])
    expect((await listOf(owner)).given.map((one) => [one.byUser, one.bytes])).toEqual([
      [true, 300_000_000],
    ])
    const more = await byRen(100)
    await owner.call(giftApi.giftDelete, { query: { giftId: more.giftId } })
  })
})

describe('ギフトの法則', () => {
  test('片側が抜けると、どの法則もそのギフトを見つける', async () => {
    const [suzuki, sato] = [await newMember(), await newMember()]
    const { giftId, code } = await give(suzuki, 300)
    await take(sato, code)
    const found = async () =>
      (await findBrokenLaws(db, giftLaws)).map(({ law, what, found: said }) => [law, what, said])
    await setRows(harness, 'gift', { bytes: 400_000_000 }, { gift_id: giftId })
    expect(await found()).toEqual([
      [
        'what leaves by a gift arrives, is on its way, or came back',
        giftId,
        'taken: 300000000 left, 300000000 arrived, of 400000000',
      ],
      [
        'a gift is the sum of its parts, and none that came back has any',
        giftId,
        '300000000 of 400000000',
      ],
    ])
    await setRows(harness, 'gift', { bytes: 300_000_000 }, { gift_id: giftId })
    await setRows(
      harness,
      'gift',
      { state: 'undone', taken_at: null, taken_contract_id: null, ended_at: harness.clock.now() },
      { gift_id: giftId },
    )
    expect((await found()).map(([law]) => law)).toEqual([
      'what leaves by a gift arrives, is on its way, or came back',
      'nothing leaves or arrives but by a gift',
      'a gift is the sum of its parts, and none that came back has any',
    ])
    await setRows(
      harness,
      'gift',
      {
        state: 'taken',
        taken_at: harness.clock.now(),
        taken_contract_id: sato.contractId,
        ended_at: null,
      },
      { gift_id: giftId },
    )
  })
})
