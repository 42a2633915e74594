// npm run reviews: identity checks handed to staff, of orders and of changes of a name or an address. With
// `approve <check>` the order goes on, with `refuse <check> <reason>` the member is told the reason; the worker carries
// either out within the hour.
import { listReviews, writeDecision, type Decision } from '#backend/identity/decisions.ts'
import { readWalk } from '#backend/clock.ts'
import { connectDatabase } from '#backend/db/connect.ts'
import { StartRefusal } from '#process/start-refusal.ts'
import { borrowDatabase } from './setup/database.ts'
import { root } from './setup/root.ts'
import { runTool, say } from './setup/run-tool.ts'

const print = (line: string) => void process.stdout.write(`${line}\n`)
const MOST_LETTERS = 200

function decisionOf(step: string, words: readonly string[]): Decision | undefined {
  const reason = words.join(' ').trim()
  if (step === 'approve' && reason === '') return { decision: 'approved' }
  if (step === 'refuse' && reason !== '' && reason.length <= MOST_LETTERS)
    return { decision: 'refused', reason }
  return undefined
}

await runTool(async () => {
  const [, , step, checkId, ...words] = process.argv
  const asked = step === undefined ? undefined : decisionOf(step, words)
  if (step !== undefined && (asked === undefined || checkId === undefined))
    throw new StartRefusal(
      `Say npm run reviews, npm run reviews -- approve <check> or npm run reviews -- refuse <check> <reason of at most ${MOST_LETTERS} letters, without names or numbers>.`,
    )
  const database = await borrowDatabase(root, say)
  const handle = connectDatabase({ url: database.url, maxConnections: 2 })
  try {
    if (asked !== undefined && checkId !== undefined) {
      const { at } = await readWalk(handle)
      await handle.db
        .transaction()
        .execute((tx) => writeDecision(tx, checkId, asked, at))
        .catch((error: unknown) => {
          throw error instanceof RangeError ? new StartRefusal(`${error.message}.`) : error
        })
      print(`${checkId}: ${asked.decision}; the worker goes on with it within the hour`)
    }
    const waiting = await listReviews(handle.db)
    for (const { check_id: id, order_no: orderNo, attempts, changed_at: at, decision } of waiting)
      print(
        `${id}: order ${orderNo}, ${attempts} readings, since ${at.toString()}${decision === null ? '' : `, ${decision}`}`,
      )
    if (waiting.length === 0) print('no review waits for staff')
  } finally {
    await handle.close()
    await database.stop()
  }
})
