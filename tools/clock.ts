// npm run clock -- 2026-12-01T00:00+09:00 | +1d | +3h | real: moves the time of the demo, and waits until it is there.
import { readWalk, setClock } from '#backend/jobs/moved-clock.ts'
import { connectDatabase } from '#backend/db/connect.ts'
import { StartRefusal } from '#process/start-refusal.ts'
import { parseClockArgument } from './setup/clock-argument.ts'
import { borrowDatabase } from './setup/database.ts'
import { followWalk } from './setup/follow-walk.ts'
import { root } from './setup/root.ts'
import { runTool, say } from './setup/run-tool.ts'

await runTool(async () => {
  const command = parseClockArgument(process.argv[2])
  const database = await borrowDatabase(root, say)
  const handle = connectDatabase({ url: database.url, maxConnections: 1 })
  try {
    const moved = await setClock(handle, command)
    if ('refused' in moved) throw new StartRefusal(moved.refused ?? '')
    process.stdout.write(`from ${inJapan(moved.from)} to ${inJapan(moved.to)}\n`)
    const end = await followWalk({
      read: () => readWalk(handle),
      to: moved.to,
      report: (at, percent) => process.stdout.write(`  at ${inJapan(at)} (${percent} %)\n`),
    })
    process.stdout.write(
      end === 'there'
        ? 'there: what fell due is done\n'
        : 'no worker runs on this database: the next npm start walks there\n',
    )
  } finally {
    await handle.close()
    await database.stop()
  }
})

function inJapan(at: Temporal.Instant): string {
  return at.round('second').toString({ timeZone: 'Asia/Tokyo' })
}
