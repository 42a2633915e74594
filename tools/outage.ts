// npm run outage -- list | open … | update <id> … | close <id> … | report <id> | reported <id>: the outage board, and what the report
// of an accident asks for. What is entered here is at once on the
// public page, in the feed and in my page; the worker notifies the members it concerns.
import { parseArgs } from 'node:util'
import { readWalk } from '#backend/jobs/moved-clock.ts'
import { connectDatabase, type DatabaseHandle, type Db } from '#backend/db/connect.ts'
import { createSealing } from '#backend/db/sealing.ts'
import { openQueue, type OpenQueue } from '#backend/jobs/queue.ts'
import { createLog } from '#backend/log.ts'
import {
  closeOutage,
  findOutages,
  notifyOutageJob,
  openOutage,
  readAccident,
  readQuarter,
  recordFirstReport,
  stateOf,
  updateOutage,
  type NewOutage,
} from '#backend/outage/public.ts'
import { DETAIL_DAYS, FIRST_WORDS_MINUTES } from '#domain/outage/accident.ts'
import { addDays, formatRfc3339, toTokyoDate, type Instant } from '#domain/tokyo.ts'
import { StartRefusal } from '#process/start-refusal.ts'
import { emergencyAtFirst } from '#domain/outage/outage.ts'
import {
  emergencyCallStates,
  otherWays,
  outageKinds,
  outageServiceKeys,
  outageSeverities,
} from '#vocabulary/outage.ts'
import { borrowDatabase } from './setup/database.ts'
import { root } from './setup/root.ts'
import { runTool, say } from './setup/run-tool.ts'
import { sealingKeys } from './setup/sealing-keys.ts'
import { noteAtShell, shellStaff } from './setup/shell-staff.ts'
import { quarterNamed } from '#domain/outage/quarter.ts'
import { printQuarter } from './setup/quarter-report.ts'
import { print } from './setup/print.ts'

const usage = `Say one of
  npm run outage -- list
  npm run outage -- open --kind outage|maintenance --severity degraded|outage --services data,voice --title … --message … [--areas 東京都,神奈川県] [--from 2026-12-01T01:00] [--until …]
  npm run outage -- update <id> --message … [--until …] [--severity …]
  npm run outage -- close <id> --message … [--at …]
  npm run outage -- report <id>: lines × hours, the thresholds of a grave accident and the time of the reports
  npm run outage -- quarter 2026-Q4 [--csv <file>]: the accidents that began in it, for the report of the quarter
  npm run outage -- reported <id> [--at …]: the authority was told of it first
open and update take --emergency ${emergencyCallStates.join('|')} [--emergency-from …] and --instead ${otherWays.join(',')}; an outage of data, calls or SMS says --emergency.
open, update, close and reported say --who <your name> [--case DESK-123].
Services: ${outageServiceKeys.join(', ')}. Times are Japanese.`

type Values = ReturnType<typeof readWords>['values']
type Board = { readonly queue: OpenQueue; readonly now: Instant }

/** What changes the board or is written down of it. @returns the outage it was about, where that is a new one */
type Change = (tx: Db, board: Board, id: string, values: Values) => Promise<string | void>

const changes = {
  open: (tx, { queue, now }, _, values) => openOutage(tx, queue, { now }, entered(values, now)),
  update: (tx, { queue, now }, outageId, values) =>
    updateOutage(
      tx,
      queue,
      { now },
      {
        outageId,
        message: values.message ?? '',
        until: momentOf(values.until),
        severity:
          values.severity === undefined
            ? undefined
            : oneOf(outageSeverities, values.severity, '--severity'),
        ...emergencyOf(values),
      },
    ),
  close: (tx, { queue, now }, outageId, { message = '', at }) =>
    closeOutage(tx, queue, { now }, { outageId, message, at: momentOf(at) ?? now }),
  reported: (tx, { now }, outageId, { at }) =>
    recordFirstReport(tx, { now }, { outageId, at: momentOf(at) ?? now }),
} as const satisfies Record<string, Change>

await runTool(async () => {
  const words = process.argv.slice(2)
  const [first = ''] = words
  const staff = isChange(first) ? shellStaff(words) : undefined
  const { values, positionals } = readWords(words)
  const [step = '', id = ''] = positionals
  if (!['list', 'report', 'quarter'].includes(step) && !isChange(step))
    throw new StartRefusal(usage)
  const database = await borrowDatabase(root, say)
  const handle = connectDatabase({ url: database.url, maxConnections: 2 })
  const log = createLog('warn', process.stderr)
  const queue = await openQueue({ url: database.url, log, worker: false })
  try {
    await queue.prepare([notifyOutageJob])
    // The database keeps microseconds: rounded up, what begins now would still be planned.
    const now = (await readWalk(handle)).at.round({
      smallestUnit: 'millisecond',
      roundingMode: 'floor',
    })
    if (step === 'quarter') return await reportQuarter(handle, id, values.csv, now)
    if (step === 'report') return await printAccident(handle, id, now)
    if (isChange(step) && staff)
      await handle.db.transaction().execute(async (tx) => {
        const target = (await changes[step](tx, { queue, now }, id, values)) ?? id
        await noteAtShell(tx, staff, { command: `outage ${step}`, target, now })
      })
    await printBoard(handle, now)
  } catch (error) {
    throw error instanceof RangeError ? new StartRefusal(`${error.message}.`) : error
  } finally {
    await queue.stop()
    await handle.close()
    await database.stop()
  }
})

/** The accidents of a quarter (電気通信事業報告規則 第7条の3). */
async function reportQuarter(
  handle: DatabaseHandle,
  name: string,
  csv: string | undefined,
  now: Instant,
) {
  const quarter = quarterNamed(name)
  if (quarter === undefined) throw new StartRefusal(`「${name}」 is no quarter: write 2026-Q4.`)
  const sealing = createSealing(sealingKeys())
  printQuarter(await readQuarter(handle.db, { sealing }, quarter, now), csv)
}

function isChange(word: string): word is keyof typeof changes {
  return Object.hasOwn(changes, word)
}

function entered(values: Values, now: Instant): NewOutage {
  const services = listOf(values.services).map((name) =>
    oneOf(outageServiceKeys, name, '--services'),
  )
  if (values.emergency === undefined && emergencyAtFirst(services) === 'unknown')
    throw new StartRefusal('Say --emergency: are calls to 110, 118 and 119 affected?')
  return {
    kind: oneOf(outageKinds, values.kind, '--kind'),
    severity: oneOf(outageSeverities, values.severity, '--severity'),
    services,
    areas: listOf(values.areas),
    title: values.title ?? '',
    beginsAt: momentOf(values.from) ?? now,
    until: momentOf(values.until),
    message: values.message ?? '',
    ...emergencyOf(values),
  }
}

function emergencyOf({ emergency, instead, 'emergency-from': since }: Values) {
  return {
    emergencyCalls:
      emergency === undefined ? undefined : oneOf(emergencyCallStates, emergency, '--emergency'),
    emergencySince: momentOf(since),
    otherWays:
      instead === undefined
        ? undefined
        : listOf(instead).map((way) => oneOf(otherWays, way, '--instead')),
  }
}

async function printBoard(handle: DatabaseHandle, now: Instant) {
  const board = await findOutages(handle.db, now)
  for (const outage of board)
    print(
      [
        outage.outage_id,
        stateOf(outage, now),
        formatRfc3339(outage.begins_at),
        outage.services.join(','),
        outage.title,
        `emergency calls: ${outage.emergency_calls}`,
      ].join('  '),
    )
  if (board.length === 0) print('the board is empty')
}

/** What the first report and the detailed one ask for, and by when they are due. */
async function printAccident(handle: DatabaseHandle, outageId: string, now: Instant) {
  const sealing = createSealing(sealingKeys())
  const found = await readAccident(handle.db, { sealing }, outageId, now)
  if (found === undefined) throw new RangeError(`There is no outage ${outageId}`)
  const { outage, figures } = found
  const { begins_at: beganAt, opened_at: openedAt, first_reported_at: reportedAt } = outage
  const words = openedAt.since(beganAt).total('minutes')
  print(`${outageId}: ${outage.title}`)
  print(`${figures.lines} lines × ${figures.minutes} minutes = ${figures.lineHours} line hours`)
  print(
    `first words to members after ${Math.round(words)} minutes (${words <= FIRST_WORDS_MINUTES ? 'within' : 'beyond'} ${FIRST_WORDS_MINUTES})`,
  )
  for (const { row, lines, at, isReached } of figures.thresholds)
    print(
      `grave accident (${row.source}, ${row.service}: ${row.lines} lines for ${row.hours} hours; ${lines} lines): ${isReached ? 'reached' : 'not before'} ${formatRfc3339(at)}`,
    )
  if (figures.thresholds.length === 0) print('too few lines for a grave accident')
  const reached = figures.thresholds.find(({ isReached }) => isReached)
  if (reached === undefined && reportedAt === null) return
  print(
    reportedAt === null
      ? `first report: due at once, ${Math.floor(now.since(reached?.at ?? now).total('minutes'))} minutes since ${formatRfc3339(reached?.at ?? now)}`
      : `first report: made ${formatRfc3339(reportedAt)}`,
  )
  print(`report in detail: due ${addDays(toTokyoDate(beganAt), DETAIL_DAYS)}`)
}

function readWords(args: string[]) {
  const text = { type: 'string' } as const
  try {
    return parseArgs({
      args,
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
        csv: text,
        emergency: text,
        'emergency-from': text,
        instead: text,
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
