import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { api } from '#protocol/index.ts'
import { openBrowser } from '#tests/api/applicants.ts'
import { consoleWork } from '#server/worker.ts'
import { codeOf } from '#tests/api/refusals.ts'
import { useApplicants } from '#tests/api/use-applicants.ts'

const START = '2026-11-20T10:00:00+09:00'
const A_MINUTE_LATER = '2026-11-20T10:01:00+09:00'

const harness = await useApplicants(START)
const { db } = harness.database
const { tasks } = consoleWork(harness.services)
const fukuda = await harness.staff('fukuda')
const sasaki = await harness.staff('sasaki', { roles: ['procedures', 'lead'] })

/** Two of a family, born on one day: staff look at the second. */
async function orderInReview(loginId: string, firstNames: readonly [string, string]) {
  const kana = {
    lastName: '林',
    lastNameKana: 'ハヤシ',
    firstNameKana: loginId.replace(/\w/g, 'ア'),
  }
  const first = openBrowser(harness)
  await first.answerAll(`${loginId}1`, { ...kana, firstName: firstNames[0] })
  await first.submit()
  const browser = openBrowser(harness)
  await browser.answerAll(`${loginId}2`, { ...kana, firstName: firstNames[1] })
  const { orderNo: ref } = await browser.submit()
  await browser.signIn(`${loginId}2`)
  const key = { item: 'application-in-review', ref } as const
  return {
    browser,
    key,
    stateNow: async () => (await browser.call(api.applicationStatusGet)).state,
  }
}

/** The job as the worker begins it: the database's clock is not the harness'. */
async function carryOut() {
  await sql`update pgboss.job set start_after = now() where name = 'staff-decision' and state < 'active'`.execute(
    db,
  )
  await harness.drain()
}

const historyOf = async (key: { item: 'application-in-review'; ref: string }) =>
  (
    await db
      .selectFrom('staff_decision')
      .select(['choice', 'state'])
      .where('ref', '=', key.ref)
      .orderBy('decided_at')
      .execute()
  ).map(({ choice, state }) => [choice, state])

test('決めたことは1分後に実行され、申し込んだ方に届く。だれが決めたかは記録に残る', async () => {
  const { key, stateNow } = await orderInReview('ab', ['愛', '亜衣'])
  const body = { ...key, choice: 'accept' } as const
  const decided = await fukuda.ask('consoleApplicationPost', { body })
  expect(decided.carriedOutFrom).toBe(A_MINUTE_LATER)
  expect(await stateNow()).toBe('in_review')
  const { row } = await fukuda.ask('consoleQueueItemGet', { query: key })
  expect(row.pending).toEqual({
    decisionId: decided.decisionId,
    act: 'application.decide',
    choice: 'accept',
    by: { staffId: fukuda.staffId, name: '福田 健' },
    decidedAt: START,
    carriedOutFrom: A_MINUTE_LATER,
    isMine: true,
  })
  await carryOut()
  expect(await stateNow()).toBe('in_review')
  harness.clock.set(A_MINUTE_LATER)
  await carryOut()
  expect(await stateNow()).toBe('accepted')
  expect(await historyOf(key)).toEqual([['accept', 'carried_out']])
  const { rows } = await sql`
    select actor, action, details ->> 'staff' as staff, details ->> 'role' as role from audit_entry
    where action like 'staff-decision%' or action = 'staff-decided' order by chain, position`.execute(
    db,
  )
  expect(rows).toEqual([
    { actor: 'staff', action: 'staff-decided', staff: fukuda.staffId, role: 'procedures' },
    { actor: 'system', action: 'staff-decision-carried-out', staff: null, role: null },
  ])
  await carryOut()
  expect(await codeOf(fukuda.ask('consoleQueueItemGet', { query: key }))).toBe('QUEUE_ITEM_GONE')
  const gone = { body: { decisionId: decided.decisionId } }
  expect(await codeOf(fukuda.ask('consoleDecisionTakeBackPost', gone))).toBe('DECISION_CARRIED_OUT')
})

test('1分以内なら、決めた人だけが取り消せて、何も起こらない', async () => {
  const { key, stateNow } = await orderInReview('abc', ['綾', '彩'])
  const body = { ...key, choice: 'reject', reason: '同じ方のご契約があるためです。' } as const
  const { decisionId } = await fukuda.ask('consoleApplicationPost', { body })
  const takeBack = { body: { decisionId } }
  expect(await codeOf(sasaki.ask('consoleDecisionTakeBackPost', takeBack))).toBe('ACCESS_DENIED')
  await fukuda.ask('consoleDecisionTakeBackPost', takeBack)
  harness.clock.set(A_MINUTE_LATER)
  await carryOut()
  expect(await stateNow()).toBe('in_review')
  expect(await historyOf(key)).toEqual([['reject', 'taken_back']])
  const late = await fukuda.ask('consoleApplicationPost', { body })
  harness.clock.set('2026-11-20T10:02:00+09:00')
  const tooLate = { body: { decisionId: late.decisionId } }
  expect(await codeOf(fukuda.ask('consoleDecisionTakeBackPost', tooLate))).toBe(
    'DECISION_CARRIED_OUT',
  )
})

test('ふたりが同時に決めても、決定は一つだけ', async () => {
  const { key } = await orderInReview('abcd', ['泉', '和泉'])
  const body = { ...key, choice: 'accept' } as const
  const both = await Promise.all(
    [fukuda, sasaki].map((staff) => codeOf(staff.ask('consoleApplicationPost', { body }))),
  )
  expect(both.filter((code) => code === 'QUEUE_ITEM_DECIDED')).toHaveLength(1)
  expect(await historyOf(key)).toEqual([['accept', 'waiting']])
})

test('待つ間に申し込みが取り下げられれば、実行せず、できなかったと残す', async () => {
  const { browser, key, stateNow } = await orderInReview('abcde', ['碧', '葵'])
  await fukuda.ask('consoleApplicationPost', { body: { ...key, choice: 'accept' } })
  await browser.call(api.applicationWithdrawPost, { body: { orderNo: key.ref } })
  harness.clock.set(A_MINUTE_LATER)
  await carryOut()
  expect(await stateNow()).toBe('withdrawn')
  expect(await historyOf(key)).toEqual([['accept', 'failed']])
})

test('仕事が失われても、毎時の見回りが一度だけ実行する', async () => {
  const { key, stateNow } = await orderInReview('abcdef', ['光', '輝'])
  await fukuda.ask('consoleApplicationPost', { body: { ...key, choice: 'accept' } })
  await sql`delete from pgboss.job where name = 'staff-decision'`.execute(db)
  harness.clock.set('2026-11-20T10:20:00+09:00')
  for (const task of [...tasks, ...tasks]) await task.run(harness.clock.now())
  await harness.drain()
  expect(await stateNow()).toBe('accepted')
  expect(await historyOf(key)).toEqual([['accept', 'carried_out']])
})

test('できない決め方は、その場で断り、何も残さない', async () => {
  const { key } = await orderInReview('abcdefg', ['望', '希'])
  const refuse = { ...key, choice: 'refuse', reason: 'できません。' } as const
  expect(await codeOf(fukuda.ask('consoleIdentityPost', { body: refuse }))).toBe('QUEUE_ACT_UNFIT')
  const gone = { ...key, ref: 'AP-none', choice: 'accept' } as const
  expect(await codeOf(fukuda.ask('consoleApplicationPost', { body: gone }))).toBe('QUEUE_ITEM_GONE')
  await db
    .updateTable('application')
    .set({ doubt: 'identity' })
    .where('order_no', '=', key.ref)
    .execute()
  const accept = { ...key, choice: 'accept' } as const
  expect(await codeOf(fukuda.ask('consoleApplicationPost', { body: accept }))).toBe(
    'QUEUE_ACT_UNFIT',
  )
  const noReason = { ...key, choice: 'reject', reason: ' ' } as const
  expect(await codeOf(fukuda.ask('consoleApplicationPost', { body: noReason }))).toBe(
    'VALIDATION_FAILED',
  )
  expect(await historyOf(key)).toEqual([])
})
