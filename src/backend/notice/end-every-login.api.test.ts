import { expect, test } from 'vitest'
import { findBrokenAudit } from '#backend/audit.ts'
import { api } from '#protocol/index.ts'
import { makeMember } from '#tests/api/members.ts'
import { makeWebhook } from '#tests/api/receivers.ts'
import { useHarness } from '#tests/api/use-harness.ts'
import { OWN_APP_REDIRECT, type AccessScope } from '#vocabulary/connection.ts'
import { listSessions } from '#backend/login/desk.ts'
import { endEveryLogin } from './commands/end-logins.ts'

const harness = await useHarness()
const { db } = harness.database
const clocks = () => ({ now: harness.clock.now(), loginNow: harness.services.loginClock.now() })
const end = (id: string) =>
  db.transaction().execute((tx) => endEveryLogin(tx, id, 'CASE-20', clocks()))
const open = async (id: string) => (await listSessions(db, id, clocks().loginNow)).length

test('係が終わらせると、どのブラウザーのログインも使えなくなり、ほかの方は続く', async () => {
  const member = await makeMember(harness, { loginId: 'taken-over' })
  const elsewhere = await harness.signIn('taken-over')
  const other = await makeMember(harness, { loginId: 'not-concerned' })
  expect(await open(member.accountId)).toBe(2)

  expect(await end(member.contractId)).toBe(2)
  const out = { mvno_member: false, dmm_login: false }
  expect(await member.call(api.platformAuthGet)).toEqual(out)
  expect(await elsewhere.call(api.platformAuthGet)).toEqual(out)
  expect(await other.call(api.platformAuthGet)).toEqual({ mvno_member: true, dmm_login: true })
  expect(await open(member.accountId)).toBe(0)
  expect(await end(member.accountId)).toBe(0)
})

test('係が終わらせると、ログインなしで見られるもの、届くものもすべて終わる', async () => {
  const member = await makeMember(harness, { loginId: 'feared' })
  const name = '家計簿'
  const scopes: AccessScope[] = ['data:read']
  await member.call(api.connectionsKeyPost, { body: { name, scopes, days: '90' } })
  const redirectUri = OWN_APP_REDIRECT
  await member.call(api.connectionsClientPost, { body: { name, redirectUri, scopes } })
  await makeWebhook(member.call, 'https://hooks.example.jp/')
  await end(member.contractId)
  const again = await harness.signIn('feared')
  const { connections, ownApps } = await again.call(api.connectionsGet)
  expect([connections.map(({ endedBecause }) => endedBecause), ownApps]).toEqual([
    ['ほかのログインを終わらせたときに、取り消しました'],
    [],
  ])
  expect((await again.call(api.webhooksGet)).webhooks).toEqual([])
})

test('だれが何の件で終わらせたかが、操作の記録に残る', async () => {
  const { accountId } = await harness.signIn('audited')
  await end(accountId)
  const entries = await db
    .selectFrom('audit_entry')
    .select(['actor', 'action', 'details'])
    .where('chain', '=', accountId)
    .where('action', '=', 'all-sessions-ended')
    .execute()
  expect(entries).toEqual([
    { actor: 'staff', action: 'all-sessions-ended', details: { ended: 1, case: 'CASE-20' } },
  ])
  expect(await findBrokenAudit(db, accountId)).toBeUndefined()
})

test('知らない番号は断り、何も終わらせない', async () => {
  await expect(end('acc_unknown')).rejects.toThrow(RangeError)
})
