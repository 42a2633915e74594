import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { findBrokenLaws } from '#backend/broken-law.ts'
import { hashSecret } from '#backend/db/ids.ts'
import { received } from '#tests/api/contact-codes.ts'
import { moveDesk } from '#tests/api/phone-moves.ts'
import { codeOf } from '#tests/api/refusals.ts'
import { rowsOf } from '#tests/api/rows.ts'
import { useHarness } from '#tests/api/use-harness.ts'
import { letGoOfOrders } from '#tests/api/orders.ts'
import { api } from '#protocol/index.ts'
import { phoneMoveLaws } from './findings.ts'

const START = '2026-12-01T10:00:00+09:00'

const harness = await useHarness(START)
const desk = moveDesk(harness, 'move')
beforeEach(async () => {
  await letGoOfOrders(harness)
  harness.clock.set(START)
})
afterEach(async () => {
  await desk.carrierFault({ mode: 'off' })
  expect(await findBrokenLaws(harness.database.db, phoneMoveLaws)).toEqual([])
})

describe('新しいスマホに移す', () => {
  test('パスキーを示せば待たずに、コードを読み取り、電波を見てから切り替わり、料金はかからない', async () => {
    const member = await desk.member()
    const begun = await desk.begin(member, 'passkey')
    expect(begun).toMatchObject({ state: 'requested', works: 'before', fromSize: 'nano' })
    expect(begun.onHoldUntil).toBeUndefined()
    await desk.after({ seconds: 30 })
    const ready = await desk.move(member, begun.orderNo)
    expect(ready).toMatchObject({
      state: 'profile_ready',
      works: 'before',
      canSwitch: false,
      canWithdraw: true,
      expiresAt: '2026-12-04T10:00:20+09:00',
    })
    const code = await member.call(api.phoneMoveCodeGet, { query: { orderNo: begun.orderNo } })
    expect(code.activationCode).toBe(`LPA:1$${code.smdpAddress}$${code.matchingId}`)
    expect(code.qrSvg).toContain('<svg')
    await desk.read(code.activationCode, { maker: 'Google', name: 'Google Pixel 10' })
    await desk.after({ seconds: 10 })
    expect((await desk.move(member, begun.orderNo)).state).toBe('downloaded')
    expect(await codeOf(desk.switchOver(member, begun.orderNo))).toBe('MOVE_NOT_SEEN')
    await desk.after({ seconds: 20 })
    expect(await desk.move(member, begun.orderNo)).toMatchObject({
      state: 'seen',
      works: 'before',
      phone: { maker: 'Google', name: 'Google Pixel 10' },
      canSwitch: true,
    })
    expect((await desk.lineOf(member))?.simSize).toBe('nano')

    await desk.switchOver(member, begun.orderNo)
    await desk.after({ seconds: 10 })
    const switched = await desk.move(member, begun.orderNo)
    expect(switched).toMatchObject({
      state: 'switched',
      works: 'new',
      switchedAt: '2026-12-01T10:01:00+09:00',
      undoUntil: '2026-12-02T10:01:00+09:00',
      canRollBack: true,
      canWithdraw: false,
    })
    expect((await desk.lineOf(member))?.simSize).toBe('esim')
    expect(await desk.carrierLine(member)).toMatchObject({
      simKind: 'esim',
      device: { name: 'Google Pixel 10' },
    })
    expect(await desk.chargesOf(member)).toEqual([])
    expect(
      await codeOf(member.call(api.phoneMoveCodeGet, { query: { orderNo: begun.orderNo } })),
    ).toBe('ESIM_NOT_READY')
    await desk.workAt('2026-12-02T10:30:00+09:00')
    await desk.again(member)
    expect(await desk.move(member, begun.orderNo)).toMatchObject({
      state: 'completed',
      final: true,
    })
  })

  test('24時間のあいだは元のスマホに戻せて、回線はもとのSIMで使え、もう一度移せる', async () => {
    const member = await desk.member()
    const before = await desk.carrierLine(member)
    const { orderNo } = await desk.moved(member)
    await desk.rollBack(member, orderNo)
    await desk.after({ seconds: 10 })
    expect(await desk.move(member, orderNo)).toMatchObject({
      state: 'rolled_back',
      works: 'before',
      final: true,
    })
    expect((await desk.lineOf(member))?.simSize).toBe('nano')
    const { simKind, iccid } = await desk.carrierLine(member)
    expect({ simKind, iccid }).toEqual({ simKind: 'physical', iccid: before.iccid })
    const again = await desk.moved(member)
    expect(again.works).toBe('new')
    expect((await desk.carrierLine(member)).iccid).not.toBe(before.iccid)
  })

  test('1年に2回まで無料で、3回目はeSIMの再発行の料金がかかり、戻せばその分はなくなる', async () => {
    const member = await desk.member()
    const costs: number[] = []
    for (const day of ['01', '04', '07']) {
      harness.clock.set(`2026-12-${day}T10:00:00+09:00`)
      await desk.again(member)
      const { oneOff } = await desk.estimate(member)
      costs.push(oneOff.totalYen)
      const { orderNo } = await desk.moved(member)
      if (day === '07') {
        expect((await desk.chargesOf(member)).map(({ figure_key: key }) => key)).toEqual([
          'oneOff.esimReissue',
        ])
        await desk.rollBack(member, orderNo)
        await desk.after({ seconds: 10 })
        expect(await desk.chargesOf(member)).toEqual([])
      } else await desk.workAt(`2026-12-${day}T23:00:00+09:00`, { hours: 24 })
    }
    expect(costs).toEqual([0, 0, 220])
  })

  test('パスキーもICチップも示さないときは、いつもの端末からでも24時間待ち、すべての連絡先に止め方が届く', async () => {
    const member = await desk.member()
    const { orderNo, onHoldUntil } = await desk.begin(member, 'wait')
    expect(onHoldUntil).toBe('2026-12-02T10:00:00+09:00')
    await desk.after({ minutes: 5 })
    expect(await desk.exchangesOf(orderNo)).toEqual([{ state: 'held' }])
    const [mails, texts] = [
      await received(harness, member.email),
      await received(harness, member.phone),
    ]
    expect(mails.join()).toContain('「新しいスマホへの移行」を安全のため保留しています')
    expect(texts.join()).toContain('/auth/stop?t=')
    await desk.hoursLater('2026-12-02T10:00:00+09:00')
    await desk.after({ seconds: 30 })
    await desk.again(member)
    expect((await desk.move(member, orderNo)).state).toBe('profile_ready')
  })

  test('ICチップを読み取ると待たずに進む。読み取るまでは、何も回線設備に送られない', async () => {
    const member = await desk.member()
    const { orderNo, state, identity } = await desk.begin(member, 'chip')
    expect([state, identity?.state]).toEqual(['id_check', 'waiting'])
    await desk.after({ minutes: 1 })
    expect(await desk.exchangesOf(orderNo)).toEqual([])
    expect((await received(harness, member.email)).join()).toContain('/auth/stop?t=')
    await desk.showChip(member, orderNo, 'matched')
    await desk.after({ seconds: 30 })
    expect((await desk.move(member, orderNo)).state).toBe('profile_ready')
    const code = await member.call(api.phoneMoveCodeGet, { query: { orderNo } })
    expect(code.activationCode).toContain('LPA:1$')
  })

  test('ICチップを1日のうちに読み取らなければ終わり、いまのスマホはそのまま使える', async () => {
    const member = await desk.member()
    const { orderNo } = await desk.begin(member, 'chip')
    await desk.workAt('2026-12-02T10:00:00+09:00')
    await desk.again(member)
    expect(await desk.move(member, orderNo)).toMatchObject({ state: 'expired', works: 'before' })
    expect(await desk.exchangesOf(orderNo)).toEqual([])
  })

  test('eSIMのない端末には移せないと、その場で伝える', async () => {
    const member = await desk.member()
    const { phone } = await desk.estimate(member, 'iPhone 8')
    expect(phone).toMatchObject({ sim: 'card', cards: ['nano'] })
    expect(await codeOf(desk.begin(member, 'passkey', 'iPhone 8'))).toBe('PHONE_HAS_NO_ESIM')
    expect((await desk.estimate(member, 'Pixel 9')).phone.sim).toBe('esim')
    expect((await desk.estimate(member, '知らない端末')).phone).toEqual({
      sim: 'unknown',
      cards: [],
    })
  })

  test('切り替える前なら取りやめられ、コードは使えなくなる', async () => {
    const member = await desk.member()
    const { orderNo, code } = await desk.ready(member)
    await member.call(api.phoneMoveWithdrawPost, { body: { orderNo } })
    await desk.after({ seconds: 10 })
    expect(await desk.move(member, orderNo)).toMatchObject({
      state: 'withdrawn',
      works: 'before',
      final: true,
    })
    expect(await codeOf(member.call(api.phoneMoveCodeGet, { query: { orderNo } }))).toBe(
      'ESIM_NOT_READY',
    )
    expect((await desk.read(code)).status).toBe(409)
    expect((await desk.begin(member, 'passkey')).state).toBe('requested')
  })
})

describe('思いどおりにいかないとき', () => {
  test('2台目がコードを読み取ろうとすると、入らず、すべての連絡先に知らせる', async () => {
    const member = await desk.member()
    const { orderNo, code } = await desk.seen(member)
    expect((await desk.read(code)).status).toBe(409)
    await desk.after({ seconds: 10 })
    expect(await desk.move(member, orderNo)).toMatchObject({
      state: 'seen',
      readAgainAt: expect.stringContaining('2026-12-01T10:'),
    })
    expect((await received(harness, member.email)).join()).toContain(
      'ほかの端末でもコードが読み取られようとしました',
    )
  })

  test('24時間が過ぎると戻せない。回線設備が遅いと言って断ったときも、新しいスマホのまま使える', async () => {
    const member = await desk.member()
    const { orderNo } = await desk.moved(member)
    harness.clock.set('2026-12-02T10:01:10+09:00')
    await desk.again(member)
    expect(await codeOf(desk.rollBack(member, orderNo))).toBe('ROLL_BACK_OVER')

    const other = await desk.member()
    const late = await desk.moved(other)
    const until = Temporal.Instant.from(late.undoUntil ?? '')
    harness.clock.set(until.subtract({ seconds: 1 }).toString())
    await desk.again(other)
    await desk.rollBack(other, late.orderNo)
    // The request reaches the carrier when the day is over.
    harness.clock.set(until.toString())
    await harness.drain()
    expect(await desk.move(other, late.orderNo)).toMatchObject({ state: 'switched', works: 'new' })
    expect((await desk.lineOf(other))?.simSize).toBe('esim')
    await desk.after({ minutes: 5 })
    expect((await desk.move(other, late.orderNo)).state).toBe('completed')
  })

  test('切り替えの途中で回線設備が黙っても、二重には頼まず、答えが来れば進む', async () => {
    const member = await desk.member()
    const { orderNo } = await desk.seen(member)
    await desk.carrierFault({ mode: 'silent', target: '/orders', times: 1 })
    await desk.switchOver(member, orderNo)
    await harness.drain()
    expect(await desk.move(member, orderNo)).toMatchObject({
      state: 'switching',
      isSilent: true,
      works: 'before',
      canWithdraw: false,
    })
    expect(await codeOf(desk.switchOver(member, orderNo))).toBe('MOVE_NOT_SEEN')
    await desk.after({ minutes: 2 })
    expect(await desk.move(member, orderNo)).toMatchObject({ state: 'switched', works: 'new' })
    expect(await desk.exchangesOf(orderNo)).toEqual([{ state: 'accepted' }, { state: 'accepted' }])
  })

  test('コードの準備と元に戻す途中で回線設備が黙っても、そう伝え、使えるスマホは変わらず、答えが来れば1度だけ進む', async () => {
    const member = await desk.member()
    await desk.carrierFault({ mode: 'silent', target: '/orders', times: 1 })
    const { orderNo } = await desk.begin(member, 'passkey')
    await harness.drain()
    expect(await desk.move(member, orderNo)).toMatchObject({
      state: 'requested',
      stateLabel: '応答の確認中',
      isSilent: true,
      works: 'before',
      canWithdraw: true,
    })
    await desk.after({ minutes: 2 })
    const ready = await desk.move(member, orderNo)
    expect(ready).toMatchObject({ state: 'profile_ready', isSilent: false })
    await desk.read(await desk.codeIn(member, orderNo))
    await desk.after({ seconds: 30 })
    await desk.switchOver(member, orderNo)
    await desk.after({ seconds: 10 })

    await desk.carrierFault({ mode: 'silent', target: '/orders', times: 1 })
    await desk.rollBack(member, orderNo)
    await harness.drain()
    expect(await desk.move(member, orderNo)).toMatchObject({
      state: 'rolling_back',
      isSilent: true,
      works: 'new',
      canRollBack: false,
    })
    await desk.after({ minutes: 2 })
    expect(await desk.move(member, orderNo)).toMatchObject({
      state: 'rolled_back',
      works: 'before',
    })
    expect(await desk.exchangesOf(orderNo)).toEqual(Array(3).fill({ state: 'accepted' }))
  })

  test('断られた切り替えはやり直せる', async () => {
    const member = await desk.member()
    const { orderNo } = await desk.seen(member)
    await desk.carrierFault({ mode: 'reject', target: '/orders', times: 1 })
    await desk.switchOver(member, orderNo)
    await harness.drain()
    expect(await desk.move(member, orderNo)).toMatchObject({ state: 'seen', works: 'before' })
    await desk.carrierFault({ mode: 'off' })
    await desk.switchOver(member, orderNo)
    await desk.after({ seconds: 10 })
    expect((await desk.move(member, orderNo)).state).toBe('switched')
  })

  test('断られたプロファイルは「手続きできず」になり、いまのスマホはそのまま使える', async () => {
    const member = await desk.member()
    await desk.carrierFault({ mode: 'reject', target: '/orders', times: 1 })
    const { orderNo } = await desk.begin(member, 'passkey')
    await harness.drain()
    expect(await desk.move(member, orderNo)).toMatchObject({ state: 'failed', works: 'before' })
  })

  test('72時間のうちに切り替えなければ終わり、回線は前のまま', async () => {
    const member = await desk.member()
    const { orderNo } = await desk.seen(member)
    await desk.workAt('2026-12-04T11:00:00+09:00')
    await desk.again(member)
    expect(await desk.move(member, orderNo)).toMatchObject({ state: 'expired', works: 'before' })
    expect((await desk.lineOf(member))?.simSize).toBe('nano')
  })

  test('遅れて、2度、逆の順に届く報告でも、同じところに着く', async () => {
    const member = await desk.member()
    const { orderNo } = await desk.moved(member)
    const [profile] = await rowsOf(
      harness,
      'carrier_exchange',
      ['exchange_id'],
      {
        order_no: orderNo,
      },
      'created_at',
    )
    for (const state of ['seen', 'downloaded', 'profile_ready', 'expired'])
      await harness.report({
        type: 'order',
        eventId: `late-${state}`,
        orderId: profile?.exchange_id ?? '',
        lineRef: 'any',
        state,
        at: '2026-12-01T10:00:30+09:00',
        facts: {},
      })
    expect((await desk.move(member, orderNo)).state).toBe('switched')
  })

  test('なくしたスマホの回線も移せるが、なくしたスマホには戻せない', async () => {
    const member = await desk.member()
    await member.call(api.lineSuspensionPost, { body: { lineId: member.lineId } })
    await harness.drain()
    const { orderNo } = await desk.moved(member)
    const moved = await desk.move(member, orderNo)
    expect(moved).toMatchObject({ wasLost: true, works: 'new', canRollBack: false })
    expect(await codeOf(desk.rollBack(member, orderNo))).toBe('ROLL_BACK_LOST')
  })

  test('ほかの手続きが進んでいる回線は移せず、移しているあいだは、ほかのSIMも転出も始められない', async () => {
    const member = await desk.member()
    const { lineId } = member
    const portOut = async () => {
      const { conditions } = await member.call(api.portOutPaymentGet, { query: { lineId } })
      return member.call(api.portOutIssuanceRequestPost, {
        body: { lineId, conditions, agreed: true },
      })
    }
    const { orderNo } = await desk.seen(member)
    expect(await codeOf(portOut())).toBe('SIM_ORDER_OPEN')
    expect(await codeOf(desk.orderCard(member.call, lineId))).toBe('SIM_ORDER_OPEN')
    await desk.switchOver(member, orderNo)
    await desk.after({ seconds: 10 })
    // While it can go back, no third SIM; but whoever leaves may leave.
    expect(await codeOf(desk.orderCard(member.call, lineId))).toBe('SIM_ORDER_OPEN')
    expect((await portOut()).state).toBe('requested')

    const leaving = await desk.member()
    const query = { lineId: leaving.lineId }
    const { conditions } = await leaving.call(api.portOutPaymentGet, { query })
    await leaving.call(api.portOutIssuanceRequestPost, {
      body: { ...query, conditions, agreed: true },
    })
    expect(await codeOf(desk.begin(leaving, 'passkey'))).toBe('MNP_NUMBER_LIVE')
  })

  test('2つの画面から同時に始めても、移行は1つだけ', async () => {
    const member = await desk.member()
    const other = await desk.session(member)
    for (const { secret } of [member, other]) await desk.prove(secret)
    const { conditions } = await desk.estimate(member)
    const body = { lineId: member.lineId, conditions, proof: 'passkey' as const }
    const got = await Promise.all(
      [member.call, other.call].map((call) => codeOf(call(api.phoneMovePost, { body }))),
    )
    expect(got.filter((code) => code === 'SIM_ORDER_OPEN')).toHaveLength(1)
    const { lines } = await member.call(api.phoneMoveLinesGet)
    expect(lines).toMatchObject([{ allowed: false, move: { state: 'requested' } }])
  })
})

describe('止め方のリンクは', () => {
  test('切り替える前なら取りやめ、始めた端末をログアウトさせる', async () => {
    const member = await desk.member()
    const { orderNo } = await desk.seen(member)
    await desk.stopByLink(member)
    await desk.after({ seconds: 10 })
    const { services, database, clock } = harness
    expect(await services.sessions.find(database.db, member.secret, clock.now())).toBeUndefined()
    await desk.again(member)
    expect((await desk.move(member, orderNo)).state).toBe('withdrawn')
  })

  test('切り替わったあとでも24時間は、元のスマホに戻す', async () => {
    const member = await desk.member()
    const { orderNo } = await desk.moved(member)
    await desk.stopByLink(member)
    await desk.after({ seconds: 10 })
    await desk.again(member)
    expect((await desk.move(member, orderNo)).state).toBe('rolled_back')
    expect((await desk.lineOf(member))?.simSize).toBe('nano')
  })

  test('24時間待って進んだ移行でも、同じリンクで元のスマホに戻せる', async () => {
    const member = await desk.member()
    const { orderNo } = await desk.begin(member, 'wait')
    await desk.workAt('2026-12-02T10:00:00+09:00')
    await desk.after({ seconds: 30 })
    await desk.again(member)
    await desk.read(await desk.codeIn(member, orderNo))
    await desk.after({ seconds: 30 })
    await desk.switchOver(member, orderNo)
    await desk.after({ seconds: 10 })
    expect((await desk.move(member, orderNo)).state).toBe('switched')
    await desk.stopByLink(member)
    await desk.after({ seconds: 10 })
    await desk.again(member)
    expect((await desk.move(member, orderNo)).state).toBe('rolled_back')
  })

  test('切り替えの答えを待っているときも効き、切り替わったらすぐ元に戻す', async () => {
    const member = await desk.member()
    const { orderNo } = await desk.seen(member)
    await desk.carrierFault({ mode: 'silent', target: '/orders', times: 1 })
    await desk.switchOver(member, orderNo)
    await harness.drain()
    await desk.stopByLink(member)
    await desk.after({ minutes: 2 })
    await desk.after({ minutes: 2 })
    await desk.again(member)
    expect((await desk.move(member, orderNo)).state).toBe('rolled_back')
  })
})

test('移行の記録に、ログインの鍵もコードも平文では残らない', async () => {
  const member = await desk.member()
  const { code } = await desk.ready(member)
  const rows = await rowsOf(harness, 'procedure_order', ['details'], {
    contract_id: member.contractId,
  })
  const written = JSON.stringify(rows)
  expect(written).not.toContain(member.secret)
  expect(written).not.toContain(code.split('$').at(-1))
  expect(written).toContain(hashSecret(member.secret))
})
