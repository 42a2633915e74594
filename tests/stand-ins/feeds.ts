import { afterEach, beforeEach } from 'vitest'
import { z } from 'zod'
import type { RunningServer } from '#demo/stand-ins/wire/listen.ts'
import { createTestClient } from './client.ts'
import { startCarrier } from '#demo/stand-ins/carrier/start.ts'

export const usageSchema = z.strictObject({
  recordId: z.string(),
  lineRef: z.string(),
  from: z.string().endsWith('+09:00'),
  to: z.string().endsWith('+09:00'),
  highBytes: z.int().min(0),
  lowBytes: z.int().min(0),
  revision: z.int(),
})

const begin = '2026-11-20T10:30:00+09:00'

/** For every test of a file: carriers whose feeds are read to their end, and a clock at half past ten. */
export function useFeeds() {
  let instant = Temporal.Instant.from(begin)
  const running: RunningServer[] = []

  beforeEach(() => {
    instant = Temporal.Instant.from(begin)
  })
  afterEach(async () => {
    await Promise.all(running.splice(0).map((server) => server.close()))
  })

  async function start(callbackUrl: string | null = null, isLive = () => true) {
    const server = await startCarrier({
      port: 0,
      dataFile: ':memory:',
      now: () => instant,
      secret: 'secret',
      callbackUrl,
      callbackSecret: 'callback-secret',
      tickMs: 0,
      isLive,
      consentUrl: 'http://portal.test/',
    })
    running.push(server)
    const client = createTestClient(() => server.url, 'secret')
    const read = (path: string, accept = 'application/x-ndjson') =>
      fetch(server.url + path, { headers: { authorization: 'Bearer secret', accept } })
    /** Reads the feed to its end from a cursor. */
    const readAll = async (path: string, after = '0', until = '') => {
      const lines: string[] = []
      let cursor = after
      for (;;) {
        const page = await read(`${path}?after=${cursor}&limit=20000${until}`)
        lines.push(...(await page.text()).split('\n').filter((line) => line !== ''))
        cursor = page.headers.get('x-next-cursor') ?? ''
        if (page.headers.get('x-more') === 'false') return { lines, cursor }
      }
    }
    const register = (lineRef: string, profile: string, more: object = {}) =>
      client.put(`/lines/${lineRef}`, {
        number: '07000001234',
        kind: 'voice',
        simKind: 'physical',
        simSize: 'nano',
        profile,
        startedAt: '2026-09-01T00:00:00+09:00',
        ...more,
      })
    return { ...client, server, read, readAll, register }
  }

  return {
    start,
    /** Closed after the test. */
    closeLater: (server: RunningServer) => void running.push(server),
    wait: (duration: Temporal.DurationLike) => {
      instant = instant.add(duration)
    },
  }
}
