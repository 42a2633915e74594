import { expect, test } from 'vitest'
import { instant } from '#domain/tokyo.ts'
import type { OutageService } from '#vocabulary/outage.ts'
import { enterCompensation, type NewCompensation } from './commands/enter-compensation.ts'
import { api } from '#protocol/index.ts'
import { makeMember, setProfile } from '#tests/api/members.ts'
import { addRow, rowsOf } from '#tests/api/rows.ts'
import { runTasks } from '#tests/api/tasks.ts'
import { useHarness } from '#tests/api/use-harness.ts'

const harness = await useHarness('2026-11-13T10:00:00+09:00')

const task = async () => {
  await runTasks(harness, 'compensations')
}

test('50時間使えなかった回線には、2日分の72円を一度だけ差し引き、計算を明細と知らせに示す', async () => {
  const { call, contractId, accountId, lineIds } = await makeMember(harness, { loginId: 'waited' })
  await makeMember(harness, { loginId: 'unharmed' })
  const of = {
    outage_id: 'out_1',
    from_at: instant('2026-11-10T08:00:00+09:00'),
    to_at: instant('2026-11-12T10:00:00+09:00'),
    line_ids: [...lineIds],
    reason: '基地局の故障',
    entered_at: harness.clock.now(),
    done_at: null,
  }
  await addRow(harness, 'compensation', { compensation_id: 'cmp_1', ...of })
  await Promise.all([task(), task()])
  await task()
  const { soFar } = await call(api.billingReserveGet)
  const given = soFar.charges.filter(({ kind }) => kind === 'adjustment')
  expect(given).toMatchObject([
    { label: '使えなかった日数分の返金（11月分）', amountTenthsYen: -720, tax: 'excluded' },
  ])
  expect(given[0]?.reckoning?.[0]).toBe(
    '使えなかった2日分として、月額1,080円 × 2日 ÷ 30日 = 72円をお返しします（24時間を1日と数え、1円未満は四捨五入）。',
  )
  expect(
    await rowsOf(harness, 'booked_charge', ['quantity', 'amount_tenths_yen', 'contract_id'], {
      kind: 'adjustment',
    }),
  ).toEqual([{ quantity: 2, amount_tenths_yen: -720, contract_id: contractId }])
  expect(await rowsOf(harness, 'notice', ['title'], { account_id: accountId })).toEqual([
    { title: '使えなかった日数分の料金をお返しします' },
  ])
  expect(await rowsOf(harness, 'compensation', ['done_at'], { compensation_id: 'cmp_1' })).toEqual([
    { done_at: harness.clock.now() },
  ])
})

test('障害のあいだに始まった回線には、その回線の初日から数える: 11日からなら1日分', async () => {
  const { contractId, lineIds } = await makeMember(harness, {
    loginId: 'began-in-it',
    startedOn: '2026-11-11',
  })
  await addRow(harness, 'compensation', {
    compensation_id: 'cmp_late',
    outage_id: 'out_late',
    from_at: instant('2026-11-10T08:00:00+09:00'),
    to_at: instant('2026-11-12T10:00:00+09:00'),
    line_ids: [...lineIds],
    reason: '基地局の故障',
    entered_at: harness.clock.now(),
    done_at: null,
  })
  await task()
  expect(await rowsOf(harness, 'booked_charge', ['quantity'], { contract_id: contractId })).toEqual(
    [{ quantity: 1 }],
  )
})

test('回線を名指ししなければ、その障害が止めたサービスを使う、その地域の回線だけに返す', async () => {
  const { db } = harness.database
  const osaka = await makeMember(harness, {
    loginId: 'osaka',
    course: 'share',
    lines: [{}, { kind: 'data' }],
  })
  await setProfile(harness, osaka.accountId, { region: '大阪府' })
  const tokyo = await makeMember(harness, { loginId: 'tokyo' })
  await setProfile(harness, tokyo.accountId, { region: '東京都' })
  const [from, to] = ['2026-11-10T08:00:00+09:00', '2026-11-12T10:00:00+09:00'].map((at) =>
    instant(at),
  )
  if (from === undefined || to === undefined) throw new Error('no times')
  const enter = async (outageId: string, services: readonly OutageService[]) => {
    await addRow(harness, 'outage', {
      outage_id: outageId,
      kind: 'outage',
      severity: 'outage',
      services: [...services],
      areas: ['大阪府'],
      title: 'つながらない状態',
      opened_at: from,
      begins_at: from,
      ends_at: to,
    })
    await addRow(harness, 'compensation', {
      compensation_id: `cmp-${outageId}`,
      outage_id: outageId,
      from_at: from,
      to_at: to,
      line_ids: null,
      reason: '基地局の故障',
      entered_at: harness.clock.now(),
      done_at: null,
    })
    await task()
    const given = await db
      .selectFrom('booked_charge')
      .select('line_id')
      .where('kind', '=', 'adjustment')
      .where('contract_id', 'in', [osaka.contractId, tokyo.contractId])
      .where('source_ref', 'like', `%${outageId}/%`)
      .execute()
    return given.map(({ line_id }) => line_id).toSorted()
  }
  expect(await enter('out_voice', ['voice', 'payment'])).toEqual([osaka.lineIds[0]])
  expect(await enter('out_data', ['data'])).toEqual(osaka.lineIds.toSorted())
  // Who cannot pay or open my page can use the line.
  expect(await enter('out_payment', ['payment', 'mypage'])).toEqual([])
})

test('返す内容は、いつ・どの障害・どの回線かが確かなものだけを受け付け、違えば理由を言う', async () => {
  const { lineIds } = await makeMember(harness, { loginId: 'named' })
  const at = (text: string) => instant(`2026-11-${text}:00+09:00`)
  const outage = { name: 'mast', from: at('10T08:00'), to: at('12T10:00') }
  const enter = (changes: Partial<NewCompensation>) =>
    harness.database.db
      .transaction()
      .execute((tx) =>
        enterCompensation(
          tx,
          { outage, reason: '基地局の故障', lineIds, ...changes },
          { actor: 'staff', now: harness.clock.now() },
        ),
      )
  for (const [changes, why] of [
    [{ outage: { outageId: 'out_none' } }, 'There is no outage out_none on the board'],
    [{ lineIds: [...lineIds, 'line_none'] }, 'There is no line line_none'],
    [{ lineIds: [] }, 'No line is named'],
    [{ reason: ' ' }, 'A reason is missing'],
    [{ outage: { ...outage, name: '' } }, 'A name has no slash and no space'],
    [{ outage: { ...outage, to: outage.from } }, 'It ends before it begins'],
    [{ outage: { ...outage, to: at('14T08:00') } }, 'It is not over'],
    [{ outage: { ...outage, to: at('11T07:59') } }, 'It was shorter than 24 hours'],
  ] as const)
    await expect(enter(changes)).rejects.toThrow(why)
  expect(await enter({})).toMatch(/^cmp_/)
  await expect(enter({})).rejects.toThrow('mast was entered already')
})
