// The same until the second month's end: TEST_LONG.
import '../api/every-procedure-ends.test.ts'
