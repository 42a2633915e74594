import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { findBrokenAudit } from '#backend/audit.ts'
import { api } from '#protocol/index.ts'
import { openCall, openProvedCall } from '#tests/api/callers.ts'
import { refusalOf } from '#tests/api/data-facts.ts'
import { makeMember, setProfile } from '#tests/api/members.ts'
import { drives } from '#tests/api/procedures/drives.ts'
import { rowsOf } from '#tests/api/rows.ts'
import { runTasks } from '#tests/api/tasks.ts'
import { useHarness } from '#tests/api/use-harness.ts'

const START = '2026-11-20T10:00:00+09:00'
const harness = await useHarness(START)
const { db } = harness.database
const codeOf = async (asked: Promise<unknown>) => (await refusalOf(asked)).code

beforeEach(() => harness.clock.set(START))

let made = 0

async function newMember() {
  made += 1
  const shape = {
    loginId: `on-behalf-${made}`,
    planCode: 20,
    course: 'share',
    lines: [{ number: `0800000${String(2000 + made)}` }],
  } as const
  const member = await makeMember(harness, { ...shape, lines: [...shape.lines] })
  await setProfile(harness, member.accountId)
  return { ...member, loginId: shape.loginId }
}

const sizeFor = (plan: number) => ({ query: { plan: String(plan) } })
type Call = Awaited<ReturnType<typeof newMember>>['call']

async function book(call: Call, plan: number) {
  const { effectiveOn, conditions } = await call(api.couponEstimateGet, sizeFor(plan))
  return () => call(api.couponRegisterPost, { body: { plan, effectiveOn, conditions } })
}

const ordersOf = ({ contractId }: { readonly contractId: string }) =>
  rowsOf(harness, 'procedure_order', ['procedure', 'state', 'held_until', 'order_no'], {
    contract_id: contractId,
  })

const noticesOf = async (call: Call) =>
  (await call(api.noticesGet, { query: {} })).rows.map(({ title, body }) => `${title}\n${body}`)

describe('代理の手続き', () => {
  test('電話の相手を番号で確かめるまでは、何も見えず何も押せない', async () => {
    const yamamoto = await harness.staff('yamamoto')
    const member = await newMember()
    const { grant } = await openCall(harness, yamamoto, member)
    const call = yamamoto.behalf(grant)
    expect(await codeOf(call(api.couponListGet))).toBe('PART_NOT_SHOWN')
    const { effectiveOn, conditions } = await member.call(api.couponEstimateGet, sizeFor(25))
    const body = { plan: 25, effectiveOn, conditions }
    expect(await codeOf(call(api.couponRegisterPost, { body }))).toBe('CALLER_NOT_PROVED')
    expect(await ordersOf(member)).toEqual([])
  })

  test('見た部分は、見える前に会員の記録に残り、番号は伏せてある', async () => {
    const yamamoto = await harness.staff('yamamoto')
    const member = await newMember()
    const { grant } = await openProvedCall(harness, yamamoto, member)
    const { lines } = await yamamoto.behalf(grant)(api.contractGet)
    expect(lines[0]?.number).toBe(`0＊＊-＊＊＊＊-${String(2000 + made)}`)
    const seen = await rowsOf(harness, 'access_read', ['what'], { grant_id: grant })
    expect(seen).toEqual([{ what: 'lines' }])
    await db.schema.createTable('refusing').addColumn('x', 'integer').execute()
    await sql`create function refuse_reading() returns trigger language plpgsql as
      $$ begin if new.action = 'record-read' then raise exception 'full'; end if; return new; end $$`.execute(
      db,
    )
    await sql`create trigger refuse_reading before insert on audit_entry for each row execute function refuse_reading()`.execute(
      db,
    )
    expect(await codeOf(yamamoto.behalf(grant)(api.couponListGet))).toBe('INTERNAL')
    await sql`drop trigger refuse_reading on audit_entry`.execute(db)
    await sql`drop function refuse_reading`.execute(db)
  })

  test('すべての連絡先に、担当者が行ったことと取り消し方が届く', async () => {
    const yamamoto = await harness.staff('yamamoto')
    const member = await newMember()
    const { grant, ticketNo } = await openProvedCall(harness, yamamoto, member)
    await (
      await book(yamamoto.behalf(grant), 25)
    )()
    const [mail] = (await noticesOf(member.call)).filter((one) =>
      one.startsWith('データ容量の変更を予約しました'),
    )
    expect(mail).toContain(
      `お電話で承り、当社の担当者がお客さまに代わって操作しました（お問い合わせ ${ticketNo}）。`,
    )
    const { rows } = await member.call(api.recordAccessGet, { query: {} })
    const act = rows.find(({ path }) => path !== undefined)
    expect(act).toMatchObject({
      kind: 'act',
      what: 'データ容量の変更を予約しました',
      role: 'desk',
      reason: 'contact',
      caseNo: ticketNo,
    })
    const [order] = await ordersOf(member)
    expect(act?.path).toBe(`/mypage/order.html?no=${order?.order_no}`)
    const [booked] = (
      await member.call(api.orderGet, { query: { orderNo: order?.order_no ?? '' } })
    ).timeline
    expect(booked).toMatchObject({ byStaff: { ticketNo } })
    await member.call(api.couponCancelPost, { body: { orderNo: order?.order_no ?? '' } })
    expect(await ordersOf(member)).toMatchObject([{ state: 'cancelled' }])
    expect(await findBrokenAudit(db, member.contractId)).toBeUndefined()
  })
})

describe('途中で変わったとき', () => {
  test('入力の途中で閲覧が終わると、押しても何も起きない', async () => {
    const yamamoto = await harness.staff('yamamoto')
    const member = await newMember()
    const { grant } = await openProvedCall(harness, yamamoto, member)
    const press = await book(yamamoto.behalf(grant), 25)
    await yamamoto.ask('consoleGrantClosePost', { body: { grant } })
    expect(await codeOf(press())).toBe('GRANT_OVER')
    expect(await ordersOf(member)).toEqual([])
  })

  test('二つのタブの二人の会員は混ざらない：ほかのタブの印では押せず、同じ鍵でも二つの手続きになる', async () => {
    const yamamoto = await harness.staff('yamamoto')
    const [one, other] = [await newMember(), await newMember()]
    const first = await openProvedCall(harness, yamamoto, one)
    const second = await openProvedCall(harness, yamamoto, other)
    const { effectiveOn, conditions } = await yamamoto.behalf(first.grant)(
      api.couponEstimateGet,
      sizeFor(25),
    )
    const body = { plan: 25, effectiveOn, conditions }
    const mixed = yamamoto.behalf(first.grant, yamamoto.tokenOf(second.grant))
    expect(await codeOf(mixed(api.couponRegisterPost, { body }))).toBe('FORGERY_SUSPECTED')
    expect(
      await codeOf(yamamoto.behalf(first.grant, yamamoto.token)(api.couponRegisterPost, { body })),
    ).toBe('FORGERY_SUSPECTED')
    expect(await ordersOf(one)).toEqual([])
    const idempotencyKey = 'b3f1c2d4-0000-4000-8000-000000000001'
    const asked = { body, idempotencyKey }
    const a = await yamamoto.behalf(first.grant)(api.couponRegisterPost, asked)
    const again = await yamamoto.behalf(first.grant)(api.couponRegisterPost, asked)
    const b = await yamamoto.behalf(second.grant)(api.couponRegisterPost, asked)
    expect(again.orderNo).toBe(a.orderNo)
    expect(b.orderNo).not.toBe(a.orderNo)
    expect([await ordersOf(one), await ordersOf(other)].map((orders) => orders.length)).toEqual([
      1, 1,
    ])
  })

  test('会員がその間に解約を予約すると、会員と同じ理由で断られる', async () => {
    const yamamoto = await harness.staff('yamamoto')
    const member = await newMember()
    const { grant } = await openProvedCall(harness, yamamoto, member)
    const press = await book(yamamoto.behalf(grant), 25)
    const ofMember = await book(member.call, 25)
    const { conditions } = await member.call(api.simCancelPaymentGet, { query: {} })
    await member.call(api.simCancelReservePost, { body: { conditions, agreed: true } })
    const refused = await codeOf(press())
    expect(refused).toBe(await codeOf(ofMember()))
    expect(refused).toBe('CANCELLATION_BOOKED')
  })

  test('押す間に役割を失うと断られ、ほかの人の開いた記録では押せない', async () => {
    const [yamamoto, fukuda] = [await harness.staff('yamamoto'), await harness.staff('fukuda')]
    const member = await newMember()
    const { grant } = await openProvedCall(harness, yamamoto, member)
    const press = await book(yamamoto.behalf(grant), 25)
    const { effectiveOn, conditions } = await member.call(api.couponEstimateGet, sizeFor(25))
    const body = { plan: 25, effectiveOn, conditions }
    expect(await codeOf(fukuda.behalf(grant)(api.couponRegisterPost, { body }))).toBe('GRANT_OVER')
    const before = await rowsOf(harness, 'staff', ['roles'], { staff_id: yamamoto.staffId })
    await db
      .updateTable('staff')
      .set({ roles: ['planning'] })
      .where('staff_id', '=', yamamoto.staffId)
      .execute()
    expect(await codeOf(press())).toBe('ROLE_MISSING')
    await db
      .updateTable('staff')
      .set({ roles: before[0]?.roles ?? [] })
      .where('staff_id', '=', yamamoto.staffId)
      .execute()
    expect(await ordersOf(member)).toEqual([])
  })

  test('記録に書けないと、手続きも行われない', async () => {
    const yamamoto = await harness.staff('yamamoto')
    const member = await newMember()
    const { grant } = await openProvedCall(harness, yamamoto, member)
    const press = await book(yamamoto.behalf(grant), 25)
    await sql`create function refuse_act() returns trigger language plpgsql as
      $$ begin if new.action = 'plan-size-booked' then raise exception 'full'; end if; return new; end $$`.execute(
      db,
    )
    await sql`create trigger refuse_act before insert on audit_entry for each row execute function refuse_act()`.execute(
      db,
    )
    expect(await codeOf(press())).toBe('INTERNAL')
    await sql`drop trigger refuse_act on audit_entry`.execute(db)
    await sql`drop function refuse_act`.execute(db)
    expect(await ordersOf(member)).toEqual([])
  })
})

describe('SIMの再発行の代理', () => {
  /** Asked for by yamamoto, who has the caller proved. */
  async function askedFor() {
    const yamamoto = await harness.staff('yamamoto')
    const member = await newMember()
    const opened = await openProvedCall(harness, yamamoto, member)
    const subject = {
      loginId: '',
      contractId: member.contractId,
      lineId: member.lineIds[0] ?? '',
      signIn: async () => member.call,
    }
    const press = await drives.simReissue.confirm(yamamoto.behalf(opened.grant), subject)
    await press()
    await harness.drain()
    const [hold] = await rowsOf(harness, 'hold', '*', { account_id: member.accountId })
    return { ...opened, member, yamamoto, holdNo: hold?.hold_no ?? '' }
  }
  const key = (ref: string) => ({ body: { item: 'order-unconfirmed', ref } as const })

  test('2人目が確認しないまま24時間たつと、手続きは何もせずに終わり、会員に知らせる', async () => {
    const { member } = await askedFor()
    const [asked] = await ordersOf(member)
    expect(asked).toMatchObject({ procedure: 'simReissue' })
    expect(asked?.held_until?.toString()).toBe('2026-11-21T01:00:00Z')
    const shown = await member.call(api.orderGet, { query: { orderNo: asked?.order_no ?? '' } })
    expect([shown.stateLabel, shown.message, shown.next]).toEqual([
      '安全のため保留中',
      '担当者の代理でお申し込みを承ったため、2026年11月21日（土）10:00まで手続きを進めずにお待ちしています。それまでに別の担当者が確認できないときは、取りやめになります。お心当たりがないときは、「ログインの記録」から止められます。',
      { label: '保留の期限', on: '2026-11-21T10:00:00+09:00' },
    ])
    harness.clock.set('2026-11-21T10:00:00+09:00')
    await runTasks(harness, 'holds released', 'holds without confirmation ended')
    await harness.drain()
    expect(await ordersOf(member)).toMatchObject([{ state: 'cancelled', held_until: null }])
    expect(await rowsOf(harness, 'hold', ['state'], { account_id: member.accountId })).toEqual([
      { state: 'lapsed' },
    ])
    const { call } = await harness.signIn(member.loginId)
    expect((await noticesOf(call)).join('\n')).toContain(
      '時刻までに別の担当者の確認がとれなかったため、取りやめました。料金はかかりません。',
    )
    await runTasks(harness, 'holds released', 'holds without confirmation ended')
    expect(await ordersOf(member)).toMatchObject([{ state: 'cancelled' }])
  })

  test('承った人と番号を確かめた人は確認できず、別の人が確認すると時刻に進む', async () => {
    const { member, yamamoto, holdNo } = await askedFor()
    const roles = ['desk', 'procedures'] as const
    const sameWithRole = await harness.staff('yamamoto', { roles })
    expect(sameWithRole.staffId).toBe(yamamoto.staffId)
    expect(await codeOf(sameWithRole.ask('consoleHoldConfirmPost', key(holdNo)))).toBe(
      'CONFIRMED_BY_ANOTHER',
    )
    const kato = await harness.staff('kato')
    await kato.ask('consoleHoldConfirmPost', key(holdNo))
    harness.clock.set('2026-11-20T10:01:01+09:00')
    await sql`update pgboss.job set start_after = now() where name = 'staff-decision' and state < 'active'`.execute(
      db,
    )
    await harness.drain()
    expect(await rowsOf(harness, 'hold', ['state', 'confirmed_by'], { hold_no: holdNo })).toEqual([
      { state: 'held', confirmed_by: kato.staffId },
    ])
    harness.clock.set('2026-11-21T10:00:00+09:00')
    await runTasks(harness, 'holds released', 'holds without confirmation ended')
    expect(await rowsOf(harness, 'hold', ['state'], { hold_no: holdNo })).toEqual([
      { state: 'released' },
    ])
    const [order] = await ordersOf(member)
    expect(order).toMatchObject({ held_until: null })
    expect(order?.state).not.toBe('cancelled')
  })

  test('会員は、届いた画面からもログインの記録からも、すぐに止められる', async () => {
    const { member, holdNo } = await askedFor()
    const { holds } = await member.call(api.holdsGet)
    expect(holds).toMatchObject([
      { holdNo, state: 'needs_confirmation', device: '当社の担当者（代理）' },
    ])
    await member.call(api.holdsStopPost, { body: { holdNo } })
    expect(await ordersOf(member)).toMatchObject([{ state: 'cancelled' }])
    expect(await member.call(api.holdsGet)).toEqual({ holds: [] })
    expect((await noticesOf(member.call)).join('\n')).toContain(
      '当社の担当者がお客さまに代わってお申し込みした「SIMのサイズ変更・再発行」を、お申し出により止めました。',
    )
  })
})
