// npm test: everything that must hold. `npm test -- unit api` runs these parts only.
import { runTests } from './setup/run-tests.ts'
import { testParts } from './setup/test-parts.ts'

// One more than there are processors: the set-up part mostly waits for the programs it starts.
await runTests(testParts(), 3)
