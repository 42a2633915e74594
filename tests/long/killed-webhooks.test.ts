// The same with 10,000 deliveries and four kills: TEST_LONG.
import '../api/faults/killed-webhooks.test.ts'
