import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startHarness, type Harness } from './harness.ts'

let demo: Harness
let production: Harness
beforeAll(async () => {
  demo = await startHarness()
  production = await startHarness(undefined, { production: true })
})
afterAll(async () => {
  await demo?.stop()
  await production?.stop()
})

describe('失敗の画面は、手で開ける', () => {
  test.each([400, 404, 405, 409, 422, 500, 503])(
    'demo:%i と入力すると、その状態になる',
    async (status) => {
      const { request } = await demo.signIn('sato')
      const answer = await request(`/api/platform/announce/?path=demo:${status}`)
      expect(answer.status).toBe(status)
    },
  )

  test('本番では、ただの文字として扱う', async () => {
    const { request } = await production.signIn('sato')
    const answer = await request('/api/platform/announce/?path=demo:409')
    expect(answer.status).toBe(200)
  })
})
