// The same with seven more ends of a start: TEST_LONG.
import '../setup/embedded-postgres.test.ts'
