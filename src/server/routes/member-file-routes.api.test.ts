import { Hono } from 'hono'
import { describe, expect, test } from 'vitest'
import { api } from '#protocol/index.ts'
import { useHarness } from '#tests/api/use-harness.ts'
import { insertCall } from '#tests/api/calls.ts'
import { makeMember } from '#tests/api/members.ts'
import { memberFileRoutes } from './member-file-routes.ts'
import type { ServerEnv } from '../edge/request-facts.ts'

const harness = await useHarness(undefined, {}, { prints: true })

/** The routes as the server mounts them, asked with a session's cookie or without. */
async function open(path: string, secret?: string) {
  const { services, database, clock } = harness
  const now = clock.now()
  const signedIn = secret ? await services.sessions.find(database.db, secret, now) : undefined
  const app = new Hono<ServerEnv>()
  app.use(async (c, next) => {
    c.set('facts', { traceKey: 'trace-test', now, signedIn })
    await next()
  })
  app.route('/', memberFileRoutes(services))
  return app.request(path)
}

async function documentOf(member: Awaited<ReturnType<typeof makeMember>>) {
  const tasks = harness.services.work.flatMap((part) => part.tasks ?? [])
  await tasks.find(({ name }) => name === 'documents missing')?.run(harness.clock.now())
  await harness.drain()
  const { documents } = await member.call(api.contractDetailStatusGet)
  return documents[0]?.url ?? ''
}

describe('契約書面のPDF', () => {
  test('ご本人はPDFを開け、訪問者はログインへ、ほかの方には見つからない', async () => {
    const member = await makeMember(harness, { loginId: 'owner' })
    const other = await makeMember(harness, { loginId: 'other' })
    const path = await documentOf(member)
    const own = await open(path, member.secret)
    expect(own.status).toBe(200)
    expect(own.headers.get('content-type')).toBe('application/pdf')
    expect(own.headers.get('cache-control')).toBe('private, no-store')
    expect((await own.text()).startsWith('%PDF-1.7')).toBe(true)
    const visitor = await open(path)
    expect(visitor.status).toBe(302)
    expect(visitor.headers.get('location')).toBe(
      `/auth/login?${new URLSearchParams({ back: path })}`,
    )
    expect((await open(path, other.secret)).status).toBe(404)
    expect((await open('/mypage/document/doc_none.pdf', member.secret)).status).toBe(404)
  })
})

describe('通話・SMSの明細のPDF', () => {
  test('ご本人は開け、ほかの方の回線は見つからず、訪問者はログインへ', async () => {
    const member = await makeMember(harness, { loginId: 'caller' })
    const other = await makeMember(harness, { loginId: 'listener' })
    const [lineId = ''] = member.lineIds
    await insertCall(harness, { contractId: member.contractId, lineId, units: 3 })
    const day = harness.clock.now().toString().slice(0, 10)
    const path = `/mypage/call.pdf?${new URLSearchParams({ line: lineId, from: day, to: day })}`
    const own = await open(path, member.secret)
    expect(own.headers.get('content-type')).toBe('application/pdf')
    expect((await own.text()).startsWith('%PDF-1.7')).toBe(true)
    expect((await open(path, other.secret)).status).toBe(404)
    expect((await open(path)).status).toBe(302)
  })
})

describe('カレンダー', () => {
  test('秘密のアドレスはログインなしで読め、知らないアドレスは404', async () => {
    const member = await makeMember(harness, { loginId: 'calendar' })
    const { url = '' } = await member.call(api.calendarLinkPost, { body: { action: 'renew' } })
    const feed = await open(new URL(url).pathname)
    expect(feed.status).toBe(200)
    expect(feed.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
    expect(await feed.text()).toContain('BEGIN:VCALENDAR')
    expect((await open('/calendar/unknown.ics')).status).toBe(404)
  })

  test('手続きの日付は、ご本人だけがファイルにできる', async () => {
    const member = await makeMember(harness, { loginId: 'booker' })
    const other = await makeMember(harness, { loginId: 'onlooker' })
    const { effectiveOn, conditions } = await member.call(api.couponEstimateGet, {
      query: { plan: '18' },
    })
    const body = { plan: 18, effectiveOn, conditions }
    const { calendarPath = '' } = await member.call(api.couponRegisterPost, { body })
    expect(await (await open(calendarPath, member.secret)).text()).toContain('BEGIN:VEVENT')
    expect((await open(calendarPath, other.secret)).status).toBe(404)
    expect((await open(calendarPath)).status).toBe(302)
  })
})
