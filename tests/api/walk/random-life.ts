import fc from 'fast-check'
import { expect } from 'vitest'
import { findBrokenAudit } from '#backend/audit.ts'
import { brokenProcedureLaws } from '#backend/procedure/findings.ts'
import { brokenDataLaws } from '#tests/api/broken-data-laws.ts'
import { deed, perform, type Deed } from './deeds.ts'
import { openEveryPage, startWalk, type Deeds, type Walk } from './walker.ts'

const START = '2026-11-20T10:00:00+09:00'
/** Deeds in a row for each month; the nights between them add up to more than that, so the calendar ends the walk. */
const DEEDS_A_MONTH = 22

async function checkLaws({ harness, all }: Walk, did: string) {
  const { db } = harness.database
  const now = harness.clock.now()
  const at = `${now.toZonedDateTimeISO('Asia/Tokyo').toPlainDate().toString()} after ${did}`
  expect(await brokenProcedureLaws(db, harness.services.procedures, now), at).toEqual([])
  for (const contractId of all) expect(await findBrokenAudit(db, contractId), at).toBeUndefined()
}

async function walkThrough(walk: Walk, deeds: Deeds, plan: readonly Deed[], months: number) {
  const end = walk.harness.clock.now().toZonedDateTimeISO('Asia/Tokyo').add({ months }).toInstant()
  for (const what of plan) {
    if (Temporal.Instant.compare(walk.harness.clock.now(), end) >= 0) break
    await perform(walk, deeds, what)
    if (what.days > 0) await walk.sleep(what.days)
    await checkLaws(walk, JSON.stringify(what))
    const walker = walk.walkers[what.member % walk.walkers.length]
    if (walker) await openEveryPage(walker)
  }
}

/**
 * Members do whatever the plan of the seed says for so many months; after each deed no law is broken and every page opens.
 * @returns what they did: a walk past closed doors shows nothing.
 */
export async function liveAtRandom({ months, seed }: { months: number; seed: number }) {
  const did: string[] = []
  const length = months * DEEDS_A_MONTH
  const plan = fc.array(deed, { minLength: length, maxLength: length, size: 'max' })
  await fc.assert(
    fc.asyncProperty(plan, async (days) => {
      const walk = await startWalk(START)
      const deeds: Deeds = new Map()
      try {
        await walkThrough(walk, deeds, days, months)
        expect(await brokenDataLaws(walk.harness.database.db)).toEqual([])
        did.push(...deeds.keys())
      } finally {
        await walk.harness.stop()
      }
    }),
    {
      numRuns: 1,
      seed,
      // The first broken law names its day and the act before it: a shorter walk would show no more.
      endOnFailure: true,
      asyncReporter: async ({ failed, errorInstance }) => {
        if (failed) throw new Error(`WALK_SEED=${seed}`, { cause: errorInstance })
      },
    },
  )
  return did
}
