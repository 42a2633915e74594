// The same with a contract of 400 packs, changed a hundred times at once: TEST_LONG.
import '../api/faults/same-moment.test.ts'
