import { formatDay, formatShortDay, formatTime, formatYen } from '#ui/format.ts'
import { isOpening } from '#portal/mypage/shared/is-opening.ts'
import { dueWords } from '#portal/mypage/shared/due-words.ts'
import { nameOfLine } from '#portal/mypage/shared/line-words.ts'
import type {
  Contract,
  HighSpeedLine,
  Orders,
  Outages,
  Permission,
} from '#portal/mypage/shared/wire.ts'
import { pages } from '#vocabulary/pages.ts'
import { outageBoardPage, successionStopPage } from '#vocabulary/site-pages.ts'
import { emergencyLines, type EmergencyTrouble } from './emergency-lines.ts'
import type { HealthLine } from './health-line.ts'
import { linkTo } from '../entrances.ts'
import type { OrderedOperation } from '#vocabulary/operation.ts'

/** Of the contract (wire Contract) what is known of its end. */
type Booked = {
  readonly endsOn?: string | undefined
  readonly bookedChanges: readonly {
    readonly operation: OrderedOperation
    readonly effectiveOn: string
    readonly path: string
  }[]
}

/** The last day of a running contract, if its end is booked, and where the booking is shown. */
function bookedEnd(contract: Booked): { on: string; path: string | undefined } | undefined {
  const booked = contract.bookedChanges.find(({ operation }) => operation === 'contractCancel')
  const on = booked?.effectiveOn ?? contract.endsOn
  return on === undefined ? undefined : { on, path: booked?.path }
}

type OwnContract = Booked &
  Pick<Contract, 'status' | 'suspensionReason' | 'successionAskedAt'> & {
    readonly lines: readonly Pick<Contract['lines'][number], 'status'>[]
  }
type Owed = { readonly totalYen: number; readonly bills: readonly unknown[] }

type Known = {
  readonly contract: OwnContract | undefined
  /** Undefined as long as it is not known whether anything is unpaid. */
  readonly unpaid: Owed | undefined
  readonly orders: Orders | undefined
  readonly lines: readonly HighSpeedLine[] | undefined
  /** What lasts or is planned and concerns the member; undefined as long as it is not known. */
  readonly outages: readonly Trouble[] | undefined
  /** What may begin now, with the reason where it may not. */
  readonly operations?: readonly Pick<Permission, 'reasonCode'>[] | undefined
  /** What was ordered from a new device and waits. */
  readonly holds?: readonly OnHold[] | undefined
  /** What the family asks for and waits for an answer to. */
  readonly asked?: readonly Asked[] | undefined
}

/** Of a request of the family (wire FamilyRequest) what the line says. */
type Asked = { readonly name: string; readonly label: string }

/** Of a hold (wire Hold) what the line says. */
type OnHold = {
  readonly label: string
  readonly until: string
  readonly state: string
  readonly caseNo?: string | undefined
}

/** Of an outage (wire Outage) what the line says. */
type Trouble = EmergencyTrouble &
  Pick<Outages[number], 'incidentId' | 'title' | 'kind'> & {
    readonly from: string
    /** Of maintenance, when it is planned to end. */
    readonly to?: string | undefined
    /** Of an outage, when it is hoped to. */
    readonly expectedEnd?: string | undefined
    readonly updates: readonly { readonly message: string }[]
  }

/** What is wrong or waits for the member, the worst first; that all is well only as far as it is known. */
export function healthOf({
  contract,
  unpaid,
  orders,
  lines,
  outages,
  operations,
  holds,
  asked = [],
}: Known): HealthLine[] {
  const troubles = troublesAt(outages)
  if (contract === undefined) return troubles
  const wrong: HealthLine[] = [
    ...troubles,
    ...(contract.status === 'suspended'
      ? [{ tone: 'danger' as const, text: stopWords[contract.suspensionReason ?? 'fraud'] }]
      : unpaidLines(unpaid)),
    ...linesOnHold(holds),
    ...asked.map(askedLine),
    ...successionLines(contract, operations),
    ...waitingLines(orders),
    ...endingLines(contract),
    ...slowedLines(lines),
  ]
  if (wrong.length > 0) return wrong
  // A stopped line is shown above the stage, with the way to resume it.
  if (contract.lines.some(({ status }) => status === 'suspended')) return []
  // Neither paid nor connected is said without knowing it.
  if (isOpening(contract) || outages === undefined) return []
  const isPaid = unpaid !== undefined && unpaid.bills.length === 0
  return [
    {
      tone: 'good',
      text: isPaid ? 'お支払い・回線に問題はありません' : '回線に問題はありません',
    },
  ]
}

type AfterEnd = {
  readonly unpaid: Owed | undefined
  readonly bills: readonly { readonly state: string }[] | undefined
  readonly nextBill: ToCome | undefined
  /** As in `Known`: bills and records are still looked at here. */
  readonly outages: readonly Trouble[] | undefined
}

/** Of the next bill (wire NextBill) what is still asked of the card. */
type ToCome = {
  readonly chargeOn: string
  readonly soFar: { readonly totalYen: number }
  readonly due?: Coming | undefined
  /** Of the month before, as long as its bill is not fixed. */
  readonly unfixed?: Coming | undefined
}

type Coming = { readonly amountYen: number; readonly chargeOn: string }

/** The contract has ended: whether anything is still to be paid. Said only when everything is known. */
export function healthAfterEnd({ outages, ...money }: AfterEnd): HealthLine[] {
  const owed = moneyAfterEnd(money)
  const isTroubled = outages === undefined || outages.some(({ state }) => state === 'ongoing')
  return [...troubleLines(outages), ...owed.filter(({ tone }) => !isTroubled || tone !== 'good')]
}

function moneyAfterEnd({ unpaid, bills, nextBill }: Omit<AfterEnd, 'outages'>): HealthLine[] {
  if (unpaid === undefined || bills === undefined || nextBill === undefined) return []
  const owed = unpaidLines(unpaid)
  if (owed.length > 0) return owed
  const { unfixed, due = unfixed, soFar, chargeOn } = nextBill
  const toCome = [
    ...(due === undefined ? [] : [due]),
    ...(soFar.totalYen > 0 ? [{ amountYen: soFar.totalYen, chargeOn }] : []),
  ]
  const lines = [...toCome.map(toComeLine), ...givenBackLines(soFar.totalYen)]
  if (lines.length > 0) return lines
  const isSettled = bills.every(({ state }) => settled.has(state))
  return isSettled ? [{ tone: 'good', text: 'これからのお支払いはありません' }] : []
}

/** What an outage that lasts means for who is at the line: emergency calls first. */
export const troublesAt = (outages: readonly Trouble[] | undefined): HealthLine[] => [
  ...emergencyLines(outages),
  ...troubleLines(outages),
]

/** What lasts at the member's area comes before everything: nothing else explains why nothing works. */
function troubleLines(outages: readonly Trouble[] | undefined): HealthLine[] {
  return (outages ?? [])
    .filter(({ state }) => state === 'ongoing')
    .map(({ incidentId, title, kind, from, to, expectedEnd, updates }) => ({
      tone: kind === 'maintenance' ? 'warning' : 'danger',
      text: [
        `${title}（${formatShortDay(from)}${formatTime(from)}から）。`,
        updates[0]?.message ?? '',
        to === undefined ? '' : `${formatShortDay(to)}${formatTime(to)}に終わる予定です。`,
        expectedEnd === undefined
          ? ''
          : `${formatShortDay(expectedEnd)}${formatTime(expectedEnd)}ごろに復旧する見込みです。`,
      ].join(''),
      action: { href: outageBoardPage(incidentId), label: '経過を見る' },
    }))
}

const toComeLine = ({
  amountYen,
  chargeOn,
}: {
  amountYen: number
  chargeOn: string
}): HealthLine => ({
  tone: 'warning',
  text: `これからのお支払い：${formatYen(amountYen)}（${dueWords(chargeOn, amountYen)}）`,
  action: { href: pages.billing, label: '内訳' },
})

/** An initial cancellation takes back what an earlier bill had charged: said beside that bill, which is still to be paid. */
const givenBackLines = (soFarYen: number): HealthLine[] =>
  soFarYen < 0
    ? [
        {
          tone: 'good',
          text: `お返しする額：${formatYen(-soFarYen)}（最後の請求が確定したあと）`,
          action: { href: pages.billing, label: '内訳' },
        },
      ]
    : []

const settled: ReadonlySet<string> = new Set(['paid', 'refunded'])

const stopWords = {
  unpaid: '料金のお支払いを確認できないため、ご利用を停止しています',
  lost: '紛失のお届けにより、ご利用を停止しています',
  fraud: '安全のため、ご利用を停止しています',
} as const

function unpaidLines(unpaid: Owed | undefined): HealthLine[] {
  if (unpaid === undefined || unpaid.bills.length === 0) return []
  return [
    {
      tone: 'danger',
      text: `お支払いの確認ができていません（${formatYen(unpaid.totalYen)}）`,
      action: { href: pages.pay, label: '支払う' },
    },
  ]
}

/** A child whose line is slow waits for it, and a day later it is over. */
const askedLine = ({ name, label }: Asked): HealthLine => ({
  tone: 'warning',
  text: `${name}さんからお願いが届いています（${label}）`,
  action: { href: pages.familyRequests, label: '返事をする' },
})

/** Somebody with a new device, or staff on behalf, has ordered it: the holder reads of it first, and can stop it. */
function linesOnHold(holds: readonly OnHold[] | undefined): HealthLine[] {
  return (holds ?? [])
    .filter(({ state }) => state === 'held' || state === 'needs_confirmation')
    .map(({ label, until, caseNo }) => ({
      tone: 'warning',
      text: `「${label}」を、${caseNo === undefined ? 'はじめての端末から' : '担当者の代理で'}のお申し込みのため${formatShortDay(until)}${formatTime(until)}まで保留しています`,
      action: { href: pages.logins, label: '確認する' },
    }))
}

/** The holder is said to have died: whoever reads this can stop it, before the contract is paused and after. */
function successionLines(
  { successionAskedAt }: OwnContract,
  operations: Known['operations'],
): HealthLine[] {
  const isPaused = operations?.some(({ reasonCode }) => reasonCode === 'SUCCESSION_OPEN')
  const text = isPaused ? PAUSED : successionAskedAt && ASKED
  if (text === undefined) return []
  const action = { href: successionStopPage(), label: '確認する・止める' }
  return [{ tone: 'warning', text, ...(successionAskedAt && { action }) }]
}

const PAUSED = '名義変更（承継）の書類を確認しているため、お手続きの受け付けをお休みしています'
const ASKED = 'ご契約者が亡くなられたとして、名義変更（承継）か解約のお申し出があります'

function waitingLines(orders: Orders | undefined): HealthLine[] {
  return (orders?.rows ?? []).flatMap(({ title, todo, path }) => {
    const href = linkTo(todo?.path ?? path)
    if (todo === undefined) return []
    const action = href === undefined ? undefined : { href, label: todo.label }
    return [{ tone: 'warning', text: `${title}：お客さまの操作が必要です`, action }]
  })
}

function endingLines(contract: OwnContract): HealthLine[] {
  const end = bookedEnd(contract)
  if (end === undefined) return []
  const { on, path } = end
  const href = linkTo(path)
  return [
    {
      tone: 'warning',
      text: `ご契約は${formatDay(on)}に終了します`,
      action: href === undefined ? undefined : { href, label: '予約を確認する' },
    },
  ]
}

function slowedLines(lines: readonly HighSpeedLine[] | undefined): HealthLine[] {
  const slowed = (lines ?? []).filter(({ speedReason }) => speedReason === 'threeDayRule')
  if (slowed.length === 0) return []
  const names = slowed.map(({ line }) => nameOfLine(line)).join('、')
  return [
    {
      tone: 'warning',
      text: `${names}：3日間の上限を超え、さらに低速です`,
      action: { href: `${pages.usage}#three-day`, label: '詳しく' },
    },
  ]
}
