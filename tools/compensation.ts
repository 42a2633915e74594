// npm run compensation -- --who <name> --outage <id> --reason … [--lines id,id] | --name … --from … --to … --reason … [--lines id,id]
// Gives the whole days of an outage back to its lines (if none is named, to those it stopped): booked by the worker within the hour.
import { parseArgs } from 'node:util'
import { enterCompensation } from '#backend/billing/commands/enter-compensation.ts'
import { readWalk } from '#backend/jobs/moved-clock.ts'
import { connectDatabase } from '#backend/db/connect.ts'
import { StartRefusal } from '#process/start-refusal.ts'
import { borrowDatabase } from './setup/database.ts'
import { root } from './setup/root.ts'
import { runTool, say } from './setup/run-tool.ts'
import { shellStaff } from './setup/shell-staff.ts'

const usage = `Say one of
  npm run compensation -- --outage <id of the board> --reason … [--lines line_1,line_2]
  npm run compensation -- --name … --from 2026-11-10T08:00 --to 2026-11-12T10:00 --reason … [--lines …]
Times are Japanese. Without --lines an outage of the board is given back to the lines it stopped (its services and
prefectures), one by name to every line in service. Both say --who <your name> [--case DESK-123].`

await runTool(async () => {
  const words = process.argv.slice(2)
  const staff = shellStaff(words)
  const { values } = readWords(words)
  const database = await borrowDatabase(root, say)
  const handle = connectDatabase({ url: database.url, maxConnections: 2 })
  try {
    const { at: now } = await readWalk(handle)
    await handle.db.transaction().execute(async (tx) => {
      const id = await enterCompensation(
        tx,
        {
          outage: outageOf(values),
          reason: values.reason ?? '',
          lineIds: values.lines?.split(',').filter((one) => one !== ''),
        },
        { ...staff, now },
      ).catch((error: unknown) => {
        throw error instanceof RangeError ? new StartRefusal(`${error.message}.`) : error
      })
      say(`Entered as ${id}: the worker books it within the hour.`)
    })
  } finally {
    await handle.close()
    await database.stop()
  }
})

function readWords(args: string[]) {
  const text = { type: 'string' } as const
  const options = { outage: text, name: text, from: text, to: text, lines: text, reason: text }
  try {
    return parseArgs({ args, options })
  } catch {
    throw new StartRefusal(usage)
  }
}

function outageOf({ outage, name, from, to }: ReturnType<typeof readWords>['values']) {
  if (outage !== undefined && name === undefined) return { outageId: outage }
  const times = { from: momentOf(from), to: momentOf(to) }
  if (outage !== undefined || name === undefined || !times.from || !times.to)
    throw new StartRefusal(usage)
  return { name, from: times.from, to: times.to }
}

/** A Japanese time, with or without its offset. */
function momentOf(said: string | undefined) {
  if (said === undefined) return undefined
  try {
    return Temporal.Instant.from(/(?:Z|[+-]\d\d:\d\d)$/.test(said) ? said : `${said}+09:00`)
  } catch {
    throw new StartRefusal(`「${said}」 is no time.`)
  }
}
