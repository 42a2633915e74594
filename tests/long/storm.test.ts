// Only here: TEST_LONG.
import '../api/faults/storm.test.ts'
