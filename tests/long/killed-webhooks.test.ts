// Only here: TEST_LONG.
import '../api/faults/killed-webhooks.test.ts'
