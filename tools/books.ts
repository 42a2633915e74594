// npm run books -- --who <name> [--from 2026-11-01] [--to 2026-11-30] [--least 1000] [--most 2000] [--customer <contract or
// name>] [--birth 1990-04-12] [--kind bill,invoice,…] [--csv <file>]: bills, invoices and payments by date, amount and customer
// (電子帳簿保存法). The file has everything that was found; the screen the first 200. The audit says who searched.
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { connectDatabase, type DatabaseHandle } from '#backend/db/connect.ts'
import { createSealing } from '#backend/db/sealing.ts'
import {
  bookKinds,
  readBooks,
  type BookEntry,
  type BookPosition,
} from '#backend/invoice/queries/books.ts'
import { beginBookSearch, type BookSearch } from '#backend/invoice/commands/search-books.ts'
import { readWalk } from '#backend/jobs/moved-clock.ts'
import { isTokyoDate, type TokyoDate } from '#domain/tokyo.ts'
import { StartRefusal } from '#process/start-refusal.ts'
import { csvOf } from '#vocabulary/csv.ts'
import { borrowDatabase } from './setup/database.ts'
import { print } from './setup/print.ts'
import { root } from './setup/root.ts'
import { runTool, say } from './setup/run-tool.ts'
import { sealingKeys } from './setup/sealing-keys.ts'
import { shellStaff, type ShellStaff } from './setup/shell-staff.ts'

const AT_ONCE = 500
const ON_SCREEN = 200

const HOW = `Say npm run books -- with any of --from 2026-11-01, --to 2026-11-30, --least <yen>, --most <yen>, --customer <contract or name>, --birth <its birthday: then the whole name>, --kind ${bookKinds.join(',')} --csv <file> and --case <number>, and with --who <your name>.`

const columns: readonly [string, (entry: BookEntry) => string | number | undefined][] = [
  ['種類', ({ kind }) => labels[kind]],
  ['番号', (entry) => entry.number],
  ['日付', ({ on }) => on],
  ['金額（円・税込）', ({ amountYen }) => amountYen],
  ['取引先', ({ customer }) => customer],
  ['契約番号', ({ contractId }) => contractId],
  ['訂正前の番号', ({ replaces }) => replaces],
  ['訂正後の番号', ({ replacedBy }) => replacedBy],
]

const labels = {
  bill: '請求',
  invoice: '適格請求書',
  return: '適格返還請求書',
  payment: 'お支払い',
  refund: '返金',
} as const

await runTool(async () => {
  const words = process.argv.slice(2)
  const staff = shellStaff(words)
  const { query, csv } = readWords(words)
  const database = await borrowDatabase(root, say)
  const handle = connectDatabase({ url: database.url, maxConnections: 2 })
  try {
    const entries = await readAll(handle, query, staff)
    const cells = entries.map((entry) => columns.map(([, cell]) => cell(entry)))
    if (csv !== undefined)
      writeFileSync(csv, csvOf([columns.map(([title]) => title), ...cells]), { mode: 0o600 })
    else
      for (const row of cells.slice(0, ON_SCREEN)) print(row.map((cell) => cell ?? '').join('  '))
    const sumYen = entries.reduce((sum, { amountYen }) => sum + amountYen, 0)
    print(`${entries.length} found, ${sumYen} yen together`)
    if (csv === undefined && entries.length > ON_SCREEN)
      say(`the first ${ON_SCREEN} are shown; --csv <file> writes all`)
  } catch (error) {
    throw error instanceof RangeError ? new StartRefusal(`${error.message}.`) : error
  } finally {
    await handle.close()
    await database.stop()
  }
})

async function readAll(
  handle: DatabaseHandle,
  search: BookSearch,
  staff: ShellStaff,
): Promise<BookEntry[]> {
  const sealing = createSealing(sealingKeys())
  const { at: now } = await readWalk(handle)
  const query = await handle.db
    .transaction()
    .execute((tx) => beginBookSearch(tx, { sealing }, search, { ...staff, now }))
  const all: BookEntry[] = []
  for (let after: BookPosition | undefined, more = true; more;) {
    const page = await readBooks(handle.db, { sealing }, query, { limit: AT_ONCE, after })
    all.push(...page.entries)
    after = page.next
    more = after !== undefined
  }
  return all
}

function readWords(args: string[]): { query: BookSearch; csv: string | undefined } {
  const words = parsed(args)
  const from = dayOf(words.from)
  const to = dayOf(words.to)
  const leastYen = yenOf(words.least)
  const mostYen = yenOf(words.most)
  if (from !== undefined && to !== undefined && to < from)
    throw new StartRefusal('--to lies before --from.')
  if (leastYen !== undefined && mostYen !== undefined && mostYen < leastYen)
    throw new StartRefusal('--most is less than --least.')
  const { customer, csv } = words
  const birth = dayOf(words.birth)
  if (birth !== undefined && customer === undefined)
    throw new StartRefusal('--birth goes with --customer.')
  const amounts = { leastYen, mostYen }
  return { query: { kinds: kindsOf(words.kind), from, to, ...amounts, customer, birth }, csv }
}

function parsed(args: string[]) {
  const text = { type: 'string' } as const
  const options = {
    from: text,
    to: text,
    least: text,
    most: text,
    customer: text,
    birth: text,
    kind: text,
    csv: text,
  }
  try {
    return parseArgs({ args, options }).values
  } catch {
    throw new StartRefusal(HOW)
  }
}

function kindsOf(said: string | undefined) {
  if (said === undefined) return bookKinds
  const kinds = said.split(',')
  const found = bookKinds.filter((kind) => kinds.includes(kind))
  if (found.length !== kinds.length) throw new StartRefusal(HOW)
  return found
}

function dayOf(said: string | undefined): TokyoDate | undefined {
  if (said === undefined) return undefined
  if (!isTokyoDate(said)) throw new StartRefusal(`「${said}」 is no day: write 2026-11-01.`)
  return said
}

function yenOf(said: string | undefined): number | undefined {
  if (said === undefined) return undefined
  if (!/^-?\d{1,12}$/.test(said)) throw new StartRefusal(`「${said}」 is no amount in yen.`)
  return Number(said)
}
