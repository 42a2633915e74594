// npm run test:long: what takes too long for each change. `npm run test:long -- long` runs this part only.
import { runTests } from './setup/run-tests.ts'
import { longTestParts } from './setup/test-parts.ts'

await runTests(longTestParts())
