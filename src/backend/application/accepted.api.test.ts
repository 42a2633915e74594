import { expect, test } from 'vitest'
import type { Endpoint } from '#protocol/endpoint.ts'
import { api } from '#protocol/index.ts'
import { checkLaws } from '#server/laws/check-laws.ts'
import { openBrowser } from '#tests/api/applicants.ts'
import { useApplicants } from '#tests/api/use-applicants.ts'
import { sampleRequest } from '#tests/api/wire-samples.ts'

const harness = await useApplicants('2026-11-30T22:30:00+09:00')

const reads: [string, Endpoint][] = Object.entries(api).filter(([, { method }]) => method === 'GET')

/** Before the first line is in service there is a contract without a start, and for a while without a line. */
test('受け付けたばかりの契約でも、マイページのどの問い合わせも答え、月をまたいでも請求や付与は起きない', async () => {
  const browser = openBrowser(harness)
  await browser.answerAll('early')
  await browser.submit()
  const failing = async () => {
    const found: [string, number][] = []
    for (const [name, endpoint] of reads) {
      const { path, init } = sampleRequest(endpoint)
      const { status } = await browser.request(path, init)
      if (status >= 500) found.push([name, status])
    }
    return found
  }
  expect(await failing()).toEqual([])
  harness.clock.set('2026-11-29T23:30:00+09:00')
  await harness.walkTo('2026-12-01T00:30:00+09:00', { everyHours: 24 })
  await browser.signIn('early')
  expect(await failing()).toEqual([])
  const { rows } = await harness.database.pool.query(
    `select (select count(*)::int from bill) as bills, (select count(*)::int from data_bucket) as buckets,
       (select count(*)::int from close_failure) as failures`,
  )
  expect(rows).toEqual([{ bills: 0, buckets: 0, failures: 0 }])
  expect(await checkLaws(harness.services, { always: true })).toMatchObject({
    broken: [],
    unfinished: [],
  })
})
