import { expect, test } from 'vitest'
import { appOver } from '#tests/api/app.ts'
import { useHarness } from '#tests/api/use-harness.ts'
import { OPEN_API_PATH, SAMPLE_KEY } from '#vocabulary/connection.ts'
import { exampleOf } from '../developers/examples.ts'
import { operations } from '../developers/operations.ts'

const harness = await useHarness('2026-11-20T10:00:00+09:00')
const app = appOver(harness.services, { callLimit: { requests: 1_000, seconds: 60 } })

/** As a program calls that has copied the key of the page. */
async function bySample(address: string, init: RequestInit = {}) {
  const answer = await app.request(`http://localhost:3000${address}`, {
    ...init,
    headers: { Authorization: `Bearer ${SAMPLE_KEY}`, ...init.headers },
  })
  const { status, headers } = answer
  const body: unknown = await answer.json()
  return { status, headers, body }
}

test('見本のキーには、どの操作も、ページの例のとおりに答える', async () => {
  for (const { id, endpoint, path } of operations) {
    const { query, body, result } = exampleOf(id)
    const sent =
      body === undefined
        ? {}
        : { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }
    const answer = await bySample(`${path}?${new URLSearchParams(query)}`, {
      method: endpoint.method,
      ...sent,
    })
    const expected = JSON.stringify({ code: 200, result })
    expect([id, answer.status]).toEqual([id, 200])
    expect(answer.body).toEqual(
      JSON.parse(expected.replaceAll('{{link.site}}', 'http://localhost:3000')),
    )
    expect(answer.headers.get('RateLimit')).toMatch(/^"calls";r=\d+;t=\d+$/u)
    expect(answer.headers.get('WWW-Authenticate')).toBeNull()
  }
  expect(await harness.database.db.selectFrom('prepared_order').selectAll().execute()).toEqual([])
})

test('見本のキーにも、誤りには本番と同じエラーを返す', async () => {
  const refused = async (address: string, init?: RequestInit) => {
    const { status, headers, body } = await bySample(`${OPEN_API_PATH}${address}`, init)
    expect(headers.get('Content-Type')).toBe('application/problem+json')
    return { status, body }
  }
  expect(await refused('/line_cap/?lineId=line-9')).toMatchObject({
    status: 404,
    body: { code: 'NOT_FOUND', type: 'http://localhost:3000/developers/errors/#NOT_FOUND' },
  })
  expect(await refused('/packet/log/?lineId=line-1')).toMatchObject({
    status: 400,
    body: { code: 'VALIDATION_FAILED', fields: { from: ['日付を入力してください。'] } },
  })
  expect(await refused('/user/')).toMatchObject({ status: 403, body: { code: 'SCOPE_MISSING' } })
  expect(await refused('/nothing/')).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
  expect(await refused(`/high_speed/residual/?access_token=${SAMPLE_KEY}`)).toMatchObject({
    status: 400,
    body: { code: 'KEY_IN_ADDRESS' },
  })
})
