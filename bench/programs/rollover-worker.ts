// One of the workers of the month rollover, in a process of its own: DATABASE_URL, then the moment, then whether it works or
// helps. It says how long it took for what goes by sets, what is left to the replay, and the longest time without progress.
import { lookAtCalendar } from '#backend/data/commands/look-at-calendar.ts'
import { chargeQueued } from '#backend/data/commands/charge-queued.ts'
import { rollOverInParts } from '#backend/data/bulk/roll-over-parts.ts'
import { WORKERS } from '#backend/jobs/month-parts.ts'
import { createPace } from '#backend/jobs/work-beside-members.ts'
import { connectDatabase } from '#backend/db/connect.ts'
import { openQueue } from '#backend/jobs/queue.ts'
import { createLog } from '#backend/log.ts'
import { instant, toTokyoMonth } from '#domain/tokyo.ts'
import { untold } from '../untold.ts'

const url = process.env['DATABASE_URL'] ?? ''
const now = instant(process.argv[2] ?? '')
const isHelp = process.argv[3] === 'help'
const database = connectDatabase({ url, maxConnections: 3 })
const { queue, stop } = await openQueue({ url, log: createLog('silent'), worker: false })
let longestPauseMs = 0
let progressAt = performance.now()
const began = progressAt
await rollOverInParts((work) => database.db.transaction().execute(work), queue, toTokyoMonth(now), {
  now: () => now,
  workers: WORKERS,
  pace: createPace({ isHelp }),
  onProgress: () => {
    longestPauseMs = Math.max(longestPauseMs, performance.now() - progressAt)
    progressAt = performance.now()
  },
})
const rolledOverAt = performance.now()
if (!isHelp) await lookAtCalendar({ database }, now)
const notedAt = performance.now()
const replayed = isHelp ? 0 : await chargeQueued({ database, queue, ...untold }, now)
const report = {
  rolloverMs: rolledOverAt - began,
  calendarMs: notedAt - rolledOverAt,
  replayMs: performance.now() - notedAt,
  replayed,
  longestPauseMs,
  cpuMs: process.cpuUsage().user / 1000,
}
process.stdout.write(`${JSON.stringify(report)}\n`)
await stop()
await database.close()
