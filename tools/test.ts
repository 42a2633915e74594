// npm test: everything that must hold. `npm test -- unit api` runs these parts only.
import { runTests } from './setup/run-tests.ts'
import { testParts } from './setup/test-parts.ts'

await runTests(testParts())
