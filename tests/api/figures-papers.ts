import { z } from 'zod'
import { api } from '#protocol/index.ts'
import { endOfMonth, startOfMonth, toTokyoDate } from '#domain/tokyo.ts'
import { formatVolume } from '#ui/format.ts'
import { pages, withQuery } from '#vocabulary/pages.ts'
import { readText } from '../pdf-structure.ts'
import { page, wire, words, type Figures, type Moment } from './figures-sources.ts'
import { rowsOf } from './rows.ts'

/** The bill of last month among those an invoice can be issued for. */
async function invoiced({ member, lastMonth }: Moment) {
  const { list } = await member.call(api.invoiceReviewGet)
  return list.find(({ month }) => month.toString() === lastMonth)
}

/** Issues it, or a copy of what was issued. */
async function issueInvoice(at: Moment) {
  const bill = await invoiced(at)
  if (bill === undefined) return undefined
  const { issued } = await at.member.call(api.invoiceIssuePost, { body: { billId: bill.billId } })
  const contractId = await contractOf(at)
  const { invoiceId, printed } = issued
  return { contractId, invoiceId, copyNumber: printed - 1 }
}

async function contractOf({ harness, member: { secret } }: Moment) {
  const { services, database, clock } = harness
  const session = await services.sessions.find(database.db, secret, clock.now())
  if (!session?.contractId) throw new Error('a member without a contract')
  return session.contractId
}

async function invoicePdf(at: Moment) {
  const issued = await issueInvoice(at)
  return issued && readText((await at.harness.services.invoiceFiles.readPdf(issued)).file)
}

async function invoiceJson(at: Moment) {
  const issued = await issueInvoice(at)
  if (issued === undefined) return undefined
  const { file } = await at.harness.services.invoiceFiles.readJson(issued)
  return z.object({ totalYen: z.int() }).parse(JSON.parse(file.toString())).totalYen
}

async function invoicePage(at: Moment) {
  const bill = await invoiced(at)
  return bill && withQuery(pages.invoices, { bill: bill.billId })
}

/** The newest mail to the member with such a subject, as it waits to be sent or was. */
const newestMail = (subject: (at: Moment) => string) => async (at: Moment) => {
  const { harness, member } = at
  const mails = await rowsOf(
    harness,
    'mail_message',
    ['mail_id', 'body_sealed'],
    { account_id: member.accountId, subject: subject(at) },
    'queued_at',
  )
  const newest = mails.at(-1)
  return newest && harness.services.sealing.open(`mail.body:${newest.mail_id}`, newest.body_sealed)
}

const aboutLastMonth =
  (rest: string) =>
  ({ lastMonth }: Moment) =>
    `${Number(lastMonth.slice(5))}月分の料金${rest}`

/** The first line and the last month: what the call log of one screen shows. */
async function callsAsked(at: Moment) {
  const { lines } = await at.member.call(api.contractGet)
  const today = toTokyoDate(at.harness.clock.now())
  const end = endOfMonth(at.lastMonth)
  return {
    lineId: lines[0]?.lineId ?? '',
    from: startOfMonth(at.lastMonth),
    to: end < today ? end : today,
  }
}

async function callPdf(at: Moment) {
  const [asked, contractId] = [await callsAsked(at), await contractOf(at)]
  const { accountId } = at.member
  return readText(
    Buffer.from(
      await at.harness.services.printCalls({ ...asked, accountId, contractId, unmasked: false }),
    ),
  )
}

async function callCsv(at: Moment) {
  const { lineId, from, to } = await callsAsked(at)
  const { html } = await at.open(withQuery(pages.callCsv, { line: lineId, from, to }))
  return html.trim().split('\r\n').slice(1)
}

async function callPage(at: Moment) {
  const { lineId } = await callsAsked(at)
  return withQuery(pages.call, { line: lineId, month: at.lastMonth })
}

const yenOfTenths = (tenths: number) => `${Math.round(tenths) / 10}`

/**
 * The newest paper of the contract, where it still says what is: not an old one, with the prices of its day, nor one from
 * before an option was joined, which has a paper of its own.
 */
async function contractPdf(at: Moment) {
  const { documents } = await at.member.call(api.contractDetailStatusGet)
  const [newest] = documents
  if (newest === undefined || newest.issuedAt.slice(0, 7) < at.lastMonth) return undefined
  const [{ accountId }, contractId] = [at.member, await contractOf(at)]
  const joined = await rowsOf(at.harness, 'option_period', ['joined_at'], {
    contract_id: contractId,
  })
  const issued = Temporal.Instant.from(newest.issuedAt)
  if (joined.some((one) => Temporal.Instant.compare(one.joined_at, issued) > 0)) return undefined
  const asked = { accountId, contractId, docId: newest.docId }
  return readText((await at.harness.services.readDocument(asked)).pdf)
}

const cell = z.union([z.string(), z.number(), z.boolean(), z.null()]).catch(null)
const tables = z.record(z.string(), z.union([z.string(), z.array(z.record(z.string(), cell))]))
const wordsIn = (row: Readonly<Record<string, z.output<typeof cell>>>, column: string) =>
  String(row[column] ?? '')

/** One file of everything for all figures of a moment. */
const handedOut = new Map<string, Promise<z.infer<typeof tables>>>()

/** Rows of a table of everything that is kept of the member, as it is handed out. */
const exported = (table: string) => async (at: Moment) => {
  const key = `${at.member.accountId} ${at.harness.clock.now().toString()}`
  const file = handedOut.get(key) ?? handOut(at)
  handedOut.set(key, file)
  const rows = (await file)[table]
  return typeof rows === 'string' ? [] : (rows ?? [])
}

async function handOut({ harness, member }: Moment) {
  await member.call(api.memberExportPost, { body: { wholeNumbers: false } })
  await harness.drain()
  const { exports } = await member.call(api.memberExportGet)
  const { stream } = await harness.services.openExport({
    accountId: member.accountId,
    exportId: exports[0]?.exportId ?? '',
    format: 'json',
    now: harness.clock.now(),
    traceKey: 'trace-test',
  })
  return tables.parse(JSON.parse(await new Response(stream).text()))
}

const sumOf = (rows: readonly Record<string, unknown>[], column: string) =>
  rows.reduce((sum, row) => sum + Number(row[column]), 0)

/** What papers, mails and the file of everything say of the figures that the screens say too. */
export const paperFigures: Figures = {
  前の月の請求: [
    words('invoice (PDF)', invoicePdf, /ご請求金額(?:（税込）)?\s*([\d,]+)円/),
    wire('invoice (JSON)', invoiceJson),
    page(invoicePage, /ご請求金額(?:（税込）)?\s*([\d,]+)\s*円/),
    words('mail: paid', newestMail(aboutLastMonth('をお支払いいただきました')), /料金([\d,]+)円を/),
    words(
      'mail: refused',
      newestMail(aboutLastMonth('をお支払いいただけませんでした')),
      /料金([\d,]+)円について/,
    ),
    wire('export: 請求', async (at) => {
      const rows = await exported('請求')(at)
      const bill = rows.find((row) => row['ご利用月'] === at.lastMonth)
      return bill && Number(bill['ご請求額（円）'])
    }),
  ],
  前の月の通話とSMS: [
    wire('callLogGet', async (at) => {
      const { totalAmountTenthsYen } = await at.member.call(api.callLogGet, {
        query: await callsAsked(at),
      })
      return yenOfTenths(totalAmountTenthsYen)
    }),
    page(callPage, /料金の合計\s*([\d,.]+)円/),
    wire('call.csv', async (at) => {
      const rows = await callCsv(at)
      const yen = rows.map((row) => Number(row.split(',')[6]))
      return yenOfTenths(yen.reduce((sum, one) => sum + one * 10, 0))
    }),
    words('calls (PDF)', callPdf, /料金の合計\s*([\d,.]+)円/),
    wire('billingStatusGet: charges', async (at) => {
      const { lineId } = await callsAsked(at)
      const { bills } = await at.member.call(api.billingStatusGet)
      const bill = bills.find(({ month }) => month.toString() === at.lastMonth)
      const calls = bill?.charges.filter(
        (charge) => ['voice', 'sms'].includes(charge.kind) && charge.lineId === lineId,
      )
      return calls && yenOfTenths(calls.reduce((sum, one) => sum + one.amountTenthsYen, 0))
    }),
    wire('export: 通話・SMSの記録', async (at) => {
      const { lineId, from, to } = await callsAsked(at)
      const rows = (await exported('通話・SMSの記録')(at)).filter((row) => {
        const day = wordsIn(row, '開始日時').slice(0, 10)
        const isThen = day >= from && day <= to
        return isThen && row['回線の識別子'] === lineId && row['新しい版に替わった日時'] === null
      })
      return yenOfTenths(sumOf(rows, '金額（円）') * 10)
    }),
  ],
  毎月の料金: [
    wire('contractGet', async ({ member }) => (await member.call(api.contractGet)).monthlyYen),
    page(pages.contract, /毎月の料金（税込）\s*([\d,]+)\s*円/),
    page(pages.planSize, /現在の月額\s*([\d,]+)円/),
    words('contract (PDF)', contractPdf, /合計（1か月）\s*([\d,]+)円/),
  ],
  データの残り: [
    wire('export: データ容量', async (at) => {
      const now = at.harness.clock.now()
      const rows = (await exported('データ容量')(at)).filter(
        (row) =>
          Temporal.Instant.compare(Temporal.Instant.from(wordsIn(row, '付与日時')), now) <= 0 &&
          Temporal.Instant.compare(Temporal.Instant.from(wordsIn(row, '有効期限')), now) > 0,
      )
      return formatVolume(sumOf(rows, '残り（バイト）'), 'residual')
    }),
  ],
}
