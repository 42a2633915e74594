// The same tests with every value at every place: TEST_LONG.
import '../api/hostile-requests.test.ts'
