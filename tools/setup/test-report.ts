import { z } from 'zod'

export type Count = { passed: number; failed: number }

const vitestReport = z.object({ numPassedTests: z.number(), numFailedTests: z.number() })
const playwrightReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }),
})

/**
 * How many of a part's tests passed and failed. A program that ended badly has failed at least
 * once, whatever its report says: a file that did not load, an unhandled rejection. A browser test
 * that passed only at the second try has failed.
 */
export function countTests(
  kind: 'vitest' | 'playwright' | undefined,
  report: string | undefined,
  endedWell: boolean,
): Count {
  const counted =
    kind && report ? readReport(kind, report) : { passed: endedWell ? 1 : 0, failed: 0 }
  if (kind && !report) return { passed: 0, failed: 1 }
  return endedWell ? counted : { ...counted, failed: Math.max(1, counted.failed) }
}

function readReport(kind: 'vitest' | 'playwright', text: string): Count {
  const report: unknown = JSON.parse(text)
  if (kind === 'vitest') {
    const { numPassedTests, numFailedTests } = vitestReport.parse(report)
    return { passed: numPassedTests, failed: numFailedTests }
  }
  const { expected, unexpected, flaky } = playwrightReport.parse(report).stats
  return { passed: expected, failed: unexpected + flaky }
}
