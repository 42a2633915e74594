// The same with one more zone: TEST_LONG.
import '../api/faults/zones.test.ts'
