// npm run claims: claims for repair or exchange that wait for the desk. `show A-… <folder>` prints what the member wrote and
// puts the photographs into the folder; `photographs`, `repair`, `exchange`, `refuse A-… <reason>`, `arrived`,
// `repaired A-… <tracking number>`, `sent A-… <tracking number>`, `delivered` and `returned` take the claim on.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { connectDatabase, type DatabaseHandle } from '#backend/db/connect.ts'
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
import { openQueue } from '#backend/jobs/queue.ts'
import { createLog } from '#backend/log.ts'
import { deviceClaimStates, type DeviceClaimState } from '#domain/device/claim-states.ts'
import { StartRefusal } from '#process/start-refusal.ts'
import { claimRefusalReasons } from '#vocabulary/device.ts'
import { borrowDatabase } from './setup/database.ts'
import { root } from './setup/root.ts'
import { runTool, say } from './setup/run-tool.ts'
import { sealingKeys } from './setup/sealing-keys.ts'
import { print } from './setup/print.ts'

await runTool(async () => {
  const [, , step, orderNo, value] = process.argv
  const database = await borrowDatabase(root, say)
  const handle = connectDatabase({ url: database.url, maxConnections: 2 })
  try {
    if (step === undefined) await list(handle)
    else if (orderNo === undefined || (step !== 'show' && !isDeskStep(step)))
      throw new StartRefusal(
        `Say npm run claims, or npm run claims -- <step> A-…, the step being show, ${Object.keys(deskSteps).join(', ')}.`,
      )
    else if (step === 'show') await show(handle, orderNo, value)
    else if (isDeskStep(step)) await take(handle, database.url, { step, orderNo, value })
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

async function show({ db }: DatabaseHandle, orderNo: string, folder: string | undefined) {
  const claim = await openClaim(db, orderNo)
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
  { db }: DatabaseHandle,
  url: string,
  {
    step,
    orderNo,
    value,
  }: { step: keyof typeof deskSteps; orderNo: string; value: string | undefined },
) {
  const claim = await openClaim(db, orderNo)
  if (!deviceClaimStates.can(claim.state, deskSteps[step].event, 'staff'))
    throw new StartRefusal(`${orderNo} is ${claim.state}: what fits is ${stepsFrom(claim.state)}.`)
  if (step === 'refuse' && (value === undefined || !isRefusalReason(value)))
    throw new StartRefusal(`Name the reason: ${Object.keys(claimRefusalReasons).join(', ')}.`)
  const queue = await openQueue({ url, log: createLog('warn'), worker: false })
  try {
    const { contract_id: contractId } = claim
    await queue.prepare([deskJob])
    await queue.queue.send(db, deskJob, { contractId, orderNo, step, ...(value && { value }) })
  } finally {
    await queue.stop()
  }
  print(`${orderNo}: the worker tells the member at once`)
}

/** What the desk can say in this state: of an open claim always something. */
function stepsFrom(state: DeviceClaimState): string {
  const fitting = Object.entries(deskSteps).filter(([, { event }]) =>
    deviceClaimStates.can(state, event, 'staff'),
  )
  return fitting.map(([step]) => step).join(', ')
}
