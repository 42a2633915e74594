import { expect, test } from 'vitest'
import { useHarness } from '#tests/api/use-harness.ts'
import { makeMember } from '#tests/api/members.ts'

const harness = await useHarness('2026-11-20T10:00:00+09:00')

const rows = async (sql: string) =>
  (await harness.database.pool.query(sql)).rows.map((row) => String(row.name))

test('夜のうちに、役目を終えた行は消え、まだ要る行は残る', async () => {
  const { pool } = harness.database
  const { accountId, contractId } = await makeMember(harness, { loginId: 'kept' })
  await pool.query(`delete from session`)
  for (const [name, expires] of [
    ['old', '2026-05-24T23:59:59+09:00'],
    ['young', '2026-05-25T00:00:01+09:00'],
    ['open', '2026-11-20T22:00:00+09:00'],
  ])
    await pool.query(
      `insert into session (session_hash, account_id, created_at, last_seen_at, expires_at, authenticated_at, id_token_sealed, user_agent)
       values ($1, $2, $3::timestamptz - interval '12 h', $3, $3, $3, '', '')`,
      [name, accountId, expires],
    )
  for (const [name, created] of [
    ['old', '2026-11-19T23:59:59+09:00'],
    ['young', '2026-11-20T00:00:01+09:00'],
  ])
    await pool.query(
      `insert into login_attempt (attempt_hash, state, nonce, verifier_sealed, back_path, created_at)
       values ($1, '', '', '', '/', $2)`,
      [name, created],
    )
  for (const [name, orderNo, expires] of [
    ['old', null, '2026-11-19T23:59:59+09:00'],
    ['consented', 'PC-20261119-0001', '2026-11-19T23:59:59+09:00'],
    ['young', null, '2026-11-20T00:00:01+09:00'],
  ])
    await pool.query(
      `insert into one_stop_handoff (contract_id, token_hash, line_id, return_url, receiver_name, expires_at, order_no, seen_at)
       values ($1, $2, '', '', '', $3, $4, $3)`,
      [contractId, name, expires, orderNo],
    )
  const realMs = Temporal.Now.instant().epochMilliseconds
  await pool.query(`insert into request_count values ('old', 1, $1), ('young', 1, $2)`, [
    realMs - 1000,
    realMs + 60_000,
  ])

  const left = async () => ({
    session: await rows('select session_hash as name from session order by expires_at'),
    loginAttempt: await rows('select attempt_hash as name from login_attempt order by created_at'),
    handOff: await rows('select token_hash as name from one_stop_handoff order by expires_at, 1'),
    requestCount: await rows('select key as name from request_count order by expire'),
  })
  expect(await left()).toEqual({
    session: ['old', 'young', 'open'],
    loginAttempt: ['old', 'young'],
    handOff: ['consented', 'old', 'young'],
    requestCount: ['old', 'young'],
  })
  harness.clock.set('2026-11-20T23:30:00+09:00')
  await harness.walkTo('2026-11-21T00:30:00+09:00')
  expect(await left()).toEqual({
    session: ['young', 'open'],
    loginAttempt: ['young'],
    handOff: ['consented', 'young'],
    requestCount: ['young'],
  })
})
