import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach } from 'vitest'
import type { RunningServer } from '#demo/stand-ins/wire/listen.ts'
import { createTestClient } from './client.ts'
import { startReceiver } from './receiver.ts'
import { startCarrier } from '#demo/stand-ins/carrier/start.ts'
import type { CarrierOptions } from '#demo/stand-ins/carrier/start.ts'

export const start = '2026-11-20T10:00:00+09:00'

/** A voice line in service since October. */
export const voiceLine = {
  number: '07000001234',
  kind: 'voice',
  simKind: 'physical',
  simSize: 'nano',
  profile: 'commuter',
  startedAt: '2026-10-01T00:00:00+09:00',
}

/** The order of a first SIM for the line L2. */
export const newSim = {
  kind: 'issue-sim',
  lineRef: 'L2',
  simSize: 'nano',
  toKind: 'data',
  purpose: 'new',
}

/** For every test of a file: a carrier with the line L1, a portal that listens, and a clock at `start`. */
export function useCarrier() {
  let instant = Temporal.Instant.from(start)
  let folder = ''
  let options: CarrierOptions
  let server: RunningServer
  let receiver: Awaited<ReturnType<typeof startReceiver>>
  const client = createTestClient(() => server.url, 'secret')

  beforeEach(async () => {
    instant = Temporal.Instant.from(start)
    folder = await mkdtemp(join(tmpdir(), 'carrier-'))
    receiver = await startReceiver('callback-secret')
    options = {
      port: 0,
      dataFile: join(folder, 'carrier.sqlite'),
      now: () => instant,
      secret: 'secret',
      callbackUrl: receiver.url,
      callbackSecret: 'callback-secret',
      tickMs: 0,
      consentUrl: 'http://portal.test/mypage/portout.html',
    }
    server = await startCarrier(options)
    await client.put('/lines/L1', voiceLine)
  })
  afterEach(async () => {
    await server.close()
    await receiver.close()
    await rm(folder, { recursive: true })
  })

  return {
    ...client,
    url: () => server.url,
    dataFile: () => options.dataFile,
    received: () => receiver.received,
    receivedStates: () => receiver.received.map((message) => message['state']),
    portalAnswers: (status: 200 | 500) => receiver.answerWith(status),
    /** Only the clock: nothing is looked at. */
    wait(duration: Temporal.DurationLike) {
      instant = instant.add(duration)
    },
    /** The clock moves, and what is due happens and is reported. */
    async moveTo(text: string) {
      instant = Temporal.Instant.from(text)
      await client.post('/__tick')
    },
    async restart() {
      await server.close()
      server = await startCarrier(options)
    },
  }
}
