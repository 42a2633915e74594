// One test file's portal, in a process of its own: it does what the file asks for, one thing at a time.
import { setTimeout as pause } from 'node:timers/promises'
import { readWalk, setClock } from '#backend/jobs/moved-clock.ts'
import * as outages from '#backend/outage/public.ts'
import { connectDatabase } from '#backend/db/connect.ts'
import { parseClockArgument } from '../../tools/setup/clock-argument.ts'
import { listenForEnd } from '../../tools/setup/end-request.ts'
import { freePort } from '../../tools/setup/free-port.ts'
import { runUntilEnd, untilHealthy } from '../../tools/setup/run-portal.ts'
import { runTool } from '../../tools/setup/run-tool.ts'
import type { Services } from '#server/services.ts'
import { askSchema, startSchema, type PortalMessage } from './own-portal-wire.ts'
import { untilJobsAreDone } from './jobs-at-hand.ts'
import { startTestPortal } from './test-portal.ts'
import { startTlsProxy } from './tls-proxy.ts'
import { useSlowly } from './use-slowly.ts'

const send = (message: PortalMessage) => void process.send?.(message)

await runTool(async () => {
  const end = listenForEnd()
  await runUntilEnd(end, async (started) => {
    const { startAt, tls } = startSchema.parse(JSON.parse(process.argv[2] ?? ''))
    const proxyPort = tls ? await freePort() : undefined
    const portal = await startTestPortal(started, end, startAt, proxyPort)
    if (!portal?.url || !portal.ownUrl) return
    await untilHealthy(portal.ownUrl, end)
    if (proxyPort) {
      const proxy = await startTlsProxy(proxyPort, new URL(portal.ownUrl))
      started.add(proxy.close)
    }
    // What a test asks for is not given up after the three seconds that a member may be kept waiting: neither its answer
    // nor a new session, which waits for this process, and so for the whole portal in it.
    const database = connectDatabase({
      url: portal.services.config.DATABASE_URL,
      maxConnections: 2,
      connectionTimeoutMs: 60_000,
      queryTimeoutMs: 60_000,
    })
    started.add(database.close)
    const services: Services = { ...portal.services, database }
    let last = Promise.resolve()
    process.on('message', (message) => {
      last = last.then(() => answer(services, message))
    })
    const { CARRIER_URL: carrierUrl, PUSH_SERVICES } = services.config
    const pushUrl = PUSH_SERVICES.find((service) => service.includes('://')) ?? ''
    send({ ready: { url: portal.url, carrierUrl, pushUrl } })
  })
})

async function answer(services: Services, message: unknown) {
  const ask = askSchema.parse(message)
  try {
    if ('clock' in ask) await moveClock(services, ask.clock)
    if ('openedOutage' in ask) return send({ done: await openOutage(services, ask.openedOutage) })
    if ('closedOutage' in ask) await closeOutage(services, ask.closedOutage)
    if ('unusedForMinutes' in ask) await leaveUnused(services, ask.unusedForMinutes)
    if ('slowUse' in ask) await useSlowly(services, ask.slowUse)
    send({ done: '' })
  } catch (error) {
    send({ failed: error instanceof Error ? (error.stack ?? error.message) : String(error) })
  }
}

async function leaveUnused({ database, loginClock }: Services, minutes: number) {
  const lastSeen = loginClock.now().subtract({ seconds: Math.round(minutes * 60) })
  await database.db.updateTable('session').set({ last_seen_at: lastSeen }).execute()
}

/** As `npm run outage -- open`. */
function openOutage(
  { database, queue, clock }: Services,
  outage: { title: string; areas: string[] },
) {
  const now = clock.now()
  const entry = {
    ...outage,
    kind: 'outage',
    severity: 'outage',
    services: ['data'],
    beginsAt: now,
    until: undefined,
    message: '原因を調べています。',
  } as const
  return database.db
    .transaction()
    .execute((tx) => outages.openOutage(tx, { queue }, { now }, entry))
}

/** As `npm run outage -- close`. */
function closeOutage({ database, queue, clock }: Services, outageId: string) {
  const now = clock.now()
  return database.db
    .transaction()
    .execute((tx) =>
      outages.closeOutage(tx, { queue }, { now }, { outageId, message: '復旧しました。', at: now }),
    )
}

/**
 * As `npm run clock` moves it; ends when the worker has walked there and what fell due is done. What was asked for
 * before is done before: an order that is sent only after the move would be answered minutes of real time later.
 */
async function moveClock({ database }: Services, word: string) {
  await untilJobsAreDone(database)
  const moved = await setClock(database, parseClockArgument(word))
  if ('refused' in moved) throw new Error(moved.refused)
  while ((await readWalk(database)).isMoving) await pause(20)
}
