// Only here: TEST_LONG.
import '../api/faults/zones.test.ts'
