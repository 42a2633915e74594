// npm run refunds: credits of ended contracts that no card would take back. With `again <bill>` the cards are asked once
// more in the next round, with `transferred <bill>` it is written down that the money was sent by bank. Both say --who.
import { askCardsAgain, recordTransfer } from '#backend/billing/commands/repair-refund.ts'
import { readWalk } from '#backend/jobs/moved-clock.ts'
import { connectDatabase } from '#backend/db/connect.ts'
import { StartRefusal } from '#process/start-refusal.ts'
import { borrowDatabase } from './setup/database.ts'
import { root } from './setup/root.ts'
import { runTool, say } from './setup/run-tool.ts'
import { shellStaff } from './setup/shell-staff.ts'
import { print } from './setup/print.ts'
import { refundsWaiting } from '#backend/billing/queries/credit-left.ts'

const steps = { again: askCardsAgain, transferred: recordTransfer } as const
const isStep = (text: string): text is keyof typeof steps => Object.hasOwn(steps, text)

await runTool(async () => {
  const words = process.argv.slice(2)
  const staff = words.length === 0 ? undefined : shellStaff(words)
  const [step, billId, ...others] = words
  const isAsked = step !== undefined
  if (isAsked && (!isStep(step) || billId === undefined || others.length > 0))
    throw new StartRefusal(
      'Say npm run refunds, npm run refunds -- again <bill> or npm run refunds -- transferred <bill>, both with --who <your name> [--case DESK-123].',
    )
  const database = await borrowDatabase(root, say)
  const handle = connectDatabase({ url: database.url, maxConnections: 2 })
  try {
    if (staff && isAsked && isStep(step) && billId !== undefined) {
      const { at } = await readWalk(handle)
      await handle.db
        .transaction()
        .execute((tx) => steps[step](tx, billId, { ...staff, now: at }))
        .catch((error: unknown) => {
          throw error instanceof RangeError ? new StartRefusal(`${error.message}.`) : error
        })
      print(`${billId}: the worker goes on with it within the hour`)
    }
    const waiting = await refundsWaiting(handle.db)
    for (const { billId: id, contractId, leftYen, reasons } of waiting)
      print(`${id} of ${contractId}: ${leftYen} yen, ${reasons.join(', ') || 'no card payment'}`)
    if (waiting.length === 0) print('no refund waits for staff')
  } finally {
    await handle.close()
    await database.stop()
  }
})
