// npm run outage -- list | open … | update <id> … | close <id> …: the outage board. What is entered here is at once on the
// public page, in the feed and in my page; the worker notifies the members it concerns.
import { parseArgs } from 'node:util'
import { readWalk } from '#backend/jobs/moved-clock.ts'
import { connectDatabase } from '#backend/db/connect.ts'
import { openQueue } from '#backend/jobs/queue.ts'
import { createLog } from '#backend/log.ts'
import {
  closeOutage,
  findOutages,
  notifyOutageJob,
  openOutage,
  stateOf,
  updateOutage,
} from '#backend/outage/public.ts'
import { formatRfc3339 } from '#domain/tokyo.ts'
import { StartRefusal } from '#process/start-refusal.ts'
import { outageKinds, outageServiceKeys, outageSeverities } from '#vocabulary/outage.ts'
import { borrowDatabase } from './setup/database.ts'
import { root } from './setup/root.ts'
import { runTool, say } from './setup/run-tool.ts'
import { print } from './setup/print.ts'

const usage = `Say one of
  npm run outage -- list
  npm run outage -- open --kind outage|maintenance --severity degraded|outage --services data,voice --title … --message … [--areas 東京都,神奈川県] [--from 2026-12-01T01:00] [--until …]
  npm run outage -- update <id> --message … [--until …] [--severity …]
  npm run outage -- close <id> --message … [--at …]
Services: ${outageServiceKeys.join(', ')}. Times are Japanese.`

await runTool(async () => {
  const { values, positionals } = readWords()
  const [step = '', id = ''] = positionals
  if (!['list', 'open', 'update', 'close'].includes(step)) throw new StartRefusal(usage)
  const database = await borrowDatabase(root, say)
  const handle = connectDatabase({ url: database.url, maxConnections: 2 })
  const log = createLog('warn', process.stderr)
  const opened = await openQueue({ url: database.url, log, worker: false })
  try {
    await opened.prepare([notifyOutageJob])
    // The database keeps microseconds: rounded up, what begins now would still be planned.
    const now = (await readWalk(handle)).at.round({
      smallestUnit: 'millisecond',
      roundingMode: 'floor',
    })
    const { message = '', severity, until, from, at } = values
    const act = {
      list: async () => undefined,
      open: () =>
        handle.db.transaction().execute((tx) =>
          openOutage(
            tx,
            opened,
            { now },
            {
              kind: oneOf(outageKinds, values.kind, '--kind'),
              severity: oneOf(outageSeverities, severity, '--severity'),
              services: listOf(values.services).map((name) =>
                oneOf(outageServiceKeys, name, '--services'),
              ),
              areas: listOf(values.areas),
              title: values.title ?? '',
              beginsAt: momentOf(from) ?? now,
              until: momentOf(until),
              message,
            },
          ),
        ),
      update: () =>
        handle.db.transaction().execute((tx) =>
          updateOutage(
            tx,
            opened,
            { now },
            {
              outageId: id,
              message,
              until: momentOf(until),
              severity:
                severity === undefined
                  ? undefined
                  : oneOf(outageSeverities, severity, '--severity'),
            },
          ),
        ),
      close: () =>
        handle.db
          .transaction()
          .execute((tx) =>
            closeOutage(tx, opened, { now }, { outageId: id, message, at: momentOf(at) ?? now }),
          ),
    }
    if (step === 'list' || step === 'open' || step === 'update' || step === 'close')
      await act[step]().catch((error: unknown) => {
        throw error instanceof RangeError ? new StartRefusal(`${error.message}.`) : error
      })
    const board = await findOutages(handle.db, now)
    for (const outage of board)
      print(
        [
          outage.outage_id,
          stateOf(outage, now),
          formatRfc3339(outage.begins_at),
          outage.services.join(','),
          outage.title,
        ].join('  '),
      )
    if (board.length === 0) print('the board is empty')
  } finally {
    await opened.stop()
    await handle.close()
    await database.stop()
  }
})

function readWords() {
  const text = { type: 'string' } as const
  try {
    return parseArgs({
      args: process.argv.slice(2),
      allowPositionals: true,
      options: {
        kind: text,
        severity: text,
        services: text,
        areas: text,
        title: text,
        message: text,
        from: text,
        until: text,
        at: text,
      },
    })
  } catch {
    throw new StartRefusal(usage)
  }
}

function listOf(text: string | undefined): string[] {
  return (text ?? '').split(',').filter((part) => part !== '')
}

function oneOf<Word extends string>(
  words: readonly Word[],
  said: string | undefined,
  option: string,
): Word {
  const found = words.find((word) => word === said)
  if (found === undefined) throw new StartRefusal(`${option} is one of ${words.join(', ')}.`)
  return found
}

/** A Japanese time, with or without its offset. */
function momentOf(said: string | undefined): Temporal.Instant | undefined {
  if (said === undefined) return undefined
  try {
    return Temporal.Instant.from(/(Z|[+-]\d\d:\d\d)$/.test(said) ? said : `${said}+09:00`)
  } catch {
    throw new StartRefusal(`「${said}」 is no time: write 2026-12-01T01:00.`)
  }
}
