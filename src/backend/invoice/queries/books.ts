import { sql, type RawBuilder } from 'kysely'
import type { AreaDeps } from '#backend/area.ts'
import type { Db } from '#backend/db/connect.ts'
import { endOfDay, startOfDay, toTokyoDate, type Instant, type TokyoDate } from '#domain/tokyo.ts'
import { invoiceNoOf, openContent, type InvoiceKind } from '../rows.ts'
import { namesOfContracts } from './customers.ts'

/** What the tax authority asks to see of a business that issues and takes its papers as data (電子帳簿保存法). */
export const bookKinds = ['bill', 'invoice', 'return', 'payment', 'refund'] as const
export type BookKind = (typeof bookKinds)[number]

/** Every condition may be left out, and all that are given hold together (施行規則: date, amount, customer, alone and combined). */
export type BookQuery = {
  readonly kinds: readonly BookKind[]
  /** Both days belong to it. */
  readonly from?: TokyoDate | undefined
  readonly to?: TokyoDate | undefined
  /** With tax, as the paper shows it: of a return invoice and of a refund it is below zero. */
  readonly leastYen?: number | undefined
  readonly mostYen?: number | undefined
  /** Of these alone; a customer is looked up once and not for each page (`commands/search-books.ts`). */
  readonly contractIds?: readonly string[] | undefined
}

export type BookEntry = {
  readonly kind: BookKind
  /** As the paper says it. */
  readonly number: string
  /** A bill's is the day it was fixed, a payment's and a refund's the day it was made. */
  readonly on: TokyoDate
  readonly amountYen: number
  readonly contractId: string
  readonly customer: string
  /** Of an invoice that corrects another: that one's number. Both stay in the books. */
  readonly replaces: string | undefined
  readonly replacedBy: string | undefined
}

/** Where a list goes on. */
export type BookPosition = { readonly at: Instant; readonly kind: BookKind; readonly id: string }

type BookRow = {
  kind: BookKind
  id: string
  contract_id: string
  at: Instant
  amount_yen: number
  replaces: string | null
  replaced_by: string | null
}

/**
 * A part of the books, the oldest first. The console and the command read it here.
 * @returns `next` where there are more than `limit`.
 */
export async function readBooks(
  db: Db,
  deps: Pick<AreaDeps, 'sealing'>,
  query: BookQuery,
  page: { limit: number; after?: BookPosition | undefined },
): Promise<{ entries: BookEntry[]; next?: BookPosition }> {
  if (query.contractIds?.length === 0 || query.kinds.length === 0) return { entries: [] }
  const read = await readRows(db, query, page)
  const rows = read.slice(0, page.limit)
  const last = rows.at(-1)
  const entries = await withNames(db, deps, rows)
  return read.length > page.limit && last !== undefined
    ? { entries, next: { at: last.at, kind: last.kind, id: last.id } }
    : { entries }
}

const number = (column: RawBuilder<unknown>) => sql`${column}::text`

/** Of each kind its rows under the same names; only what has happened is in the books. */
const sources: Readonly<Record<BookKind, RawBuilder<unknown>>> = {
  bill: sql`select 'bill' as kind, bill_id as id, contract_id, fixed_at as at, total_yen as amount_yen,
    null::text as replaces, null::text as replaced_by from bill`,
  invoice: invoicesOf('invoice'),
  return: invoicesOf('return'),
  payment: sql`select 'payment' as kind, receipt_no as id, contract_id, answered_at as at, amount_yen,
    null::text as replaces, null::text as replaced_by from payment where state = 'ok'`,
  refund: sql`select 'refund' as kind, refund_id as id, contract_id, answered_at as at, -amount_yen as amount_yen,
    null::text as replaces, null::text as replaced_by from refund where state = 'ok'`,
}

function invoicesOf(kind: InvoiceKind): RawBuilder<unknown> {
  return sql`select i.kind, i.invoice_id as id, i.contract_id, i.issued_at as at, i.total_yen as amount_yen,
    ${number(sql`former.invoice_number`)} as replaces, ${number(sql`later.invoice_number`)} as replaced_by
    from invoice i
    left join invoice former on former.contract_id = i.contract_id and former.invoice_id = i.replaces
    left join invoice later on later.contract_id = i.contract_id and later.replaces = i.invoice_id
    where i.kind = ${kind}`
}

async function readRows(
  db: Db,
  query: BookQuery,
  { limit, after }: { limit: number; after?: BookPosition | undefined },
): Promise<BookRow[]> {
  const further = after && sql`(at, kind, id) > (${after.at}, ${after.kind}, ${after.id})`
  const { rows } = await sql<BookRow>`select * from ${bookRows(query, further)}
    order by at, kind, id limit ${limit + 1}`.execute(db)
  return rows
}

/** Whose books those are. */
export async function contractsInBooks(db: Db, query: BookQuery): Promise<string[]> {
  if (query.kinds.length === 0) return []
  const { rows } = await sql<{ contract_id: string }>`select distinct contract_id
    from ${bookRows(query)} order by contract_id`.execute(db)
  return rows.map((row) => row.contract_id)
}

function bookRows(query: BookQuery, further?: RawBuilder<unknown>): RawBuilder<unknown> {
  const { kinds, from, to, leastYen, mostYen, contractIds } = query
  const conditions = [
    from && sql`at >= ${startOfDay(from)}`,
    to && sql`at < ${endOfDay(to)}`,
    leastYen === undefined ? undefined : sql`amount_yen >= ${leastYen}`,
    mostYen === undefined ? undefined : sql`amount_yen <= ${mostYen}`,
    contractIds && sql`contract_id = any(${contractIds})`,
    further,
  ].filter((condition) => condition !== undefined)
  const all = sql.join(
    bookKinds.filter((kind) => kinds.includes(kind)).map((kind) => sources[kind]),
    sql` union all `,
  )
  return sql`(select * from (${all}) book
    where ${sql.join([sql`true`, ...conditions], sql` and `)}) entry`
}

/** The name that the paper has; of bills and payments, which have none, the holder's. */
async function withNames(
  db: Db,
  deps: Pick<AreaDeps, 'sealing'>,
  rows: readonly BookRow[],
): Promise<BookEntry[]> {
  const [papers, names] = await Promise.all([
    readPapers(db, deps, rows),
    namesOfContracts(db, deps, [...new Set(rows.map((row) => row.contract_id))]),
  ])
  return rows.map((row) => {
    const paper = papers.get(row.id)
    const numbered = (text: string | null) =>
      text === null || paper === undefined ? undefined : invoiceNoOf(paper.kind, Number(text))
    return {
      kind: row.kind,
      number: paper?.number ?? row.id,
      on: toTokyoDate(row.at),
      amountYen: row.amount_yen,
      contractId: row.contract_id,
      customer: paper?.recipientName ?? names.get(row.contract_id) ?? '',
      replaces: numbered(row.replaces),
      replacedBy: numbered(row.replaced_by),
    }
  })
}

async function readPapers(
  db: Db,
  { sealing }: Pick<AreaDeps, 'sealing'>,
  rows: readonly BookRow[],
) {
  const ids = rows.filter(({ kind }) => kind === 'invoice' || kind === 'return').map(({ id }) => id)
  if (ids.length === 0) return new Map<string, never>()
  const invoices = await db
    .selectFrom('invoice')
    .select(['invoice_id', 'invoice_number', 'kind', 'content_sealed'])
    .where('contract_id', '=', sql<string>`any(${rows.map((row) => row.contract_id)})`)
    .where('invoice_id', '=', sql<string>`any(${ids})`)
    .execute()
  return new Map(
    invoices.map((row) => [
      row.invoice_id,
      {
        kind: row.kind,
        number: invoiceNoOf(row.kind, row.invoice_number),
        recipientName: openContent(sealing, row).data.recipientName,
      },
    ]),
  )
}
