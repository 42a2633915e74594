// The same properties tried more often: TEST_LONG.
import '../api/figures.test.ts'
import '../../src/backend/billing/month-close.api.test.ts'
import '../../src/backend/data/ledger/charge-usual.api.test.ts'
import '../../src/backend/data/ledger/settle-behind.api.test.ts'
import '../../src/backend/data/ledger/turn-month.api.test.ts'
import '../../src/backend/data/reading/history.api.test.ts'
import '../../src/backend/data/usage/merge.api.test.ts'
