// A folder of another name, ends by both signals, three runs at once, an end without its delay: TEST_LONG.
import '../setup/folder-name.test.ts'
import '../setup/serve.test.ts'
import '../setup/start.test.ts'
import '../setup/test-database.test.ts'
