import { describe, expect, test } from 'vitest'
import { profileAad } from '#backend/holder.ts'
import { tokyoDate } from '#domain/tokyo.ts'
import { api } from '#protocol/index.ts'
import { makeMember } from '#tests/api/members.ts'
import { codeOf } from '#tests/api/refusals.ts'
import { taskOf } from '#tests/api/tasks.ts'
import { useHarness } from '#tests/api/use-harness.ts'

const harness = await useHarness('2026-11-20T10:00:00+09:00')
const { pool } = harness.database
const request = { body: { step: 'request' } } as const
const withdraw = { body: { step: 'withdraw' } } as const

/** Rows of every table of ours in which the text stands. */
async function rowsWith(text: string) {
  const { rows: tables } = await pool.query(
    `select format('%I', tablename) as name from pg_tables where schemaname = 'public'`,
  )
  const found: string[] = []
  for (const { name } of tables) {
    const { rows } = await pool.query(`select 1 from ${name} t where position($1 in t::text) > 0`, [
      text,
    ])
    if (rows.length > 0) found.push(name)
  }
  return found.toSorted()
}

async function carryOut(at: string) {
  await taskOf(harness, 'accounts deleted').run(Temporal.Instant.from(at))
}

describe('アカウントの削除', () => {
  test('契約のない方は頼め、7日後には、どの表にも何もない', async () => {
    const { call, accountId } = await harness.signIn('leaver')
    await call(api.optInRegisterPost, { body: { agreed: false, textVersion: 'unknown' } }).catch(
      () => undefined,
    )
    expect(await call(api.accountDeletionPost, request)).toMatchObject({
      state: 'requested',
      dueAt: '2026-11-27T10:00:00+09:00',
      keeps: false,
    })
    await carryOut('2026-11-27T09:59:59+09:00')
    expect(await rowsWith(accountId)).toContain('account')
    await carryOut('2026-11-27T10:00:00+09:00')
    expect(await rowsWith(accountId)).toEqual([])
    expect(await rowsWith('leaver')).toEqual([])
    expect(await codeOf(call(api.userGet))).toBe('NOT_SIGNED_IN')
  })

  test('取り消せば、何もなくならない', async () => {
    const { call, accountId } = await harness.signIn('stayer')
    await call(api.accountDeletionPost, request)
    expect(await call(api.accountDeletionPost, withdraw)).toMatchObject({ state: 'withdrawn' })
    await carryOut('2026-12-27T10:00:00+09:00')
    expect(await rowsWith(accountId)).toContain('account')
    expect(await codeOf(call(api.accountDeletionPost, withdraw))).toBe('NOTHING_BOOKED')
  })

  test('ご契約中は頼めない', async () => {
    const { call } = await makeMember(harness, { loginId: 'in-use' })
    expect(await codeOf(call(api.accountDeletionPost, request))).toBe('ACCOUNT_IN_USE')
  })

  test('2段階目の確認のないログインでは頼めない', async () => {
    const { call, accountId } = await harness.signIn('stolen')
    await pool.query('update session set second_factor_at = null where account_id = $1', [
      accountId,
    ])
    expect(await codeOf(call(api.accountDeletionPost, request))).toBe('SECOND_FACTOR_REQUIRED')
  })

  test('ご契約が終わった方は、法律の記録だけがのこり、名前のないものになる。もう一度ログインすると新しいアカウントになる', async () => {
    const { call, accountId, contractId } = await makeMember(harness, { loginId: 'ended' })
    await harness.database.db
      .updateTable('contract')
      .set({ status: 'terminated', ends_on: tokyoDate('2026-10-31') })
      .where('contract_id', '=', contractId)
      .execute()
    expect(await call(api.accountDeletionPost, request)).toMatchObject({ keeps: true })
    await carryOut('2026-11-27T10:00:00+09:00')
    expect(await rowsWith(accountId)).toEqual(['account', 'audit_entry', 'audit_head', 'contract'])
    const { rows } = await pool.query('select * from account where account_id = $1', [accountId])
    const { sealing } = harness.services
    expect(sealing.open(profileAad(accountId), rows[0].profile_sealed)).toBe('{}')
    expect(sealing.open(`account.login_name:${accountId}`, rows[0].login_name_sealed)).toBe('')
    const anew = await harness.signIn('ended')
    expect(anew.accountId).not.toBe(accountId)
    expect(await codeOf(anew.call(api.contractGet))).toBe('ACCESS_DENIED')
  })
})

test('何をいつまで持つかは、行のある表だけを、同じ決まりから言う', async () => {
  const { call } = await makeMember(harness, { loginId: 'reader' })
  const { kinds } = await call(api.heldGet)
  expect(kinds).toContainEqual({
    title: 'ログインの記録',
    keptFor: 'アカウントを削除するまで',
    earlier: 'ログインが終わってから180日',
  })
  expect(kinds).toContainEqual({
    title: '回線',
    keptFor:
      '契約が続くあいだと、最後の請求があった事業年度の申告期限から7年（消費税法などによる）',
  })
  expect(kinds.map(({ title }) => title)).not.toContain('返金')
})
