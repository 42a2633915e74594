import { test } from 'vitest'

/** How often a property is tried with each change, and how often in `npm run test:long`. */
export function tries({ usually, long }: { usually: number; long: number }): number {
  return process.env['TEST_LONG'] === undefined ? usually : long
}

/** A test of `npm run test:long` alone. What shows the same kind in `npm test` stands in tests/long/README.md. */
export const longTest = process.env['TEST_LONG'] === undefined ? test.skip : test
