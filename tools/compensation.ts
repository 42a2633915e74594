// npm run compensation -- --outage <id> --reason … [--lines id,id] | --name … --from … --to … --reason … [--lines id,id]
// Gives the whole days of an outage back to its lines (every line, if none is named): booked by the worker within the hour.
import { parseArgs } from 'node:util'
import { recordAudit } from '#backend/audit.ts'
import { readWalk } from '#backend/clock.ts'
import { connectDatabase } from '#backend/db/connect.ts'
import { newId } from '#backend/db/ids.ts'
import { isBefore } from '#domain/tokyo.ts'
import { StartRefusal } from '#process/start-refusal.ts'
import { borrowDatabase } from './setup/database.ts'
import { root } from './setup/root.ts'
import { runTool, say } from './setup/run-tool.ts'

const usage = `Say one of
  npm run compensation -- --outage <id of the board> --reason … [--lines line_1,line_2]
  npm run compensation -- --name … --from 2026-11-10T08:00 --to 2026-11-12T10:00 --reason … [--lines …]
Times are Japanese. Without --lines every line in service has it.`

await runTool(async () => {
  const { values } = readWords()
  const database = await borrowDatabase(root, say)
  const handle = connectDatabase({ url: database.url, maxConnections: 2 })
  try {
    const { at: now } = await readWalk(handle)
    await handle.db.transaction().execute(async (tx) => {
      const board =
        values.outage === undefined
          ? undefined
          : await tx
              .selectFrom('outage')
              .select(['begins_at', 'ends_at'])
              .where('outage_id', '=', values.outage)
              .executeTakeFirst()
      const from = board?.begins_at ?? momentOf(values.from)
      const to = board?.ends_at ?? momentOf(values.to)
      const outageId = values.outage ?? values.name
      const reason = values.reason ?? ''
      if (outageId === undefined || reason === '' || from === undefined || to === undefined)
        throw new StartRefusal(usage)
      if (outageId.includes('/')) throw new StartRefusal('A name without a slash, please.')
      if (!isBefore(from, to) || isBefore(now, to)) throw new StartRefusal('It is not over.')
      const lineIds = values.lines?.split(',').filter((one) => one !== '') ?? null
      const entered = await tx
        .insertInto('compensation')
        .values({
          compensation_id: newId('cmp'),
          outage_id: outageId,
          from_at: from,
          to_at: to,
          line_ids: lineIds,
          reason,
          entered_at: now,
          done_at: null,
        })
        .onConflict((conflict) => conflict.doNothing())
        .returning('compensation_id')
        .executeTakeFirst()
      if (entered === undefined) throw new StartRefusal(`${outageId} was entered already.`)
      await recordAudit(tx, {
        chain: 'system',
        at: now,
        actor: 'staff',
        action: 'compensation-entered',
        target: entered.compensation_id,
        details: { outage: outageId, reason },
      })
      say(`Entered as ${entered.compensation_id}: the worker books it within the hour.`)
    })
  } finally {
    await handle.close()
    await database.stop()
  }
})

function readWords() {
  const text = { type: 'string' } as const
  const options = { outage: text, name: text, from: text, to: text, lines: text, reason: text }
  try {
    return parseArgs({ args: process.argv.slice(2), options })
  } catch {
    throw new StartRefusal(usage)
  }
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
