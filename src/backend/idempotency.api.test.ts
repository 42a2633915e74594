import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#protocol/index.ts'
import { startHarness, type Harness } from '../../tests/api/harness.ts'
import { makeMember } from '../../tests/api/members.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness?.stop())

async function kept(key: string) {
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
    const row = await kept('switch-off')
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
      [(await kept('one')).answer_sealed],
    )
    const again = call(api.lineNicknamePut, { body, idempotencyKey: 'other' })
    await expect(again).rejects.toMatchObject({ httpStatus: 500 })
    expect((await kept('one')).body_hash).toBe((await kept('other')).body_hash)
  })
})
