// npm run close -- 2026-11: closes a month, or goes on where a close stopped; then tries again what could not be billed.
import { billedMonth } from '#backend/billing/queries/billed-month.ts'
import { closeMonth, repairFailures } from '#backend/billing/bulk/close-month.ts'
import { readWalk } from '#backend/jobs/moved-clock.ts'
import { openFaults } from '#backend/line/public.ts'
import { connectDatabase } from '#backend/db/connect.ts'
import { WORKERS } from '#backend/jobs/month-parts.ts'
import { publishedPrices } from '#domain/catalogue/price-book.ts'
import { isBefore, isTokyoMonth } from '#domain/tokyo.ts'
import { StartRefusal } from '#process/start-refusal.ts'
import { borrowDatabase } from './setup/database.ts'
import { root } from './setup/root.ts'
import { runTool, say } from './setup/run-tool.ts'
import { print } from './setup/print.ts'

await runTool(async () => {
  const asked = process.argv[2] ?? ''
  if (!isTokyoMonth(asked)) throw new StartRefusal('Name the month: npm run close -- 2026-11.')
  const month = billedMonth(asked, publishedPrices)
  const database = await borrowDatabase(root, say)
  const handle = connectDatabase({ url: database.url, maxConnections: 2 })
  try {
    const now = (await readWalk(handle)).at
    if (isBefore(now, month.recordsUntil))
      throw new StartRefusal(
        `${month.month} can be closed once its records are in: ${month.recordsUntil.toString({ timeZone: 'Asia/Tokyo' })}.`,
      )
    const began = performance.now()
    const done = await closeMonth((work) => handle.db.transaction().execute(work), month, {
      now: () => now,
      workers: WORKERS,
      onProgress: ({ contractsDone, contractsInAll }) =>
        print(
          `  ${contractsDone} of ${contractsInAll} contracts, ${left(began, contractsDone, contractsInAll)}`,
        ),
    })
    print(`${month.month} is closed: ${done.contractsDone} contracts`)
    const failures = await repairFailures(handle.db, month, now)
    for (const { contractId, reason, isRepaired } of failures)
      print(isRepaired ? `repaired ${contractId}` : `not billed: ${contractId}: ${reason}`)
    for (const { line_ref: line, record_id: record, reason, fact } of await openFaults(handle.db))
      print(`not rated: record ${record} of line ${line}: ${reason}, ${fact}`)
  } finally {
    await handle.close()
    await database.stop()
  }
})

/** Time left at the pace so far. */
function left(began: number, done: number, all: number): string {
  if (done === 0) return 'no pace yet'
  const seconds = ((performance.now() - began) / 1000 / done) * Math.max(0, all - done)
  return `about ${Math.ceil(seconds)} s left`
}
