import { z } from 'zod'

/** `atSecondTry`: titles of the tests among `passed` that failed first. */
export type Count = { passed: number; failed: number; atSecondTry: string[] }

/** More second tries than this in one run are failures: the machine is not the reason any more (docs/decisions/016). */
const SECOND_TRIES = 2

const vitestReport = z.object({ numPassedTests: z.number(), numFailedTests: z.number() })

const suite = z.object({
  specs: z.array(z.object({ title: z.string(), tests: z.array(z.object({ status: z.string() })) })),
  get suites() {
    return z.array(suite).optional()
  },
})
const playwrightReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }),
  suites: z.array(suite),
})

/**
 * How many of a part's tests passed and failed. A program that ended badly has failed at least
 * once, whatever its report says: a file that did not load, an unhandled rejection.
 */
export function countTests(
  kind: 'vitest' | 'playwright' | undefined,
  report: string | undefined,
  endedWell: boolean,
): Count {
  if (kind && !report) return { passed: 0, failed: 1, atSecondTry: [] }
  const counted =
    kind && report
      ? readReport(kind, report)
      : { passed: endedWell ? 1 : 0, failed: 0, atSecondTry: [] }
  return endedWell ? counted : { ...counted, failed: Math.max(1, counted.failed) }
}

function readReport(kind: 'vitest' | 'playwright', text: string): Count {
  const report: unknown = JSON.parse(text)
  if (kind === 'vitest') {
    const { numPassedTests, numFailedTests } = vitestReport.parse(report)
    return { passed: numPassedTests, failed: numFailedTests, atSecondTry: [] }
  }
  const { stats, suites } = playwrightReport.parse(report)
  const { expected, unexpected, flaky } = stats
  const isMany = flaky > SECOND_TRIES
  return {
    passed: isMany ? expected : expected + flaky,
    failed: isMany ? unexpected + flaky : unexpected,
    atSecondTry: suites.flatMap(titlesAtSecondTry),
  }
}

function titlesAtSecondTry({ specs, suites = [] }: z.infer<typeof suite>): string[] {
  const own = specs.filter(({ tests }) => tests.some(({ status }) => status === 'flaky'))
  return [...own.map(({ title }) => title), ...suites.flatMap(titlesAtSecondTry)]
}
