import { expect, test } from 'vitest'
import { findBrokenAudit } from '#backend/audit.ts'
import { api } from '#protocol/index.ts'
import { refusalOf } from '#tests/api/data-facts.ts'
import { useHarness } from '#tests/api/use-harness.ts'

const harness = await useHarness()

const word = (agreed: boolean, textVersion = '1.0') => ({
  body: { agreed, textVersion },
  idempotencyKey: crypto.randomUUID(),
})

test('同意はいつ、どの版にしたかが残り、いつでも撤回でき、どちらもお知らせが届く', async () => {
  const { call, accountId } = await harness.signIn('watanabe')
  harness.clock.set('2026-11-20T10:00:00+09:00')
  expect(await call(api.optInStatusGet)).toMatchObject({
    agreed: false,
    history: [],
    current: { textVersion: '1.0', revisedOn: '2024-04-01' },
  })
  expect(await call(api.optInRegisterPost, word(true))).toMatchObject({
    agreed: true,
    textVersion: '1.0',
    at: '2026-11-20T10:00:00+09:00',
  })
  await call(api.optInRegisterPost, word(true))
  harness.clock.set('2026-11-20T10:20:00+09:00')
  const withdrawn = await call(api.optInRegisterPost, word(false))
  expect(withdrawn.agreed).toBe(false)
  expect(withdrawn.history).toEqual([
    { agreed: false, textVersion: '1.0', at: '2026-11-20T10:20:00+09:00' },
    { agreed: true, textVersion: '1.0', at: '2026-11-20T10:00:00+09:00' },
  ])
  const { rows } = await call(api.noticesGet)
  expect(rows.map(({ title }) => title)).toEqual([
    'みのりポイントへの情報提供の同意を撤回しました',
    'みのりポイントへの情報提供に同意しました',
  ])
  expect(await findBrokenAudit(harness.database.db, accountId)).toBe(undefined)
})

test('読んだ文面が今のものでなければ同意にならず、撤回はどの文面からでもできる', async () => {
  const { call } = await harness.signIn('sato')
  const refused = await refusalOf(call(api.optInRegisterPost, word(true, '0.9')))
  expect(refused.code).toBe('TERMS_OUTDATED')
  expect((await call(api.optInStatusGet)).history).toEqual([])
  await call(api.optInRegisterPost, word(true))
  expect(await call(api.optInRegisterPost, word(false, '0.9'))).toMatchObject({ agreed: false })
})

test('ほかの人の同意は見えない', async () => {
  const { call } = await harness.signIn('suzuki')
  expect(await call(api.optInStatusGet)).toMatchObject({ agreed: false, history: [] })
})
