import { test } from 'vitest'

/** How much is tried with each change, and how much in `npm run test:long`. */
export function tries<What>({ usually, long }: { usually: What; long: What }): What {
  return process.env['TEST_LONG'] === undefined ? usually : long
}

/** A test of `npm run test:long` alone. What shows the same kind in `npm test` stands in tests/long/README.md. */
export const longTest = process.env['TEST_LONG'] === undefined ? test.skip : test
