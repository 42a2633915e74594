import { z } from 'zod'
import type { Db } from '#backend/db/connect.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { lineWords } from '#backend/contract/line-words.ts'
import { formatDay, formatUntil } from '#backend/mail/japanese-date.ts'
import type { MailRing, MemberMessage, MessageFact } from '#backend/mail/member-message.ts'
import { formatYen } from '#vocabulary/yen.ts'
import type { TokyoDate } from '#domain/tokyo.ts'
import { linesOf, type OrderRow } from '#backend/contract/orders.ts'
import type { ListFacet } from './definition.ts'

/** What a message about an order is made of. */
export type OrderFacts<Row extends OrderRow = OrderRow> = {
  accountId: string
  order: Row
  /** The lines it concerns, in words; empty where it concerns the contract or a line that is not there yet. */
  lines: string
}

export async function loadOrderFacts<Row extends OrderRow>(
  db: Db,
  sealing: Sealing,
  procedure: Pick<ListFacet, 'addsLine'>,
  accountId: string,
  order: Row,
): Promise<OrderFacts<Row>> {
  const lineIds = procedure.addsLine(order) ? [] : linesOf(order)
  if (lineIds.length === 0) return { accountId, order, lines: '' }
  const lines = await db
    .selectFrom('line')
    .selectAll()
    .where('contract_id', '=', order.contract_id)
    .where('line_id', 'in', lineIds)
    .orderBy('position')
    .execute()
  return { accountId, order, lines: lines.map((line) => lineWords(line, sealing)).join('、') }
}

/** What one message about an order says besides what all of them say. */
export type OrderWords<Facts extends OrderFacts = OrderFacts> = {
  subject: string
  paragraphs: (facts: Facts) => string[]
  facts?: (facts: Facts) => MessageFact[]
  ring?: MailRing
}

/**
 * Every message about an order names it the same way: which procedure, which lines, …, which number.
 * @param reference of the occasion: an order gets one message for each.
 */
export function orderMessage<Facts extends OrderFacts>(
  procedure: Pick<ListFacet, 'title'>,
  facts: Facts,
  words: OrderWords<Facts>,
  { reference, link }: { reference: string; link: MemberMessage['link'] },
): MemberMessage {
  const { accountId, order, lines } = facts
  return {
    accountId,
    sourceRef: `${reference}:${order.order_no}`,
    kind: 'procedure',
    subject: words.subject,
    paragraphs: words.paragraphs(facts),
    facts: [
      { label: '手続き', value: procedure.title(order) },
      ...(lines === '' ? [] : [{ label: '対象の回線', value: lines }]),
      ...(words.facts?.(facts) ?? []),
      { label: '受付番号', value: order.order_no },
    ],
    ring: words.ring,
    link,
  }
}

/** A day as a fact of a message; no fact while the day is not known. */
export function dayFact(label: string, on: TokyoDate | null | undefined): MessageFact[] {
  return on === null || on === undefined ? [] : [{ label, value: formatDay(on) }]
}

/** Until when the order can be undone, if it can. */
export function undoFact({ undo_until: until }: OrderRow): MessageFact[] {
  return until === null ? [] : [{ label: '取り消しできる期限', value: formatUntil(until) }]
}

const totals = z.object({ totalYen: z.number() })
const priced = z.object({
  oneOff: totals,
  oneOffBillMonth: z.string().optional(),
  monthlyBefore: totals,
  monthlyAfter: totals,
})

const MONTHLY = '毎月の料金（通話料などを除く）'

/** The prices the member confirmed. An order that was begun from the queue has none. */
export function priceFacts({ details }: OrderRow): MessageFact[] {
  const { data } = priced.safeParse(details['estimate'])
  if (data === undefined) return []
  const before = formatYen(data.monthlyBefore.totalYen)
  const after = formatYen(data.monthlyAfter.totalYen)
  return [
    { label: '手数料', value: oneOffWords(data.oneOff.totalYen, data.oneOffBillMonth) },
    before === after
      ? { label: MONTHLY, value: `${before}（税込）のまま変わりません` }
      : {
          label: MONTHLY,
          value: `${before}から${after}へ（税込）`,
          change: { before, after: `${after}（税込）` },
        },
  ]
}

/** 「3,733円（税込。2026年11月ご利用分の請求に合算します）」 */
export function oneOffWords(totalYen: number, billMonth: string | undefined): string {
  if (totalYen === 0) return '0円'
  if (billMonth === undefined) return `${formatYen(totalYen)}（税込）`
  return `${formatYen(totalYen)}（税込。${billWords(billMonth)}）`
}

/** 「2026年11月ご利用分の請求に合算します」 */
export function billWords(month: string): string {
  const [year, number] = month.split('-').map(Number)
  return `${year}年${number}月ご利用分の請求に合算します`
}
