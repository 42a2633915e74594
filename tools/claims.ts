// npm run claims: claims for repair or exchange that wait for the desk. `show A-… <folder>` prints what the member wrote and
// puts the photographs into the folder; `photographs`, `repair`, `exchange`, `refuse A-… <reason>`, `arrived`,
// `repaired A-… <tracking number>`, `sent A-… <tracking number>`, `delivered` and `returned` take the claim on. Each but the list
// says --who.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { connectDatabase, type DatabaseHandle, type Db } from '#backend/db/connect.ts'
import { createSealing } from '#backend/db/sealing.ts'
import {
  deskJob,
  deskSteps,
  isDeskStep,
  isRefusalReason,
  openClaim,
  openClaims,
  readClaim,
} from '#backend/device/queries/desk.ts'
import { readWalk } from '#backend/jobs/moved-clock.ts'
import { openQueue } from '#backend/jobs/queue.ts'
import { createLog } from '#backend/log.ts'
import { deviceClaimStates, type DeviceClaimState } from '#domain/device/claim-states.ts'
import { StartRefusal } from '#process/start-refusal.ts'
import { claimRefusalReasons } from '#vocabulary/device.ts'
import { borrowDatabase } from './setup/database.ts'
import { root } from './setup/root.ts'
import { runTool, say } from './setup/run-tool.ts'
import { sealingKeys } from './setup/sealing-keys.ts'
import { shellStaff, noteAtShell, type ShellStaff } from './setup/shell-staff.ts'
import { print } from './setup/print.ts'

await runTool(async () => {
  const words = process.argv.slice(2)
  const staff = words.length === 0 ? undefined : shellStaff(words)
  const [step, orderNo, value] = words
  const database = await borrowDatabase(root, say)
  const handle = connectDatabase({ url: database.url, maxConnections: 2 })
  try {
    if (step === undefined || !staff) await list(handle)
    else if (orderNo === undefined || (step !== 'show' && !isDeskStep(step)))
      throw new StartRefusal(
        `Say npm run claims, or npm run claims -- <step> A-… with --who <your name> [--case DESK-123], the step being show, ${Object.keys(deskSteps).join(', ')}.`,
      )
    else if (step === 'show') await show(handle, staff, orderNo, value)
    else if (isDeskStep(step)) await take(handle, database.url, { step, orderNo, value, staff })
  } catch (error) {
    throw error instanceof RangeError ? new StartRefusal(`${error.message}.`) : error
  } finally {
    await handle.close()
    await database.stop()
  }
})

async function list({ db }: DatabaseHandle) {
  const open = await openClaims(db)
  for (const { order_no: no, state, details, expected_on: on } of open)
    print(`${no} ${state} ${details.basis} ${details.cause}${on === null ? '' : `, by ${on}`}`)
  if (open.length === 0) print('no claim waits')
}

async function show(
  handle: DatabaseHandle,
  staff: ShellStaff,
  orderNo: string,
  folder: string | undefined,
) {
  const { db } = handle
  const claim = await openClaim(db, orderNo)
  await note(handle, db, staff, { command: 'claims show', target: orderNo })
  const { story, photographs } = await readClaim(db, createSealing(sealingKeys()), claim)
  print(`${claim.details.deviceName}, ${claim.details.cause} on ${claim.details.happenedOn}`)
  print(story)
  print(`photographs: ${photographs.length}`)
  if (folder === undefined) return
  mkdirSync(folder, { recursive: true })
  for (const [index, bytes] of photographs.entries())
    writeFileSync(join(folder, `${orderNo}-${index + 1}.jpg`), bytes, { mode: 0o600 })
}

async function take(
  handle: DatabaseHandle,
  url: string,
  {
    step,
    orderNo,
    value,
    staff,
  }: {
    step: keyof typeof deskSteps
    orderNo: string
    value: string | undefined
    staff: ShellStaff
  },
) {
  const { db } = handle
  const claim = await openClaim(db, orderNo)
  if (!deviceClaimStates.can(claim.state, deskSteps[step].event, 'staff'))
    throw new StartRefusal(`${orderNo} is ${claim.state}: what fits is ${stepsFrom(claim.state)}.`)
  if (step === 'refuse' && (value === undefined || !isRefusalReason(value)))
    throw new StartRefusal(`Name the reason: ${Object.keys(claimRefusalReasons).join(', ')}.`)
  const queue = await openQueue({ url, log: createLog('warn'), worker: false })
  try {
    const { contract_id: contractId } = claim
    await queue.prepare([deskJob])
    await db.transaction().execute(async (tx) => {
      await note(handle, tx, staff, { command: `claims ${step}`, target: orderNo })
      await queue.queue.send(tx, deskJob, { contractId, orderNo, step, ...(value && { value }) })
    })
  } finally {
    await queue.stop()
  }
  print(`${orderNo}: the worker tells the member at once`)
}

async function note(
  handle: DatabaseHandle,
  tx: Db,
  staff: ShellStaff,
  of: { command: string; target: string },
) {
  const { at: now } = await readWalk(handle)
  await noteAtShell(tx, staff, { ...of, now })
}

/** What the desk can say in this state: of an open claim always something. */
function stepsFrom(state: DeviceClaimState): string {
  const fitting = Object.entries(deskSteps).filter(([, { event }]) =>
    deviceClaimStates.can(state, event, 'staff'),
  )
  return fitting.map(([step]) => step).join(', ')
}
