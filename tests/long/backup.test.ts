// The same with backups that are cut off, changed or incomplete: TEST_LONG.
import '../setup/backup.test.ts'
