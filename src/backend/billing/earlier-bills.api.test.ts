import { expect, test } from 'vitest'
import { api } from '#protocol/index.ts'
import { billed } from '#tests/api/debts.ts'
import { makeMember } from '#tests/api/members.ts'
import { codeOf } from '#tests/api/refusals.ts'
import { useHarness } from '#tests/api/use-harness.ts'

const harness = await useHarness('2026-11-20T10:00:00+09:00')

/** Left at the end of September, and has applied anew. */
async function comeBack(loginId: string) {
  const member = await makeMember(harness, { loginId, startedOn: '2026-01-10' })
  await billed(harness, member.contractId, { month: '2026-08', yen: 1188, state: 'paid' })
  await billed(harness, member.contractId, { month: '2026-09', yen: 1191, state: 'paid' })
  await harness.database.pool.query(
    `update contract set status = 'terminated', ends_on = '2026-09-30' where contract_id = $1`,
    [member.contractId],
  )
  await harness.database.pool.query(
    `insert into contract (contract_id, account_id, plan_code, course, status, applied_at)
     values ($1, $2, 13, 'single', 'preparing', '2026-11-20T09:00:00+09:00')`,
    [`new-${loginId}`, member.accountId],
  )
  const { call } = await harness.signIn(loginId)
  return { call, former: member.contractId }
}

test('解約してまた契約した方は、以前のご契約の請求も見られる', async () => {
  const { call, former } = await comeBack('back')
  expect((await call(api.billingMonthsGet)).months).toEqual([])
  expect((await call(api.billingEarlierGet)).contracts).toEqual([
    {
      contract: former,
      startedOn: '2026-01-10',
      endsOn: '2026-09-30',
      path: `/mypage/billing/top.html?contract=${former}`,
    },
  ])
  const { months } = await call(api.billingMonthsGet, { query: { contract: former } })
  expect(months).toMatchObject([
    { month: '2026-09', totalYen: 1191, path: `/mypage/billing/2026-09.html?contract=${former}` },
    { month: '2026-08', totalYen: 1188 },
  ])
  const { bills } = await call(api.billingStatusGet, {
    query: { month: '2026-09', contract: former },
  })
  expect(bills).toMatchObject([{ month: '2026-09', totalYen: 1191 }])
})

test('ほかの方のご契約や、取り消したお申し込みの請求は、見つからない', async () => {
  const { call, former } = await comeBack('other')
  const stranger = await makeMember(harness, { loginId: 'stranger' })
  const asked = (member: Pick<typeof stranger, 'call'>, contract: string) =>
    codeOf(member.call(api.billingStatusGet, { query: { contract } }))
  expect(await asked(stranger, former)).toBe('NOT_FOUND')
  expect(await codeOf(stranger.call(api.billingMonthsGet, { query: { contract: former } }))).toBe(
    'NOT_FOUND',
  )
  await harness.database.pool.query(
    `update contract set status = 'withdrawn' where contract_id = $1`,
    [former],
  )
  expect(await asked({ call }, former)).toBe('NOT_FOUND')
  expect((await call(api.billingEarlierGet)).contracts).toEqual([])
})
