// npm run test:postgresql: the API's tests on every PostgreSQL that is promised. `npm run test:postgresql -- postgresql-16` is one.
import { runTests } from './setup/run-tests.ts'
import { postgresqlParts } from './setup/test-parts.ts'

await runTests(postgresqlParts(), 1)
