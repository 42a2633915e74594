import { expect, test } from 'vitest'
import { findBrokenAudit } from '#backend/audit.ts'
import { findBrokenLaws } from '#backend/broken-law.ts'
import { openTicket } from '#backend/contact/public.ts'
import { api } from '#protocol/index.ts'
import { useSeededHarness } from '#tests/api/seeded.ts'
import { grantLaws } from './findings.ts'

const harness = await useSeededHarness()
const { db } = harness.database

/** A record that is opened for a review: everything but what takes a code. */
async function reviewed(loginId: string) {
  const member = await harness.signIn(loginId)
  const matsumoto = await harness.staff('matsumoto')
  const { accountId } = member
  const now = harness.clock.now()
  const { ticket_no: ticket } = await db.transaction().execute((tx) =>
    openTicket(
      tx,
      harness.services,
      { actor: 'system', accountId, now },
      {
        channel: 'internal',
        reason: 'review',
        topic: 'other',
        accountId,
      },
    ),
  )
  const { grant } = await matsumoto.ask('consoleGrantPost', {
    body: { ticket, account: accountId },
  })
  return { member, staff: matsumoto, query: { grant } }
}

test.each(['suzuki', 'sato', 'takahashi', 'tanaka', 'ito'])(
  '%s の記録の金額・データ量・手続き・期日は、マイページと同じ',
  async (loginId) => {
    const { member, staff, query } = await reviewed(loginId)
    const [summary, billing, data, orders, lines, contact] = [
      await staff.ask('consoleSummaryGet', { query }),
      await staff.ask('consoleBillingGet', { query }),
      await staff.ask('consoleDataGet', { query }),
      await staff.ask('consoleOrdersGet', { query }),
      await staff.ask('consoleLinesGet', { query }),
      await staff.ask('consoleContactGet', { query }),
    ]
    const own = {
      contract: await member.call(api.contractGet),
      deadlines: await member.call(api.deadlinesGet),
      months: await member.call(api.billingMonthsGet, { query: {} }),
      unpaid: await member.call(api.billingUnpaidGet),
      next: await member.call(api.billingReserveGet),
      residual: await member.call(api.highSpeedResidualGet),
      usage: await member.call(api.statusUsageGet, { query: {} }),
      may: await member.call(api.contractChangeStatusGet, { query: {} }),
      orders: await member.call(api.statusApplyStateGet, { query: {} }),
      notices: await member.call(api.noticesGet, { query: {} }),
    }
    expect(summary.contract?.monthlyYen).toBe(own.contract.monthlyYen)
    expect(summary.next?.deadlineId).toBe(own.deadlines.deadlines[0]?.deadlineId)
    expect(billing.months).toEqual(own.months.months)
    expect([billing.unpaid, billing.unpaidYen]).toEqual([own.unpaid.bills, own.unpaid.totalYen])
    expect(billing.next.forecast).toEqual(own.next.forecast)
    expect([data.totalBytes, data.buckets]).toEqual([own.residual.totalBytes, own.residual.buckets])
    expect(data.months).toEqual(own.usage.months)
    expect(orders.operations).toEqual(own.may.operations)
    expect(orders.rows.map((one) => [one.orderNo, one.state])).toEqual(
      own.orders.rows.map((one) => [one.orderNo, one.state]),
    )
    expect(lines.lines.map(({ line }) => line.lineId)).toEqual(
      own.contract.lines.map((line) => line.lineId),
    )
    expect(contact.rows.map(({ title, body }) => [title, body])).toEqual(
      own.notices.rows.map(({ title, body }) => [title, body]),
    )
  },
)

test('困っていることが先に並び、記録の一覧には見た人の役割がある', async () => {
  const { staff, query } = await reviewed('takahashi')
  const { wrong } = await staff.ask('consoleSummaryGet', { query })
  // What the demo plants in the queues is not of this test.
  const own = wrong.filter(({ kind }) => kind !== 'finding')
  expect(own.map(({ kind, count, refs }) => [kind, count, refs])).toEqual([
    ['suspended', 1, ['末尾 3001']],
    ['unpaid', 2, ['2026-09', '2026-10']],
    ['lock', 1, ['simChange']],
  ])
  const { rows } = await staff.ask('consoleRecordGet', { query })
  expect(rows[0]).toMatchObject({ actor: 'staff', action: 'record-read', role: 'privacy' })
})

test('前の晩に加藤さんが佐藤さんの記録を開いたことは、変わった閲覧の一覧と佐藤さんのページにある', async () => {
  const matsumoto = await harness.staff('matsumoto')
  const { unusual } = await matsumoto.ask('consoleAccessUnusualGet')
  const sato = await harness.signIn('sato')
  const ofSato = unusual.filter(({ accountId }) => accountId === sato.accountId)
  expect(ofSato.map(({ why, at }) => [why, at]).toSorted()).toEqual([
    ['atNight', '2026-11-19T22:00:00+09:00'],
    ['noAct', '2026-11-19T22:00:00+09:00'],
  ])
  const { rows } = await sato.call(api.recordAccessGet, { query: {} })
  const ofKato = rows.filter(({ at }) => at.startsWith('2026-11-19T22:0'))
  expect(ofKato.length).toBeGreaterThanOrEqual(5)
  expect(await findBrokenLaws(db, grantLaws)).toEqual([])
  const { contract_id: chain } = await db
    .selectFrom('contract')
    .select('contract_id')
    .where('account_id', '=', sato.accountId)
    .executeTakeFirstOrThrow()
  expect(await findBrokenAudit(db, chain)).toBeUndefined()
})
