import { bookedEnd, type Booked } from './booked.ts'
import { formatDay, formatYen } from '#ui/format.ts'
import { nameOfLine } from '#portal/mypage/shared/line-words.ts'
import type { Contract, HighSpeedLine, Orders } from '#portal/mypage/shared/wire.ts'
import { pages } from '#vocabulary/pages.ts'
import { linkTo } from '../places.ts'

/** One line at the head of the top: that nothing is wrong, or what is. */
export type HealthLine = {
  readonly tone: 'good' | 'warning' | 'danger'
  readonly text: string
  readonly action?: { readonly href: string; readonly label: string }
}

type OwnContract = Booked &
  Pick<Contract, 'status' | 'suspensionReason'> & {
    readonly lines: readonly Pick<Contract['lines'][number], 'status'>[]
  }
type Owed = { readonly totalYen: number; readonly bills: readonly unknown[] }

type Known = {
  readonly contract: OwnContract | undefined
  /** Undefined as long as it is not known whether anything is unpaid. */
  readonly unpaid: Owed | undefined
  readonly orders: Orders | undefined
  readonly lines: readonly HighSpeedLine[] | undefined
}

/** What is wrong or waits for the member, the worst first; that all is well only as far as it is known. */
export function healthOf({ contract, unpaid, orders, lines }: Known): HealthLine[] {
  if (contract === undefined) return []
  const wrong: HealthLine[] = [
    ...(contract.status === 'suspended'
      ? [{ tone: 'danger' as const, text: stopWords[contract.suspensionReason ?? 'fraud'] }]
      : unpaidLines(unpaid)),
    ...waitingLines(orders),
    ...endingLines(contract),
    ...slowedLines(lines),
  ]
  if (wrong.length > 0) return wrong
  // A stopped line is told of above the stage, with the way to resume it.
  if (contract.lines.some(({ status }) => status === 'suspended')) return []
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
  readonly nextBill: { readonly soFar: { readonly totalYen: number } } | undefined
}

/** The contract has ended: whether anything is still to be paid. Said only when everything is known. */
export function healthAfterEnd({ unpaid, bills, nextBill }: AfterEnd): HealthLine[] {
  if (unpaid === undefined || bills === undefined || nextBill === undefined) return []
  const owed = unpaidLines(unpaid)
  if (owed.length > 0) return owed
  const isToCome = nextBill.soFar.totalYen > 0 || bills.some(({ state }) => !settled.has(state))
  return isToCome ? [] : [{ tone: 'good', text: 'これからのお支払いはありません' }]
}

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
