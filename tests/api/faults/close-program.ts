import { billedMonth } from '#backend/billing/queries/billed-month.ts'
import { closeMonth } from '#backend/billing/bulk/close-month.ts'
import { connectDatabase } from '#backend/db/connect.ts'
import { publishedPrices } from '#domain/catalogue/price-book.ts'
import { instant, tokyoMonth } from '#domain/tokyo.ts'

/** Closes a month in a process of its own, a few contracts at a time: DATABASE_URL, then the month and the moment. */
const [month = '', at = ''] = process.argv.slice(2)
const handle = connectDatabase({ url: process.env['DATABASE_URL'] ?? '', maxConnections: 2 })
await closeMonth(
  (work) => handle.db.transaction().execute(work),
  billedMonth(tokyoMonth(month), publishedPrices),
  {
    now: () => instant(at),
    partContracts: 4,
    onProgress: ({ contractsDone }) => void process.stdout.write(`${contractsDone} done\n`),
  },
)
await handle.close()
