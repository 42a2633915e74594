// npm run laws: asks every law of the tables now (money, data, procedures, invoices, audit) and names what is broken.
import { StartRefusal } from '#process/start-refusal.ts'
import { askEveryLaw } from './setup/ask-laws.ts'
import { borrowDatabase } from './setup/database.ts'
import { root } from './setup/root.ts'
import { runTool, say } from './setup/run-tool.ts'

await runTool(async () => {
  const database = await borrowDatabase(root, say)
  try {
    const { faults, inAll } = await askEveryLaw(database.url)
    for (const line of [...faults, inAll]) process.stdout.write(`${line}\n`)
    if (faults.length > 0) throw new StartRefusal('Not every law is kept.')
  } finally {
    await database.stop()
  }
})
