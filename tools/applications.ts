// npm run applications: applications for a contract that wait for staff. `show AP-…` prints what was typed, `accept AP-…` and
// `reject AP-… <reason>` decide; the worker carries it out within the hour and notifies the applicant. Each but the list says --who.
import { decideReview, listReviews, showReview } from '#backend/application/public.ts'
import { readWalk } from '#backend/jobs/moved-clock.ts'
import { connectDatabase, type DatabaseHandle } from '#backend/db/connect.ts'
import { createSealing } from '#backend/db/sealing.ts'
import { StartRefusal } from '#process/start-refusal.ts'
import { borrowDatabase } from './setup/database.ts'
import { root } from './setup/root.ts'
import { runTool, say } from './setup/run-tool.ts'
import { sealingKeys } from './setup/sealing-keys.ts'
import { shellStaff, noteAtShell, type ShellStaff } from './setup/shell-staff.ts'
import { print } from './setup/print.ts'

const MOST_LETTERS = 200

await runTool(async () => {
  const words = process.argv.slice(2)
  const staff = words.length === 0 ? undefined : shellStaff(words)
  const [step, orderNo, ...reasons] = words
  const reason = reasons.join(' ').trim()
  const isComplete =
    orderNo !== undefined &&
    (step === 'reject' ? reason !== '' && reason.length <= MOST_LETTERS : reason === '')
  if (step !== undefined && !(isComplete && ['show', 'accept', 'reject'].includes(step)))
    throw new StartRefusal(
      `Say npm run applications, or npm run applications -- show AP-…, accept AP-… or reject AP-… <reason>, each with --who <your name> [--case DESK-123]; at most ${MOST_LETTERS} letters, without names or numbers.`,
    )
  const database = await borrowDatabase(root, say)
  const handle = connectDatabase({ url: database.url, maxConnections: 2 })
  try {
    if (step === undefined || orderNo === undefined || !staff) await list(handle)
    else await take(handle, { step, orderNo, reason, staff })
  } catch (error) {
    throw error instanceof RangeError ? new StartRefusal(`${error.message}.`) : error
  } finally {
    await handle.close()
    await database.stop()
  }
})

async function list({ db }: DatabaseHandle) {
  const waiting = await listReviews(db)
  for (const { order_no: no, doubt, submitted_at: at, decision } of waiting)
    print(
      `${no}: ${doubt}, since ${String(at)}${decision === null ? '' : `; decided: ${decision}`}`,
    )
  if (waiting.length === 0) print('no application waits for staff')
}

type Asked = { step: string; orderNo: string; reason: string; staff: ShellStaff }

async function take(handle: DatabaseHandle, { step, orderNo, reason, staff }: Asked) {
  const { at } = await readWalk(handle)
  await handle.db.transaction().execute(async (tx) => {
    if (step === 'show')
      print(
        JSON.stringify(await showReview(tx, createSealing(sealingKeys()), orderNo, at), null, 2),
      )
    else if (step === 'accept') await decideReview(tx, orderNo, { decision: 'accept' }, at)
    else await decideReview(tx, orderNo, { decision: 'reject', reason }, at)
    await noteAtShell(tx, staff, { command: `applications ${step}`, target: orderNo, now: at })
  })
  if (step !== 'show') print(`${orderNo} is decided; the worker carries it out within the hour`)
}
