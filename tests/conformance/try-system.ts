import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runSuite } from '#conformance/run.ts'
import { suites } from '#conformance/systems.ts'
import { outsideSystems } from '#outside/index.ts'
import { startRig } from '#demo/conformance/rig.ts'
import { standIns } from '#demo/conformance/stand-ins.ts'
import { tries } from '#tests/tries.ts'
import { startBreaker, type Breach } from './breach.ts'
import { watchExchanges } from './document-of.ts'

export const SECRET = 'secret-of-the-trial'

/** Sentences that are not about what goes through the proxy: transport.test.ts breaks them. */
const ofTheTransport = ['WIRE-12']

/** A sentence can be broken in several ways. */
const firstOfEachSentence = (breaches: readonly Breach[]) =>
  breaches.filter((one, n) => breaches.findIndex(({ breaks }) => breaks === one.breaks) === n)

/** Tries our own stand-in: as it is, and broken in each of these ways. */
export function trySystem(name: string, breaches: readonly Breach[]) {
  const suite = suites[name]
  const standIn = standIns[name]
  if (!suite || !standIn) throw new Error(`there is no ${name}`)
  let rig: Awaited<ReturnType<typeof startRig>>
  let breaker: Awaited<ReturnType<typeof startBreaker>>
  beforeAll(async () => {
    breaker = await startBreaker()
    const at = '2026-11-20T10:00:00+09:00'
    rig = await startRig(standIn, { at, secret: SECRET, between: breaker })
  })
  afterAll(async () => {
    await rig.close()
    await breaker.close()
  })

  describe(`${suite.system.title} を試す`, () => {
    test('見本は、どの文も満たし、文書のとおりに話す', async () => {
      const watched = watchExchanges(suite.system, standIn.path)
      const hasDocument = outsideSystems.includes(suite.system)
      breaker.breakBy(hasDocument ? { name: 'watched', breaks: '', ...watched.breach } : undefined)
      const findings = await runSuite(suite, rig.open())
      expect(findings.filter(({ result }) => result !== 'holds')).toEqual([])
      expect(watched.faults()).toEqual([])
      expect(watched.neverAsked()).toEqual([])
    })

    test.each(tries({ usually: firstOfEachSentence(breaches), long: breaches }))(
      '見つける：$breaks、$name',
      async (breach) => {
        breaker.breakBy(breach)
        const isLate = ['WIRE-10', 'NAVI-2'].includes(breach.breaks)
        const bench = rig.open({ answerWithinMs: isLate ? 200 : 5000 })
        const findings = await runSuite(suite, bench, { only: [breach.breaks] })
        expect(findings).toMatchObject([{ id: breach.breaks, result: 'broken' }])
      },
    )

    test('読むだけの試し（--read-only）は、何も変えない', async () => {
      const changed: string[] = []
      breaker.breakBy({
        name: 'watched',
        breaks: '',
        async answer(request, forward) {
          const reply = await forward()
          if (request.method !== 'GET' && reply.status < 400)
            changed.push(`${request.method} ${request.path} ${reply.status}`)
          return reply
        },
      })
      const findings = await runSuite(suite, rig.open(), { isReadOnly: true })
      expect(changed).toEqual([])
      expect(findings.filter(({ result }) => result === 'broken')).toEqual([])
    })

    test('どの文にも、それを破る例がある', () => {
      const broken = new Set([...breaches.map(({ breaks }) => breaks), ...ofTheTransport])
      expect(suite.checks.map(({ id }) => id).filter((id) => !broken.has(id))).toEqual([])
    })
  })
}
