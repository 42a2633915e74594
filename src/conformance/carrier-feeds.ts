import type { OutsideOperation } from '#outside/operation.ts'
import { callRecord, usageRecord } from '#outside/carrier.ts'
import { z } from 'zod'
import { inSeconds, operations, portalOf, textOf } from './carrier-parts.ts'
import {
  bodyOf,
  Broken,
  changes,
  givenOf,
  hold,
  NotTried,
  pass,
  reads,
  same,
  short,
  until,
  type Bench,
  type Check,
} from './check.ts'
import { instantOf } from './wire-checks.ts'
import { inboxOf } from './report-checks.ts'

/** Enough for the checks; the feed of a test system may be years long. */
const MOST_RECORDS = 200_000
const HOUR = 3600
/** A page of a feed may be long. */
const PAGE_MS = 30_000

type Query = Readonly<Record<string, string>>
type Usage = z.output<typeof usageRecord>

/** One page of a feed. @throws Broken */
async function page<Row>(
  bench: Bench,
  operation: OutsideOperation,
  row: z.ZodType<Row>,
  parameters: Query,
) {
  const answer = await bench.ask(operation, { parameters, withinMs: PAGE_MS })
  const type = answer.headers.get('content-type') ?? 'none'
  hold(answer.status === 200, `${answer.words}: ${short(answer.text)}`)
  hold(type.startsWith('application/x-ndjson'), `${answer.words}: Content-Type is ${type}`)
  const rows = z.array(row).safeParse(answer.json)
  if (!rows.success) throw new Broken(`${answer.words}: ${rows.error.issues[0]?.path.join('.')}`)
  const next = answer.headers.get('x-next-cursor')
  const more = answer.headers.get('x-more')
  const through = instantOf(answer.headers.get('x-through'))
  hold(next !== null && next !== '', `${answer.words}: no X-Next-Cursor`)
  hold(more === 'true' || more === 'false', `${answer.words}: X-More is ${String(more)}`)
  hold(through !== undefined, `${answer.words}: no X-Through`)
  return { rows: rows.data, next, more: more === 'true', through }
}

const usagePage = (bench: Bench, query: Query) => page(bench, operations.usage, usageRecord, query)

/** The whole feed of usage. @throws NotTried when it is too long, or empty */
async function wholeUsage(bench: Bench): Promise<Usage[]> {
  const rows: Usage[] = []
  for (let after: Query = {}; ;) {
    const found = await usagePage(bench, { ...after, limit: '10000' })
    rows.push(...found.rows)
    if (rows.length > MOST_RECORDS) throw new NotTried(`more than ${MOST_RECORDS} records`)
    if (!found.more) break
    after = { after: found.next }
  }
  if (rows.length === 0) throw new NotTried('the feed is empty')
  return rows
}

/** Pages fit together, and asked again they are the same. */
async function checkPages<Row>(bench: Bench, operation: OutsideOperation, row: z.ZodType<Row>) {
  const whole = await page(bench, operation, row, { limit: '20' })
  if (whole.rows.length < 20) throw new NotTried('the feed has fewer than 20 records')
  const first = await page(bench, operation, row, { limit: '10' })
  const second = await page(bench, operation, row, { limit: '10', after: first.next })
  same('two pages of ten, and one of twenty', [...first.rows, ...second.rows], whole.rows)
  const again = await page(bench, operation, row, { limit: '10', after: first.next })
  same('the same page again', again, second)
}

async function checkLimit(bench: Bench) {
  const { rows, more } = await usagePage(bench, { limit: '1' })
  same('records at limit=1', rows.length, 1)
  same('X-More', more, true)
  const portal = await portalOf(bench).usage('', 1)
  const isRead = portal.kind === 'accepted' && portal.value.rows.length === 1
  hold(isRead, `the portal's adapter reads ${JSON.stringify(portal)}`)
}

async function checkEnd(bench: Bench) {
  let after: Query = {}
  for (let n = 0; n < MOST_RECORDS / 10_000; n += 1) {
    const { next, more } = await usagePage(bench, { ...after, limit: '10000' })
    after = { after: next }
    if (!more) break
  }
  const { rows, next, more } = await usagePage(bench, after)
  same('records after the last', rows, [])
  same('X-More at the end', more, false)
  same('X-Next-Cursor at the end', { after: next }, after)
}

async function checkUntil(bench: Bench) {
  const asked = bench.time.now().subtract({ hours: 1, minutes: 30 })
  const { through } = await usagePage(bench, { until: textOf(asked), limit: '1' })
  hold(Temporal.Instant.compare(through, asked) <= 0, `X-Through ${String(through)} is later`)
  same('X-Through on the hour', through.epochMilliseconds % (HOUR * 1000), 0)
  const now = await usagePage(bench, { limit: '1' })
  const isPast = Temporal.Instant.compare(now.through, bench.time.now()) <= 0
  hold(isPast, `X-Through ${String(now.through)} is not over yet`)
}

/** One hour of one line; the same again, or corrected as a whole. */
async function checkRecords(bench: Bench) {
  const known = new Map<string, Usage>()
  for (const row of await wholeUsage(bench)) {
    const [from, to] = [Temporal.Instant.from(row.from), Temporal.Instant.from(row.to)]
    same(`${row.recordId}: seconds`, to.since(from).total('seconds'), HOUR)
    const former = known.get(`${row.recordId}/${row.revision}`)
    if (former) same(`${row.recordId}, handed out twice`, row, former)
    known.set(`${row.recordId}/${row.revision}`, row)
    const first = known.get(row.recordId) ?? row
    same(`${row.recordId}: line and hour`, [row.lineRef, row.from], [first.lineRef, first.from])
    known.set(row.recordId, first)
  }
}

async function checkTotal(bench: Bench) {
  const rows = await wholeUsage(bench)
  const lineRef = await givenOf(bench, 'voiceLine')
  const own = rows.filter((row) => row.lineRef === lineRef)
  const month = own.at(-1)?.from.slice(0, 7)
  if (month === undefined) throw new NotTried('voiceLine has no usage')
  const latest = new Map<string, Usage>()
  for (const row of own.filter(({ from }) => from.startsWith(month)))
    if (row.revision >= (latest.get(row.recordId)?.revision ?? 0)) latest.set(row.recordId, row)
  const found = await bench.ask(operations.usageTotal, { parameters: { lineRef, month } })
  const { highBytes, lowBytes, records } = bodyOf(found, 200)
  const sum = (name: 'highBytes' | 'lowBytes') =>
    [...latest.values()].reduce((bytes, row) => bytes + row[name], 0)
  same(
    `${month} of ${lineRef}`,
    { highBytes, lowBytes, records },
    { highBytes: sum('highBytes'), lowBytes: sum('lowBytes'), records: latest.size },
  )
}

/** What is in force decides which bytes are counted. */
async function checkInForce(bench: Bench) {
  const lineRef = await givenOf(bench, 'voiceLine')
  const switchTo = (on: boolean) =>
    bench.ask(operations.highSpeed, {
      parameters: { lineRef },
      body: { orderId: bench.newId(), on },
    })
  bodyOf(await switchTo(false), 200)
  try {
    const from = inSeconds(bench, HOUR)
    await pass(bench, 26 * HOUR)
    const later = (await wholeUsage(bench)).filter(
      (row) =>
        row.lineRef === lineRef &&
        Temporal.Instant.compare(Temporal.Instant.from(row.from), from) >= 0,
    )
    if (later.length === 0) throw new NotTried('voiceLine made no traffic meanwhile')
    const fast = later.filter(({ highBytes }) => highBytes > 0)
    same('hours with fast bytes while the switch is off', fast, [])
  } finally {
    await switchTo(true)
  }
}

async function checkCalls(bench: Bench) {
  await checkPages(bench, operations.calls, callRecord)
  const { rows } = await page(bench, operations.calls, callRecord, { limit: '500' })
  for (const { recordId, kind, durationSeconds, characters } of rows) {
    const filled = [durationSeconds !== null, characters !== null]
    same(`${recordId}: seconds, characters`, filled, [kind === 'voice', kind === 'sms'])
  }
}

/** A report of usage is a hint: the record is in the feed too. */
async function checkHint(bench: Bench) {
  const inbox = inboxOf(bench)
  const schema = z.object({ record: usageRecord })
  const before = inbox.reportsOf({ type: 'usage' }).length
  const arrived = await until(bench, 'a report of usage', 60 * HOUR, () =>
    inbox.reportsOf({ type: 'usage' }).at(before),
  )
  const read = schema.safeParse(arrived.json)
  hold(read.success, 'no record, or not as declared')
  const rows = await wholeUsage(bench)
  const isThere = rows.some(({ recordId }) => recordId === read.data.record.recordId)
  hold(isThere, `${read.data.record.recordId} is not in the feed`)
}

/** Usage and calls, as they are read. */
export const feedChecks: readonly Check[] = [
  reads('CARRIER-35', (bench) => checkPages(bench, operations.usage, usageRecord)),
  reads('CARRIER-36', checkLimit),
  reads('CARRIER-37', checkEnd),
  reads('CARRIER-38', checkUntil),
  reads('CARRIER-39', checkRecords),
  reads('CARRIER-40', checkTotal),
  changes('CARRIER-41', checkInForce),
  reads('CARRIER-42', checkCalls),
  reads('CARRIER-43', checkHint),
]
