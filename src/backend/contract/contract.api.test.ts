import { operations } from '#vocabulary/operation.ts'
import { describe, expect, test } from 'vitest'
import { openOrder } from '#tests/api/orders.ts'
import { operationRules } from '#domain/exclusion/operation-rules.ts'
import { tokyoDate, tokyoMonth } from '#domain/tokyo.ts'
import { ApiError } from '#protocol/http.ts'
import { api } from '#protocol/index.ts'
import { useHarness } from '#tests/api/use-harness.ts'
import { billed } from '#tests/api/debts.ts'
import { makeMember } from '#tests/api/members.ts'
import { imeiAad } from './terminals.ts'
import { addRow, setRows } from '#tests/api/rows.ts'

const harness = await useHarness()

describe('ご契約の内容', () => {
  test('回線と月額（税込、通話料を除く）が見られる', async () => {
    const member = await makeMember(harness, {
      loginId: 'share',
      planCode: 20,
      course: 'share',
      lines: [{ kind: 'voice' }, { kind: 'voice' }, { kind: 'data', simSize: 'esim' }],
    })
    const contract = await member.call(api.contractGet)
    expect(contract).toMatchObject({
      plan: 20,
      planName: '10GB',
      baseBytes: 10_000_000_000,
      course: 'share',
      status: 'active',
      statusLabel: 'ご利用中',
      startedOn: '2025-10-01',
      // (1,680 + 700 + 400) × 1.1 + (2.2 + 1.1) × 2 numbers = 3,064.6
      monthlyYen: 3064,
      bookedChanges: [],
    })
    expect(contract.lines.map((line) => [line.simKind, line.simSize, line.first])).toEqual([
      ['voice', 'nano', true],
      ['voice', 'nano', false],
      ['data', 'esim', false],
    ])
    expect(contract.lines[0]?.iccidMasked).toMatch(/^\*{15}\d{4}$/)
  })

  test('分割払いの残りは、支払った請求の分だけ減る。断られた月の分は、払うまで残る', async () => {
    const member = await makeMember(harness, { loginId: 'device' })
    await addRow(harness, 'terminal', {
      contract_id: member.contractId,
      device_id: 'dev_1',
      name: 'スマートフォン A',
      imei_sealed: harness.services.sealing.seal(imeiAad('dev_1'), '350000000001234'),
      purchased_on: tokyoDate('2026-08-20'),
      price_yen: 48_000,
      instalment_count: 24,
      first_instalment_month: tokyoMonth('2026-09'),
      warranty_until: tokyoDate('2028-08-19'),
      notice: null,
    })
    const { contractId } = member
    await billed(harness, contractId, { month: '2026-09', state: 'paid' })
    await billed(harness, contractId, { month: '2026-10', state: 'unpaid' })
    const instalments = async () =>
      (await member.call(api.contractTerminalNoticeGet)).terminals[0]?.instalments
    expect(await instalments()).toMatchObject({ paid: 1, remaining: 23, remainingYen: 46_000 })
    const october = { contract_id: contractId, month: tokyoMonth('2026-10') }
    await setRows(harness, 'bill', { state: 'paid' }, october)
    const { terminals } = await member.call(api.contractTerminalNoticeGet)
    expect(terminals).toEqual([
      {
        deviceId: 'dev_1',
        device: 'スマートフォン A',
        imeiMasked: '***********1234',
        purchasedOn: '2026-08-20',
        priceYen: 48_000,
        instalments: {
          count: 24,
          paid: 2,
          remaining: 22,
          monthlyYen: 2000,
          remainingYen: 44_000,
          nextOn: '2026-12-07',
        },
        warrantyUntil: '2028-08-19',
      },
    ])
  })
})

describe('手続きごとの、できる・できない', () => {
  test('何もなければ、手続きは契約に1つ、または回線ごとに1つ並ぶ', async () => {
    const member = await makeMember(harness, {
      loginId: 'quiet',
      planCode: 20,
      course: 'share',
      lines: [{}, {}],
    })
    const { operations: rows } = await member.call(api.contractChangeStatusGet)
    const perLine = operations.filter((one) => operationRules[one].on === 'line').length
    expect(rows).toHaveLength(operations.length + perLine)
    expect(rows.filter((row) => !row.allowed).map((row) => row.operation)).toEqual([
      'planSizeUndo',
      'cancelUndo',
      'initialCancel',
      'lineResume',
      'lineResume',
    ])
  })

  test('SIMの手続き中は、その回線だけ、終わる予定の日と順番待ちの可否がわかる', async () => {
    const member = await makeMember(harness, {
      loginId: 'busy',
      planCode: 20,
      course: 'share',
      lines: [{}, {}],
    })
    const [first = '', second = ''] = member.lineIds
    const orderNo = await harness.database.db.transaction().execute((tx) =>
      openOrder(tx, {
        contractId: member.contractId,
        lineId: first,
        procedure: 'simReissue',
        event: 'ordered',
        actor: 'member',
        now: harness.clock.now(),
        expectedOn: tokyoDate('2026-11-25'),
      }),
    )
    const asked = async (lineId: string) => {
      const { operations: rows } = await member.call(api.contractChangeStatusGet, {
        query: { lineId },
      })
      return rows.find((row) => row.operation === 'simReissue')
    }
    expect(await asked(first)).toMatchObject({
      allowed: false,
      reasonCode: 'SIM_ORDER_OPEN',
      freeFrom: '2026-11-25',
      blockedBy: orderNo,
      queueable: false,
    })
    expect(await asked(second)).toMatchObject({ allowed: true })
  })

  test('ほかの方の回線は、ないものと同じ', async () => {
    const member = await makeMember(harness, { loginId: 'one' })
    const other = await makeMember(harness, { loginId: 'other' })
    const refusal = await member
      .call(api.contractChangeStatusGet, { query: { lineId: other.lineIds[0] ?? '' } })
      .catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(ApiError)
    expect(refusal instanceof ApiError && refusal.httpStatus).toBe(404)
  })
})
