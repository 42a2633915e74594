import { sql } from 'kysely'
import type { BrokenLaw } from '#backend/broken-law.ts'
import type { Db } from '#backend/db/connect.ts'
import { newId } from '#backend/db/ids.ts'
import type { BillLine } from '#domain/billing/bill-line.ts'
import { billOf, noBill, type Bill } from '#domain/billing/bill.ts'
import type { PriceBook } from '#domain/catalogue/price-book.ts'
import type { Instant, TokyoMonth } from '#domain/tokyo.ts'
import { loadBillFacts } from './bill-facts.ts'
import { billedMonth } from './billed-month.ts'
import { loadBills } from './stored-bills.ts'

/** Some 10 ms each. */
const BILLS = 100
/** Three closes and some days. */
const DAYS = 100

/**
 * Works out the newest bills of some contracts, others each time, from their facts and compares them with what is stored:
 * the close makes bills by sets (close-statement.ts), and `billOf` is the authority. A contract that has changed since its
 * bill is passed over, for what is reported late is no fault of the close; so is an initial cancellation, whose packs
 * may be used until its last records are in, and an old bill, whose facts are deleted before it is (retention).
 */
export async function billsUnlikeFacts(
  db: Db,
  book: PriceBook,
  now: Instant,
): Promise<readonly BrokenLaw[]> {
  return db.transaction().execute(async (tx) => {
    await sql`set transaction isolation level repeatable read read only`.execute(tx)
    const broken: BrokenLaw[] = []
    for (const { contract_id: contractId, month } of await someBills(
      tx,
      now.subtract({ hours: 24 * DAYS }),
    )) {
      const [stored] = await loadBills(tx, contractId, book, { from: month, to: month })
      const priced = billedMonth(month, book)
      const facts = await loadBillFacts(tx, contractId, priced)
      const bill = billOf(facts, book) ?? noBill(month)
      const found = stored === undefined ? 'no bill' : difference(stored, bill)
      if (found !== undefined)
        broken.push({ law: LAW, contract_id: contractId, what: month, found })
    }
    return broken
  })
}

const LAW = 'a bill says what its facts come to'

type Chosen = { readonly contract_id: string; readonly month: TokyoMonth }

/** Begins at another id each time, and goes on from the first id after the last. */
async function someBills(tx: Db, since: Instant): Promise<readonly Chosen[]> {
  const chain = newId('ctr')
  const { rows } = await sql<Chosen>`
    select b.contract_id, b.month
    from (
      (select contract_id, status, version from contract where contract_id >= ${chain} order by contract_id limit ${BILLS})
      union all
      (select contract_id, status, version from contract where contract_id < ${chain} order by contract_id limit ${BILLS})
      limit ${BILLS}) c
    cross join lateral (
      select * from bill b where b.contract_id = c.contract_id order by b.month desc limit 1) b
    where c.status <> 'initial_cancelled' and b.fixed_at > ${since} and b.history_version = c.version
        + (select coalesce(sum(l.version), 0) from line l where l.contract_id = c.contract_id)
      and not exists (select from option_period p
        where p.contract_id = c.contract_id and (p.joined_at > b.fixed_at or p.left_at > b.fixed_at))`.execute(
    tx,
  )
  return rows
}

function difference(stored: Bill, bill: Bill): string | undefined {
  const [ours, facts] = [wordsOf(stored), wordsOf(bill)]
  const more = ours.find((line, n) => line !== facts[n])
  const missing = facts.find((line, n) => line !== ours[n])
  if (more === undefined && missing === undefined) return undefined
  return `${stored.totalYen} instead of ${bill.totalYen}: ${more ?? 'nothing'} for ${missing ?? 'nothing'}`
}

const wordsOf = ({ totalYen, outOfScopeYen, rates, lines }: Bill): readonly string[] => [
  ...lines.map(lineWords).toSorted(),
  ...rates.map(({ taxPercent, totalYen: yen, taxYen }) => `${taxPercent}% ${yen} ${taxYen}`),
  `${outOfScopeYen} ${totalYen}`,
]

const lineWords = (line: BillLine) =>
  [
    line.kind,
    line.lineId,
    line.row?.key,
    line.quantity,
    line.proration?.days,
    line.amountTenthsYen,
    line.taxOn,
    line.source,
  ].join(' ')
