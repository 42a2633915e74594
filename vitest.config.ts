import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** No promise of time: what must answer within seconds says so itself. A busy machine may take this long for a test. */
const patience = { testTimeout: 400_000, hookTimeout: 400_000 }
const shared = { setupFiles: ['tests/setup/fail-on-console.ts'], ...patience }

/** Short files that take long: Vitest begins with the largest files, and would be left with them at the end. */
const takesLong =
  /\/(every-procedure|figures|jobs|openapi-fuzz|random-walk|reseal|clock-walk|silent-|unknown-commit)[^/]*\.test\.ts$/

/** Within one project, as `npm test` runs them, those begin. */
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const sorted = await super.sort(files)
    if (new Set(files.map(({ project }) => project.name)).size > 1) return sorted
    const isLong = ({ moduleId }: TestSpecification) => takesLong.test(moduleId)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongFirst },
    projects: [
      {
        extends: true,
        test: {
          ...shared,
          name: 'unit',
          include: [
            '{src,demo}/**/*.test.{ts,tsx}',
            'tests/*.test.ts',
            'tests/conformance/*.test.ts',
            'tools/**/*.test.ts',
          ],
          exclude: ['{src,demo}/**/*.api.test.ts'],
          // Half of the time was loading the same modules anew for each of 140 files.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          ...shared,
          name: 'api',
          include: ['{src,demo}/**/*.api.test.ts', 'tests/api/**/*.test.ts'],
          // It is another day there for most of ours: what asked the machine for its day would be seen (R10).
          env: { TZ: 'America/Juneau' },
          maxWorkers: 2,
          // Each file has a database and services of its own; loading the modules anew for each took half the time.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          ...shared,
          name: 'http',
          include: ['tests/http/**/*.test.ts'],
          globalSetup: 'tests/http/start-portal.ts',
          // One portal and its few demo members: one after the other.
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          ...shared,
          // `npm run test:long`
          name: 'long',
          include: ['tests/long/**/*.test.ts'],
          env: { TEST_LONG: '1' },
          // Some of them load the machine, and measure how long an answer takes.
          maxWorkers: 1,
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          ...shared,
          name: 'setup',
          include: ['tests/setup/**/*.test.ts'],
        },
      },
    ],
  },
})
