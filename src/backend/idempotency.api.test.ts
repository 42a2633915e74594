import { describe, expect, test } from 'vitest'
import { api } from '#protocol/index.ts'
import { openBrowser } from '#tests/api/applicants.ts'
import { useHarness } from '#tests/api/use-harness.ts'
import { makeMember } from '#tests/api/members.ts'

const harness = await useHarness()

async function storedAnswer(key: string) {
  const { rows } = await harness.database.pool.query(
    `select body_hash, answer_sealed, t::text as text from idempotency_key t where key = $1`,
    [key],
  )
  return rows[0]
}

describe('同じ鍵で送り直したとき', () => {
  test('前と同じ答えが返り、控えからは電話番号も送った内容も読めない', async () => {
    const { call } = await makeMember(harness, { loginId: 'again' })
    const [line] = (await call(api.contractGet)).lines
    const lineId = line?.lineId ?? ''
    const ask = { body: { lineId, on: false }, idempotencyKey: 'switch-off' }
    const first = await call(api.highSpeedStatusPut, ask)
    expect(first.line.number).toBe(line?.number)
    expect(await call(api.highSpeedStatusPut, ask)).toEqual(first)
    const row = await storedAnswer('switch-off')
    expect(row.answer_sealed).toMatch(/^k1\./)
    expect(row.text).not.toContain(line?.number)
    expect(row.text).not.toContain('requested')
  })

  test('控えを別の鍵に移しても開かない', async () => {
    const { call } = await makeMember(harness, { loginId: 'moved' })
    const [line] = (await call(api.contractGet)).lines
    const body = { lineId: line?.lineId ?? '', nickname: 'わたし' }
    await call(api.lineNicknamePut, { body, idempotencyKey: 'one' })
    await call(api.lineNicknamePut, { body, idempotencyKey: 'other' })
    await harness.database.pool.query(
      `update idempotency_key set answer_sealed = $1 where key = 'other'`,
      [(await storedAnswer('one')).answer_sealed],
    )
    const again = call(api.lineNicknamePut, { body, idempotencyKey: 'other' })
    await expect(again).rejects.toMatchObject({ httpStatus: 500 })
    expect((await storedAnswer('one')).body_hash).toBe((await storedAnswer('other')).body_hash)
  })
})

describe('ログインしていない人が送り直したとき', () => {
  test('同じ人には前と同じ答え、同じ鍵を使うほかの人には、その人の答え', async () => {
    const ask = {
      body: {
        step: 'plan' as const,
        plan: 13 as const,
        lines: 1,
        kinds: ['data' as const],
        version: 0,
      },
      idempotencyKey: 'a-key-of-two',
    }
    const owner = openBrowser(harness, '192.0.2.1')
    const begun = await owner.call(api.applicationPut, ask)
    expect(begun.secret).toMatch(/^[\w-]{43}$/)
    expect(await owner.call(api.applicationPut, ask)).toEqual(begun)
    const stranger = openBrowser(harness, '198.51.100.7')
    const other = await stranger.call(api.applicationPut, ask)
    expect(other.secret).toMatch(/^[\w-]{43}$/)
    expect(other.secret).not.toBe(begun.secret)
  })
})

describe('控えを残す期間', () => {
  const deleteExpired = () => {
    const { retention, loginClock } = harness.services
    return retention.deleteExpired({ now: harness.clock.now(), loginNow: loginClock.now() })
  }

  test('30日のあいだは前と同じ答えが返り、そのあとは消えて、同じ鍵も新しい手続きになる', async () => {
    const { lineIds } = await makeMember(harness, { loginId: 'term' })
    const name = async (nickname: string, idempotencyKey: string) => {
      const { call } = await harness.signIn('term')
      const body = { lineId: lineIds[0] ?? '', nickname }
      return call(api.lineNicknamePut, { body, idempotencyKey })
    }
    await name('はじめ', 'term-1')
    harness.clock.set('2026-11-21T10:00:00+09:00')
    await name('つぎ', 'term-2')

    harness.clock.set('2026-12-20T00:00:00+09:00')
    await deleteExpired()
    await expect(name('べつ', 'term-1')).rejects.toMatchObject({
      body: { error: { code: 'IDEMPOTENCY_KEY_REUSED' } },
    })

    harness.clock.set('2026-12-21T00:00:00+09:00')
    await deleteExpired()
    expect(await storedAnswer('term-1')).toBeUndefined()
    expect(await storedAnswer('term-2')).toMatchObject({
      answer_sealed: expect.stringMatching(/^k1\./),
    })
    expect(await name('べつ', 'term-1')).toMatchObject({ nickname: 'べつ' })
    expect((await storedAnswer('term-1')).answer_sealed).toMatch(/^k1\./)
  })

  test('何千あっても一度に消え、二度目は何もしない', async () => {
    const { pool } = harness.database
    const now = harness.clock.now()
    await pool.query(
      `insert into idempotency_key (account_id, operation, key, body_hash, created_at)
       select 'many', 'lineNicknamePut', n, '', $1::timestamptz - interval '30 days' - n * interval '1 second'
       from generate_series(0, 2500) n`,
      [now],
    )
    const left = async () =>
      (await pool.query(`select key from idempotency_key where account_id = 'many'`)).rows
    await harness.services.retention.deleteExpired({ now, loginNow: now })
    expect(await left()).toEqual([{ key: '0' }])
    await harness.services.retention.deleteExpired({ now, loginNow: now })
    expect(await left()).toEqual([{ key: '0' }])
  })
})
