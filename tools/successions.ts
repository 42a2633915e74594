// npm run successions: successions to a contract after a death that wait for staff. `show SC-… <folder>` prints what was typed and
// puts the papers into the folder; `ask SC-… <which papers>`, `pause SC-… <which papers>`, `accept SC-…` and `reject SC-… <reason>`
// decide within the hour. What is paused or accepted waits 72 hours more, for the holder to stop it with one tap. Each but the list says --who.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readWalk } from '#backend/jobs/moved-clock.ts'
import { connectDatabase, type DatabaseHandle } from '#backend/db/connect.ts'
import { createSealing } from '#backend/db/sealing.ts'
import {
  decideSuccession,
  listSuccessions,
  showSuccession,
  type StaffDecision,
} from '#backend/succession/public.ts'
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
  const [step, orderNo, ...said] = words
  const text = said.join(' ').trim()
  const decision = decisionOf(step, text)
  if (step !== undefined && (orderNo === undefined || (step !== 'show' && decision === undefined)))
    throw new StartRefusal(
      `Say npm run successions, or npm run successions -- show SC-… [folder], ask SC-… <which papers>, pause SC-… <which papers> (a paper shows the death: the contract is paused meanwhile), accept SC-… or reject SC-… <reason>, each with --who <your name> [--case DESK-123]; at most ${MOST_LETTERS} letters, without names or numbers.`,
    )
  const database = await borrowDatabase(root, say)
  const handle = connectDatabase({ url: database.url, maxConnections: 2 })
  try {
    if (orderNo === undefined || !staff) await list(handle)
    else if (decision === undefined) await show(handle, staff, orderNo, text)
    else await decide(handle, staff, orderNo, decision)
  } catch (error) {
    throw error instanceof RangeError ? new StartRefusal(`${error.message}.`) : error
  } finally {
    await handle.close()
    await database.stop()
  }
})

/** None of a step that decides nothing, or that lacks its words. */
function decisionOf(step: string | undefined, reason: string): StaffDecision | undefined {
  if (step === 'accept') return reason === '' ? { decision: 'accept' } : undefined
  if (reason === '' || reason.length > MOST_LETTERS) return undefined
  if (step === 'pause') return { decision: 'ask', reason, pauses: true }
  return step === 'ask' || step === 'reject' ? { decision: step, reason } : undefined
}

async function list({ db }: DatabaseHandle) {
  const waiting = await listSuccessions(db)
  for (const { order_no: no, state, wish: request, submitted_at: at, ...ahead } of waiting) {
    const { decision, pause_from: pause, moves_from: moves } = ahead
    const more = [
      decision === null ? '' : `; decided: ${decision}`,
      pause === null ? '' : `; pauses the contract from ${String(pause)}`,
      moves === null ? '' : `; carried out from ${String(moves)} unless the holder stops it`,
    ]
    print(`${no}: ${request}, ${state}, since ${String(at)}${more.join('')}`)
  }
  if (waiting.length === 0) print('no succession waits')
}

async function show(handle: DatabaseHandle, staff: ShellStaff, orderNo: string, folder: string) {
  const { at } = await readWalk(handle)
  const sealing = createSealing(sealingKeys())
  const {
    told: notified,
    files,
    papers,
  } = await handle.db.transaction().execute(async (tx) => {
    await noteAtShell(tx, staff, { command: 'successions show', target: orderNo, now: at })
    return showSuccession(tx, sealing, { orderNo, takesPapers: folder !== '', now: at })
  })
  print(JSON.stringify(notified, null, 2))
  print(`papers: ${papers}`)
  if (folder === '') return
  mkdirSync(folder, { recursive: true })
  for (const { name, bytes } of files) writeFileSync(join(folder, name), bytes, { mode: 0o600 })
}

async function decide(
  handle: DatabaseHandle,
  staff: ShellStaff,
  orderNo: string,
  asked: StaffDecision,
) {
  const { at } = await readWalk(handle)
  await handle.db.transaction().execute(async (tx) => {
    await decideSuccession(tx, orderNo, asked, at)
    const command = `successions ${'pauses' in asked ? 'pause' : asked.decision}`
    await noteAtShell(tx, staff, { command, target: orderNo, now: at })
  })
  const waits = asked.decision === 'accept' || 'pauses' in asked
  print(
    `${orderNo} is decided; the worker takes it on within the hour${waits ? ', tells the holder, and waits 72 hours for them' : ''}`,
  )
}
