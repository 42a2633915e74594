import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { mountApi } from '#backend/mount.ts'
import { accountEndpoint } from '#protocol/endpoint.ts'
import { createCall } from '#protocol/http.ts'
import { codeOf } from './refusals.ts'
import { startHarness, type Harness } from './harness.ts'

let harness: Harness

beforeAll(async () => {
  harness = await startHarness()
})

afterAll(() => harness?.stop())

const declared = {
  probePost: accountEndpoint('POST', '/api/probe', {
    proof: 'secondFactor',
    summary: '確認コードを求める手続き',
    result: z.object({ done: z.boolean() }),
  }),
}

/** An API of one operation that asks for a second factor, as seen by a session. */
async function probe(secret: string, token: string) {
  const { services, database, clock } = harness
  const { app } = mountApi(
    declared,
    { probePost: async () => ({ done: true }) },
    { database, sealing: services.sealing, forgery: services.forgery, log: services.log },
  )
  const signedIn = await services.sessions.find(database.db, secret, clock.now())
  const headers = {
    Cookie: `XSRF-TOKEN=${token}`,
    Origin: 'http://localhost:3000',
    'X-XSRF-TOKEN': token,
  }
  const call = createCall({
    fetch: async (path, init) =>
      app.request(
        path,
        { ...init, headers: { ...Object.fromEntries(new Headers(init.headers)), ...headers } },
        { traceKey: 'trace-test', now: clock.now(), signedIn },
      ),
  })
  return call(declared.probePost)
}

describe('確認コードを求める手続きは', () => {
  test('コードで確認したログインから10分のあいだ受け付け、そのあとは断る', async () => {
    const { secret, token } = await harness.signIn('sato')
    expect(await probe(secret, token)).toEqual({ done: true })
    harness.clock.set(harness.clock.now().add({ minutes: 10 }).toString())
    expect(await probe(secret, token)).toEqual({ done: true })
    harness.clock.set(harness.clock.now().add({ seconds: 1 }).toString())
    expect(await codeOf(probe(secret, token))).toBe('SECOND_FACTOR_REQUIRED')
  })

  test('パスワードだけのログインでは、したばかりでも断る', async () => {
    const { secret, token } = await harness.signIn('sato', harness.clock.now(), false)
    expect(await codeOf(probe(secret, token))).toBe('SECOND_FACTOR_REQUIRED')
  })
})
