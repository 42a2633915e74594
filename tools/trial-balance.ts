// npm run trial-balance -- 2026-11: the accounts of the money ledger in a month, and whether debits equal credits.
import { brokenMoneyLaws } from '#backend/billing/findings.ts'
import { trialBalance } from '#backend/billing/queries/trial-balance.ts'
import { connectDatabase } from '#backend/db/connect.ts'
import { isTokyoMonth } from '#domain/tokyo.ts'
import { StartRefusal } from '#process/start-refusal.ts'
import { borrowDatabase } from './setup/database.ts'
import { root } from './setup/root.ts'
import { runTool, say } from './setup/run-tool.ts'

const figures = ['openingYen', 'debitYen', 'creditYen', 'closingYen'] as const
const print = (cells: readonly string[]) =>
  process.stdout.write(
    `${cells.map((cell, n) => (n === 0 ? cell.padEnd(12) : cell.padStart(14))).join('')}\n`,
  )

await runTool(async () => {
  const month = process.argv[2] ?? ''
  if (!isTokyoMonth(month))
    throw new StartRefusal('Name the month: npm run trial-balance -- 2026-11.')
  const database = await borrowDatabase(root, say)
  const handle = connectDatabase({ url: database.url, maxConnections: 2 })
  try {
    const rows = await trialBalance(handle.db, month)
    print([month, 'before', 'debit', 'credit', 'balance'])
    for (const row of rows)
      print([row.account, ...figures.map((name) => row[name].toLocaleString('en-US'))])
    const sums = figures.map((name) => rows.reduce((sum, row) => sum + row[name], 0))
    print(['sum', ...sums.map((sum) => sum.toLocaleString('en-US'))])
    const broken = await brokenMoneyLaws(handle.db)
    for (const { law, contract_id, what, found } of broken)
      say(`broken: ${law}: ${contract_id} ${what}: ${found}`)
    const [openingBalance, debit, credit, closing] = sums
    if (openingBalance !== 0 || closing !== 0 || debit !== credit || broken.length > 0)
      throw new StartRefusal('The ledger does not balance.')
  } finally {
    await handle.close()
    await database.stop()
  }
})
