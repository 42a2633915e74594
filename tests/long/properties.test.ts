// The same properties tried more often: TEST_LONG.
import '../api/figures.test.ts'
import '../../src/backend/billing/month-close.api.test.ts'
import '../../src/backend/data/charge-usual.api.test.ts'
import '../../src/backend/data/charge-behind.api.test.ts'
import '../../src/backend/data/month-rollover.api.test.ts'
import '../../src/backend/data/history.api.test.ts'
import '../../src/backend/data/merge-usage.api.test.ts'
