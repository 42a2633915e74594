// npm run test:long: what takes too long for each change. `npm run test:long -- long` runs this part only.
import { runTests } from './setup/run-tests.ts'
import { longTestParts } from './setup/test-parts.ts'

// One after the other: some load the machine and measure how long an answer takes.
await runTests(longTestParts(), 1)
