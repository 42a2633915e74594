// npm run findings: what waits for a person, counted; with a name (npm run findings -- call-not-rated) each row and what to do.
import { readWalk } from '#backend/clock.ts'
import { connectDatabase } from '#backend/db/connect.ts'
import { countFinding, listFinding } from '#backend/finding.ts'
import { StartRefusal } from '#process/start-refusal.ts'
import { findingsOfTheHouse } from '#server/findings/findings.ts'
import { createProcedures } from '#server/procedures.ts'
import { borrowDatabase } from './setup/database.ts'
import { root } from './setup/root.ts'
import { runTool, say } from './setup/run-tool.ts'

const print = (line: string) => void process.stdout.write(`${line}\n`)

await runTool(async () => {
  const findings = findingsOfTheHouse(createProcedures())
  const name = process.argv[2]
  const asked = name === undefined ? undefined : findings.get(name)
  if (name !== undefined && asked === undefined)
    throw new StartRefusal(`There is no finding "${name}": ${[...findings.keys()].join(', ')}.`)
  const database = await borrowDatabase(root, say)
  const handle = connectDatabase({ url: database.url, maxConnections: 2, queryTimeoutMs: 60_000 })
  try {
    const { at } = await readWalk(handle)
    if (asked) {
      for (const { ref, detail, since } of await listFinding(handle.db, asked, at))
        print([ref, detail ?? '', since?.toString() ?? ''].join('\t'))
      print(`${asked.what}: ${asked.resolve}`)
      return
    }
    for (const [one, finding] of findings) {
      const { rows, oldest } = await countFinding(handle.db, finding, at)
      print(
        `${String(rows).padStart(6)}  ${one}: ${finding.what}${oldest ? `, since ${oldest.toString()}` : ''}`,
      )
    }
  } finally {
    await handle.close()
    await database.stop()
  }
})
