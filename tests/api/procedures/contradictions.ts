import { sql } from 'kysely'
import { api } from '#protocol/index.ts'
import type { Call } from '#protocol/http.ts'
import { brokenTables } from '#backend/procedure/findings.ts'
import { lawsOfTheHouse } from '#server/laws/laws.ts'
import type { Harness } from '../harness.ts'

/** Every law of the house that the tables break now; what usage has not settled yet is no fault. */
export async function brokenLaws({ database: { db }, services, clock }: Harness) {
  const broken: string[] = []
  for (const { name, query, awaitsCharge } of lawsOfTheHouse(services.procedures, clock.now())) {
    const waiting = awaitsCharge
      ? sql`where not exists (select from ledger_due d where d.contract_id = found.contract_id)`
      : sql``
    const { rows } = await sql<{ what: string; found: string }>`
      select what, found from (${sql.raw(query)}) found ${waiting} limit 3`.execute(db)
    broken.push(...rows.map(({ what, found }) => `${name}: ${what} ${found}`))
  }
  const tables = await brokenTables(db, services.procedures)
  return [...broken, ...tables.map(({ law, what, found }) => `${law}: ${what} ${found}`)]
}

/** What the lists of one member say against each other, in a sentence each. */
export async function contradictions(call: Call): Promise<string[]> {
  const [contract, open, all, cancellations, size, dates, holds, queue] = await Promise.all([
    call(api.contractGet),
    call(api.statusApplyStateGet, { query: { only: 'open', limit: '100' } }),
    call(api.statusApplyStateGet, { query: { limit: '100' } }),
    call(api.statusCancelStateGet),
    call(api.couponReservedPlanGet),
    call(api.deadlinesGet),
    call(api.holdsGet),
    call(api.procedureQueueGet),
  ])
  const today = open.asOf.slice(0, 10)
  const openNos = new Set(open.rows.map(({ orderNo }) => orderNo))
  const found: string[] = []
  const say = (isWrong: boolean, sentence: string) => {
    if (isWrong) found.push(sentence)
  }

  for (const { orderNo, operation, stateLabel, final, tone } of open.rows) {
    const of = `進行中の ${operation} ${orderNo}`
    say(final, `${of} が終わっている（${stateLabel}）`)
    say(/完了|終了|取り消し済み|取りやめ$/u.test(stateLabel), `${of} は「${stateLabel}」`)
    say(tone === 'good', `${of} の色は「済み」`)
  }
  for (const row of all.rows) {
    const of = `${row.operation} ${row.orderNo}`
    say(row.final === openNos.has(row.orderNo), `${of}: 一覧どうしで終わりかどうかが違う`)
    say(row.final && row.next !== undefined, `終わった ${of} に次の予定日がある`)
    say(row.final && row.todo !== undefined, `終わった ${of} に、すべきことがある`)
    say(row.final && /保留/u.test(row.stateLabel), `終わった ${of} が「${row.stateLabel}」`)
    say((row.next?.on ?? today) < today, `${of} の次の予定日 ${row.next?.on} は過ぎている`)
  }
  // Of a long life the page of every order that is under way, and of those that ended last.
  const pages = [...open.rows, ...all.rows.filter(({ final }) => final).slice(0, 8)]
  for (const row of pages) found.push(...(await contradictionsOf(call, row)))
  const booked = [
    ...contract.bookedChanges.map(({ orderNo, effectiveOn }) => ({ orderNo, on: effectiveOn })),
    ...cancellations.bookings
      .filter(({ state }) => ['reserved', 'queued', 'awaiting_succession'].includes(state))
      .map(({ orderNo }) => ({ orderNo, on: undefined })),
    ...(size.reserved === undefined ? [] : [{ orderNo: size.reserved.orderNo, on: undefined }]),
  ]
  for (const { orderNo, on } of booked) {
    say(!openNos.has(orderNo), `予約 ${orderNo} は進行中にない`)
    say(on !== undefined && on < today, `予約 ${orderNo} の日 ${on} は過ぎている`)
    const isAfterTheEnd =
      on !== undefined && contract.endsOn !== undefined && on > nextDay(contract.endsOn)
    say(isAfterTheEnd, `予約 ${orderNo} の日 ${on} は、契約の終わり ${contract.endsOn} より後`)
  }
  for (const { orderNo, on, title } of dates.deadlines) {
    say(on < today, `期限「${title}」${on} は過ぎている`)
    say(orderNo !== undefined && !openNos.has(orderNo), `期限「${title}」の手続きは終わっている`)
  }
  for (const { holdNo, operation, until } of holds.holds) {
    const isOpen =
      operation === 'profileEdit' ||
      open.rows.some((row) => row.operation === operation && row.next?.on === until)
    say(!isOpen, `保留 ${holdNo}（${operation}）の手続きは進行中にない`)
  }
  for (const { state, label, orderNo } of queue.procedures)
    say(state === 'started' && orderNo === undefined, `順番待ちの ${label} を始めたが番号がない`)
  return found
}

/** The page of one order against its row in the list. */
async function contradictionsOf(
  call: Call,
  {
    orderNo,
    operation,
    final,
    stateLabel,
  }: { orderNo: string } & Record<'operation' | 'stateLabel', string> & { final: boolean },
): Promise<string[]> {
  const order = await call(api.orderGet, { query: { orderNo } })
  const of = `${operation} ${orderNo}（${stateLabel}）`
  const positions = order.timeline.map(({ position }) => position)
  const faults = [
    final && positions.includes('ahead') && `終わった ${of} に先の段階がある`,
    final && positions.includes('current') && `終わった ${of} にいまの段階がある`,
    !final && !positions.includes('current') && `進行中の ${of} にいまの段階がない`,
    saysTwoLimits(order.receipt) && `控え ${of} に期限が二通りある`,
    final && order.undoPath !== undefined && `終わった ${of} に取り消しの入口がある`,
    final && order.actions.cancel.allowed && `終わった ${of} が取り消せる`,
    final && order.actions.switchOver.allowed && `終わった ${of} が切り替えられる`,
    order.final !== final && `${of}: 一覧と詳しい画面で終わりかどうかが違う`,
    order.stateLabel !== stateLabel && `${of}: 詳しい画面では「${order.stateLabel}」`,
  ]
  return faults.filter((fault) => fault !== false)
}

/** A limit at midnight is 24:00 of the day before: the next day beside it would be another. */
const saysTwoLimits = ({
  undoUntil,
  nextSteps,
}: {
  undoUntil?: string | undefined
  nextSteps: readonly { text: string; on?: string | undefined }[]
}) =>
  undoUntil?.endsWith('T00:00:00+09:00') === true &&
  nextSteps.some(({ text, on }) => text.includes('取り消せます') && on === undoUntil.slice(0, 10))

const nextDay = (day: string) => Temporal.PlainDate.from(day).add({ days: 1 }).toString()
