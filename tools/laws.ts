// npm run laws: asks every law of the tables now (money, data, procedures, invoices, audit) and names what is broken.
import { findBrokenAudit } from '#backend/audit.ts'
import { readWalk } from '#backend/clock.ts'
import { connectDatabase } from '#backend/db/connect.ts'
import { createLog } from '#backend/log.ts'
import { StartRefusal } from '#process/start-refusal.ts'
import { checkLaws } from '#server/laws/check-laws.ts'
import { createProcedures } from '#server/services.ts'
import { borrowDatabase } from './setup/database.ts'
import { root } from './setup/root.ts'
import { runTool, say } from './setup/run-tool.ts'

await runTool(async () => {
  const database = await borrowDatabase(root, say)
  const handle = connectDatabase({ url: database.url, maxConnections: 2, queryTimeoutMs: 60_000 })
  try {
    const { at } = await readWalk(handle)
    const check = await checkLaws(
      {
        config: { DATABASE_URL: database.url },
        database: handle,
        procedures: createProcedures(),
        clock: { now: () => at },
        log: createLog('silent', { write: () => undefined }),
      },
      { always: true },
    )
    if (check === 'unchanged') return
    for (const { law, contract_id, what, found } of check.broken)
      process.stdout.write(`broken: ${law}: ${contract_id} ${what}: ${found}\n`)
    for (const law of check.unfinished) process.stdout.write(`not checked in time: ${law}\n`)
    const chains = await handle.db.selectFrom('audit_entry').select('chain').distinct().execute()
    let isAuditBroken = false
    for (const { chain } of chains) {
      const position = await findBrokenAudit(handle.db, chain)
      if (position === undefined) continue
      isAuditBroken = true
      process.stdout.write(`broken: the hashes of an audit: ${chain} at position ${position}\n`)
    }
    process.stdout.write(
      `${check.laws} laws and ${chains.length} audit chains, ${check.tookMs} ms\n`,
    )
    if (check.broken.length + check.unfinished.length > 0 || isAuditBroken)
      throw new StartRefusal('Not every law is kept.')
  } finally {
    await handle.close()
    await database.stop()
  }
})
