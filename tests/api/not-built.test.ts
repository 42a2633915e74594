import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#protocol/index.ts'
import { notBuilt } from '#protocol/not-built.ts'
import { startHarness, type Harness } from './harness.ts'
import { makeMember } from './members.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness?.stop())

test('まだない機能は501と答え、その一覧は短くなるだけ', async () => {
  const { request } = await makeMember(harness, { loginId: 'sato' })
  const missing: string[] = []
  for (const [name, { method, path }] of Object.entries(api)) {
    const body = method === 'GET' ? {} : { body: '{"no such field":1}' }
    const answer = await request(`${path}/`, { method, ...body })
    if (answer.status === 501) missing.push(name)
  }
  expect(missing.toSorted()).toEqual(notBuilt.toSorted())
})
