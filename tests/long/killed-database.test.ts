// Only here: TEST_LONG.
import '../api/faults/killed-database.test.ts'
