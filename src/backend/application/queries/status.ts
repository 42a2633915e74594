import { findContract } from '#backend/contract/contracts.ts'
import type { Db } from '#backend/db/connect.ts'
import { findRow } from '#backend/db/rows.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { openingProgress, type LineProgress } from '#backend/opening/public.ts'
import { notFound, RefusalError } from '#backend/refusal.ts'
import { isTakenOver, orderedLines } from '#domain/application/answers.ts'
import { applicationStates, type ApplicationState } from '#domain/application/application-states.ts'
import type { PriceBook } from '#domain/catalogue/price-book.ts'
import { ruleValue } from '#domain/catalogue/rules.ts'
import { contractStates } from '#domain/contract/contract-states.ts'
import { formatRfc3339, toTokyoDate, type Instant } from '#domain/tokyo.ts'
import type { applicationApi } from '#protocol/application.ts'
import type { Answer } from '#protocol/endpoint.ts'
import { orderCalendar, orderPage } from '#vocabulary/pages.ts'
import { answersOf } from '../rows/answers.ts'
import { isBornThen, type ApplicationRow } from '../rows/applications.ts'
import { pricedAnswers, priceOf } from './prices.ts'
import { receiptOf } from './receipt.ts'
import { stateNow } from './state-now.ts'

export type Status = Answer<typeof applicationApi.applicationStatusPost>

type Deps = { readonly sealing: Sealing; readonly book: PriceBook }

/**
 * The status for whoever knows the number and the holder's birthday.
 * @throws RefusalError APPLICATION_UNKNOWN, for a wrong number and for a wrong birthday alike
 */
export async function lookUpStatus(
  db: Db,
  { sealing }: Pick<Deps, 'sealing'>,
  given: { readonly orderNo: string; readonly birth: string },
  now: Instant,
): Promise<Status> {
  const row = await findRow(db, 'application', { order_no: given.orderNo })
  if (row === undefined || !isBornThen(sealing, row, given))
    throw new RefusalError('APPLICATION_UNKNOWN')
  return statusOf(db, { sealing }, row, now)
}

/** The status of the account's last application. @throws RefusalError APPLICATION_UNKNOWN */
export async function statusOfAccount(db: Db, deps: Deps, accountId: string, now: Instant) {
  const row = await db
    .selectFrom('application')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('order_no', 'is not', null)
    .orderBy('submitted_at', 'desc')
    // Of two of one moment the one that is not withdrawn, and never now this and now that.
    .orderBy((eb) => eb('state', '=', 'withdrawn'))
    .orderBy('application_id')
    .limit(1)
    .executeTakeFirst()
  if (row === undefined) throw new RefusalError('APPLICATION_UNKNOWN')
  const status = await statusOf(db, deps, row, now)
  const isDated = status.lines.some(({ expectedOn }) => expectedOn !== undefined)
  return {
    ...status,
    ...(isDated && { calendarPath: orderCalendar(status.orderNo) }),
    ...(status.state === 'accepted' &&
      !status.isStopping && { firstBills: firstBillsOf(deps, row, now) }),
  }
}

/** The first bills as 最終確認 showed them, for the day on which the line is expected to open by now. */
function firstBillsOf({ sealing, book }: Deps, row: ApplicationRow, now: Instant) {
  const since = row.decided_at ?? row.submitted_at ?? row.changed_at
  const answers = answersOf(sealing, row)
  const priced = pricedAnswers(answers, since)
  if (priced === undefined) return undefined
  const expected = priceOf(priced, since, book).startsOn
  const today = toTokyoDate(now)
  const startsOn = expected < today ? today : expected
  const { firstBills } = priceOf(priced, since, book, startsOn)
  const bills = firstBills.map(({ totals, ...bill }) => ({ ...bill, totalYen: totals.totalYen }))
  return { startsOn, isDayFixed: orderedLines(answers).some(isTakenOver), bills }
}

/** The orders of the application's lines. @throws RefusalError NOT_FOUND for one that did not make this contract */
export async function ordersOfApplication(db: Db, contractId: string, orderNo: string) {
  await db
    .selectFrom('application')
    .select('application_id')
    .where('order_no', '=', orderNo)
    .where('contract_id', '=', contractId)
    .executeTakeFirstOrThrow(notFound)
  return (await openingProgress(db, contractId)).map((line) => line.orderNo)
}

export async function statusOf(
  db: Db,
  { sealing }: Pick<Deps, 'sealing'>,
  row: ApplicationRow,
  now: Instant,
): Promise<Status> {
  const lines = row.contract_id === null ? [] : await openingProgress(db, row.contract_id)
  const state = await stateNow(db, row)
  const canWithdraw =
    applicationStates.can(state, 'withdrawn', 'member') &&
    row.withdraw_asked_at === null &&
    !lines.some(({ isPastStopping = false }) => isPastStopping) &&
    (await isUnshipped(db, row))
  const isStopping =
    row.withdraw_asked_at !== null && state === 'accepted' && lines.some((line) => line.isStopping)
  return {
    ...(await receiptOf(db, sealing, { ...row, state }, { canWithdraw })),
    ...(isStopping && stopping),
    isStopping,
    timeline: timelineOf(row, state),
    lines: lines.map(toWireLine),
    // What staff have decided counts from when it is carried out, with the mail that says so.
    ...(row.reason === null || state !== 'rejected' ? {} : { reason: row.reason }),
    toDo: isStopping ? [] : toDoOf(row, state, lines, now),
    canWithdraw,
  }
}

/** The contract's own state table knows what has been sent. */
async function isUnshipped(db: Db, { contract_id: contractId }: ApplicationRow) {
  if (contractId === null) return true
  const { status } = await findContract(db, contractId)
  return contractStates.isState(status) && contractStates.can(status, 'application_withdrawn')
}

function toWireLine(line: LineProgress): Status['lines'][number] {
  const { todo: _, orderNo: __, isStopping, isPastStopping: ___, ...shown } = line
  if (!isStopping) return shown
  // Nobody is to wait for a parcel that is being stopped.
  const { expectedOn: ____, expectedLabel: _____, ...stopped } = shown
  return stopped
}

/** Asked to be stopped, until the carrier has answered for every line. */
const stopping = {
  stateLabel: '取り消しの手続き中',
  sentence: '取り消しを受け付け、SIMの準備を止めています。結果をお待ちください。',
  nextSteps: [],
}
const tooLate = (days: number) =>
  `取り消しをお受けしましたが、準備が進んでいて止められない回線がありました。止められなかった回線の手続きは、このまま進みます。開通してから${days}日以内は、初期契約解除ができます。`

function toDoOf(
  row: ApplicationRow,
  state: ApplicationState,
  lines: readonly LineProgress[],
  now: Instant,
) {
  const isAsked = row.withdraw_asked_at !== null && state === 'accepted'
  const steps = lines.flatMap(({ todo, orderNo }) =>
    todo === undefined ? [] : [{ text: todo, ...(orderNo && { path: orderPage(orderNo) }) }],
  )
  const days = ruleValue('initialCancellationDays', toTokyoDate(now))
  return isAsked ? [{ text: tooLate(days) }, ...steps] : steps
}

const labels = ['受付', '内容の確認', 'SIMと開通の準備', '開通'] as const

/** How many of the stations are behind, and whether it has ended before the last. */
function timelineOf(row: ApplicationRow, state: ApplicationState) {
  const isStopped = state === 'rejected' || state === 'withdrawn'
  const behind = state === 'fulfilled' ? 4 : row.contract_id === null ? 1 : 2
  const at = [row.submitted_at, row.contract_id === null ? null : row.decided_at]
  // What was not to come any more is not shown as refused as well.
  return labels.slice(0, isStopped ? behind + 1 : labels.length).map((label, n) => {
    const instant = at[n]
    return {
      label,
      state: stationOf(n, behind, isStopped),
      ...(instant && n < behind ? { at: formatRfc3339(instant) } : {}),
    }
  })
}

export function stationOf(n: number, behind: number, isStopped: boolean) {
  if (n < behind) return 'done' as const
  if (isStopped) return 'stopped' as const
  return n === behind ? ('current' as const) : ('coming' as const)
}
