import { afterEach, describe, expect, test } from 'vitest'
import { api } from '#protocol/index.ts'
import type { RawInput } from '#protocol/endpoint.ts'
import { makeMember, type MemberShape } from '#tests/api/members.ts'
import { optionLines, signedInAgain } from '#tests/api/option-members.ts'
import { codeOf } from '#tests/api/refusals.ts'
import { rowsOf } from '#tests/api/rows.ts'
import { runTasks } from '#tests/api/tasks.ts'
import { useHarness } from '#tests/api/use-harness.ts'

// The 11th: 20 of 30 days are left.
const START = '2026-11-11T10:00:00+09:00'
const harness = await useHarness(START)
afterEach(() => harness.clock.set(START))

type Member = Awaited<ReturnType<typeof makeOne>>
type Code = RawInput<typeof api.supportOptionPost>['body']['optionCode']
let serial = 0
async function makeOne(shape: Partial<MemberShape> = {}) {
  const loginId = `support-${(serial += 1)}`
  const member = await makeMember(harness, { loginId, planCode: 13, ...shape })
  return { ...member, loginId, lineId: member.lineIds[0] ?? '' }
}
async function offered(member: Member, code: Code) {
  const { options } = await member.call(api.supportOptionAvailableGet, {
    query: { lineId: member.lineId },
  })
  const found = options.find(({ optionCode }) => optionCode === code)
  if (found === undefined) throw new Error(`${code} is not offered`)
  return found
}
async function bodyFor(member: Member, code: Code) {
  const { estimate, line, terms } = await offered(member, code)
  return {
    optionCode: code,
    lineId: line?.lineId,
    conditions: estimate.conditions,
    termsVersion: terms.version,
    agreed: true as const,
  }
}
async function join(member: Member, code: Code, idempotencyKey?: string) {
  return member.call(api.supportOptionPost, { body: await bodyFor(member, code), idempotencyKey })
}
async function active(member: Member, code: Code) {
  const { options } = await member.call(api.supportOptionCancelableGet, {
    query: { lineId: member.lineId },
  })
  return options.find(({ optionCode }) => optionCode === code)
}
async function leave(member: Member, code: Code) {
  const found = await active(member, code)
  return member.call(api.supportOptionCancelPost, {
    body: {
      optionCode: code,
      lineId: found?.line?.lineId,
      conditions: found?.estimate.conditions ?? '',
    },
  })
}
const periodsOf = (member: Member) =>
  rowsOf(
    harness,
    'option_period',
    ['option_code', 'line_id', 'to_on', 'terms_version'],
    { contract_id: member.contractId },
    'joined_at',
  )
const billed = async (member: Member, month: string) =>
  (await optionLines(harness, member, month)).map(({ figure_key, amount_tenths_yen, days }) => [
    figure_key,
    amount_tenths_yen,
    days,
  ])

describe('申し込む前', () => {
  test('料金・初月の日割り・3か月の請求・規約の版が、申し込む前にわかる', async () => {
    const member = await makeOne()
    const option = await offered(member, 'deviceCover')
    expect(option).toMatchObject({
      name: 'つながる端末保証',
      state: 'available',
      stateLabel: '申し込めます',
      monthlyYen: 550,
      join: { allowed: true },
      undoes: false,
      terms: { version: '1.2', path: '/agreement/tsunagaru.html' },
      // 500 × 20 ÷ 30 = 333.3…
      firstMonth: {
        amountTenthsYen: 3330,
        proration: { days: 20, ofDays: 30 },
        explanation: '500円 × 1か月 × 20日 ÷ 30日（税抜）',
      },
      estimate: {
        operation: 'optionJoin',
        changes: [{ label: 'つながる端末保証', before: '利用していません', after: '利用する' }],
        effectiveOn: '2026-11-11',
        oneOff: { totalYen: 0 },
        // 1,080 × 1.1 + 3.3 = 1,191.3; (1,080 + 500) × 1.1 + 3.3 = 1,741.3
        monthlyBefore: { totalYen: 1191 },
        monthlyAfter: { totalYen: 1741 },
        monthlyDeltaYen: 550,
        nextBills: [
          // (1,080 + 333) × 1.1 + 3.3 = 1,557.6
          { month: '2026-11', beforeYen: 1191, afterYen: 1557, deltaYen: 366 },
          { month: '2026-12', beforeYen: 1191, afterYen: 1741, deltaYen: 550 },
          { month: '2027-01', beforeYen: 1191, afterYen: 1741, deltaYen: 550 },
        ],
      },
    })
  })

  test('料金未払いでは、理由とともに断られる', async () => {
    const member = await makeOne()
    await harness.database.db
      .updateTable('contract')
      .set({ unpaid_since: harness.clock.now() })
      .where('contract_id', '=', member.contractId)
      .execute()
    expect((await offered(member, 'security')).join).toMatchObject({
      allowed: false,
      reasonCode: 'UNPAID',
    })
    expect(await codeOf(join(member, 'security'))).toBe('UNPAID')
    expect(await periodsOf(member)).toEqual([])
  })
})

describe('申し込み', () => {
  test('その場で使え、同意した規約の版が残り、ご契約内容と回線に出る', async () => {
    const member = await makeOne()
    const receipt = await join(member, 'security')
    expect(receipt).toMatchObject({
      operation: 'optionJoin',
      title: 'オプションの申し込み（セキュリティ）',
      state: 'done',
      effectiveOn: '2026-11-11',
      option: { state: 'active', joinedOn: '2026-11-11', terms: { agreedVersion: '2.1' } },
    })
    expect(receipt.nextSteps).toEqual([{ text: 'いまからお使いいただけます。' }])
    expect(await periodsOf(member)).toEqual([
      { option_code: 'security', line_id: member.lineId, to_on: null, terms_version: '2.1' },
    ])
    const { options, monthlyYen } = await member.call(api.contractGet)
    expect(options).toMatchObject([
      { optionCode: 'security', state: 'active', line: { lineId: member.lineId } },
    ])
    // (1,080 + 250) × 1.1 + 3.3
    expect(monthlyYen).toBe(1466)
    const { options: ofLine } = await member.call(api.statusLineGet, {
      query: { lineId: member.lineId },
    })
    expect(ofLine).toEqual([{ optionCode: 'security', name: 'セキュリティ', state: 'active' }])
  })

  test('同じ申し込みが二度届いても、加入は1つ。別の申し込みとしては断られる', async () => {
    const member = await makeOne()
    const body = await bodyFor(member, 'security')
    const first = await member.call(api.supportOptionPost, { body, idempotencyKey: 'once' })
    const second = await member.call(api.supportOptionPost, { body, idempotencyKey: 'once' })
    expect(second).toEqual(first)
    expect(await codeOf(member.call(api.supportOptionPost, { body }))).toBe('OPTION_ALREADY_ACTIVE')
    expect(await periodsOf(member)).toHaveLength(1)
  })

  test('確認した料金や規約が変わっていたら、申し込まれない', async () => {
    const member = await makeOne()
    const body = await bodyFor(member, 'security')
    const old = { ...body, termsVersion: '1.0' }
    expect(await codeOf(member.call(api.supportOptionPost, { body: old }))).toBe('TERMS_OUTDATED')
    harness.clock.set('2026-11-12T00:00:01+09:00')
    const late = await signedInAgain(harness, member)
    expect(await codeOf(late.call(api.supportOptionPost, { body }))).toBe('CONDITIONS_CHANGED')
    expect(await periodsOf(member)).toEqual([])
  })

  test('ほかの人の回線には申し込めず、解約もできない', async () => {
    const [member, stranger] = [await makeOne(), await makeOne()]
    const body = await bodyFor(member, 'security')
    expect(await codeOf(stranger.call(api.supportOptionPost, { body }))).toBe('NOT_FOUND')
    await join(member, 'security')
    const leaving = { optionCode: 'security', lineId: member.lineId, conditions: 'x' } as const
    expect(await codeOf(stranger.call(api.supportOptionCancelPost, { body: leaving }))).toBe(
      'NOT_FOUND',
    )
    const query = { lineId: member.lineId }
    expect(await codeOf(stranger.call(api.supportOptionAvailableGet, { query }))).toBe('NOT_FOUND')
    expect(await codeOf(stranger.call(api.supportOptionCancelableGet, { query }))).toBe('NOT_FOUND')
  })

  test('回線のない申し込み、知らないオプション、同意のない申し込みは、項目ごとに断られる', async () => {
    const member = await makeOne()
    const body = await bodyFor(member, 'security')
    const send = (wrong: object) =>
      member.request('/api/support_option/', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ...body, ...wrong }),
      })
    for (const [wrong, field] of [
      [{ lineId: undefined }, 'lineId'],
      [{ optionCode: 'voicemail' }, 'optionCode'],
      [{ agreed: false }, 'agreed'],
      [{ termsVersion: '\0' }, 'termsVersion'],
      [{ lineId: 'x'.repeat(10_000) }, 'lineId'],
    ] as const) {
      const answer = await send(wrong)
      expect([answer.status, field]).toEqual([400, field])
      expect(Object.keys((await answer.json()).error.fields)).toEqual([field])
    }
    expect(await periodsOf(member)).toEqual([])
  })
})

describe('解約', () => {
  /** What of the worker's hours ends options and bills them. */
  async function workAtRollover(day: string) {
    harness.clock.set(`${day}T00:00:00+09:00`)
    await runTasks(harness, 'options that were left')
    harness.clock.set(`${day}T06:30:00+09:00`)
    await runTasks(harness, 'usage and ledger', 'calls', 'month-close')
  }

  test('月末の24時まで使え、その月に取り消せば、加入していたときと同じ', async () => {
    const member = await makeOne()
    const joined = await join(member, 'deviceCover')
    expect(joined.nextSteps.at(-1)?.text).toBe(
      '「端末」の画面で、保証する端末を登録してください。登録が済んだ日から保証の対象です。',
    )
    expect(await active(member, 'deviceCover')).toMatchObject({
      leave: { allowed: true },
      lastOn: '2026-11-30',
      estimate: { monthlyDeltaYen: -550, undoUntil: '2026-12-01T00:00:00+09:00' },
    })
    const receipt = await leave(member, 'deviceCover')
    expect(receipt).toMatchObject({
      operation: 'optionLeave',
      state: 'reserved',
      effectiveOn: '2026-11-30',
      undoUntil: '2026-12-01T00:00:00+09:00',
      option: { state: 'cancel_requested', endsOn: '2026-11-30' },
    })
    const { bookedChanges, monthlyYen } = await member.call(api.contractGet)
    // Until its last day it costs what it did: (1,080 + 500) × 1.1 + 3.3
    expect(monthlyYen).toBe(1741)
    expect(bookedChanges).toMatchObject([
      { title: 'つながる端末保証の解約', path: '/mypage/option.html', effectiveOn: '2026-11-30' },
    ])
    // What is asked for today is compared with that; what begins with December, without it.
    const reissue = await member.call(api.simChangeSizeInitialCostGet, {
      query: { lineId: member.lineIds[0] ?? '', size: 'esim', reason: 'modelChange' },
    })
    expect([reissue.monthlyBefore.totalYen, reissue.monthlyDeltaYen]).toEqual([1741, 0])
    const size = await member.call(api.couponEstimateGet, { query: { plan: 20 } })
    expect([size.monthlyBefore.totalYen, size.monthlyDeltaYen]).toEqual([1191, 660])
    expect(await codeOf(leave(member, 'deviceCover'))).toBe('OPTION_LEAVING_BOOKED')
    expect(await offered(member, 'deviceCover')).toMatchObject({
      join: { allowed: true },
      undoes: true,
      estimate: {
        changes: [{ before: '2026年11月30日（月）で終了', after: '続けて利用' }],
        nextBills: [
          { month: '2026-11', deltaYen: 0 },
          { month: '2026-12', deltaYen: 550 },
          { month: '2027-01', deltaYen: 550 },
        ],
      },
    })
    const undone = await join(member, 'deviceCover')
    expect(undone).toMatchObject({ orderNo: receipt.orderNo, state: 'undone' })
    expect(await periodsOf(member)).toMatchObject([{ to_on: null }])
    expect(await active(member, 'deviceCover')).toMatchObject({ state: 'active' })
  })

  test('加入した月は日割り、やめた月は1か月分で請求され、翌月は請求されない', async () => {
    const member = await makeOne()
    await join(member, 'deviceCover')
    await workAtRollover('2026-12-01')
    expect(await billed(member, '2026-11')).toEqual([['option.deviceCover', 3330, 20]])
    const december = await signedInAgain(harness, member)
    await leave(december, 'deviceCover')
    await workAtRollover('2027-01-01')
    expect(await billed(member, '2026-12')).toEqual([['option.deviceCover', 5000, null]])
    const january = await signedInAgain(harness, member)
    expect(await active(january, 'deviceCover')).toBeUndefined()
    expect(await offered(january, 'deviceCover')).toMatchObject({
      state: 'available',
      undoes: false,
    })
    const orders = await rowsOf(
      harness,
      'procedure_order',
      ['procedure', 'state'],
      { contract_id: member.contractId },
      'requested_at',
    )
    expect(orders).toEqual([
      { procedure: 'optionJoin', state: 'done' },
      { procedure: 'optionLeave', state: 'ended' },
    ])
  })

  test('入っていないオプションは解約できない', async () => {
    const member = await makeOne()
    const body = { optionCode: 'remoteSupport', conditions: 'x' } as const
    expect(await codeOf(member.call(api.supportOptionCancelPost, { body }))).toBe(
      'OPTION_NOT_ACTIVE',
    )
  })
})
