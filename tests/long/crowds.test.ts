// The same with a crowd: TEST_LONG.
import '../../src/backend/application/application-faults.api.test.ts'
import '../../src/backend/invoice/invoice.api.test.ts'
