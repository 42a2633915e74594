import { BillBadge } from '#portal/mypage/shared/bill-badge.tsx'
import type { Bill, Contract, NextBill, Outages, Unpaid } from '#portal/mypage/shared/wire.ts'
import { Amount } from '#ui/amount.tsx'
import { Card, LinkList } from '#ui/card.tsx'
import {
  formatCount,
  formatDate,
  formatDay,
  formatMonth,
  formatPhone,
  formatYen,
} from '#ui/format.ts'
import { pages } from '#vocabulary/pages.ts'
import { monthsAfter } from '#portal/mypage/shared/months.ts'
import { entrancesFor } from '../entrances.ts'
import { HealthLines } from '#portal/mypage/shared/health-lines.tsx'
import { healthAfterEnd } from '#portal/mypage/shared/health.ts'

type Last = Pick<Bill, 'month' | 'totalYen' | 'state' | 'stateLabel' | 'chargeOn' | 'path'>
type EndedProps = {
  readonly contract: Contract
  readonly unpaid: Unpaid | undefined
  readonly bills: readonly Last[] | undefined
  readonly nextBill: NextBill | undefined
  readonly outages: Outages | undefined
}

/** In the entrance of the data: what has ended and when. */
export function EndedStage({ contract, ...known }: EndedProps) {
  const { endsOn, statusLabel, planName, lines } = contract
  const [first] = lines
  return (
    <section className="stage stage--quiet mystage mystage--ended" aria-labelledby="ended-title">
      <div className="mystage__inner">
        <div className="mystage__words">
          <p className="small muted" id="ended-title">
            ご契約は終了しました（{statusLabel}）
          </p>
          {endsOn === undefined ? null : (
            <p className="mystage__end">
              <time dateTime={endsOn}>{formatDate(endsOn)}</time>
            </p>
          )}
          <p className="small muted">
            {first === undefined ? '' : `${formatPhone(first.number)}・`}
            {planName}
          </p>
          <HealthLines lines={healthAfterEnd(known)} />
        </div>
        <svg className="ring mystage__ring" viewBox="0 0 160 160" aria-hidden="true">
          <circle className="ring__void" cx="80" cy="80" r="72" />
          <circle className="ring__broken" cx="80" cy="80" r="24" strokeWidth="3" />
        </svg>
      </div>
    </section>
  )
}

/** Whether a bill is to come: of the month of the end, or of a device's next instalment. Unknown is taken for yes. */
export const isBillToCome = (
  nextBill:
    | { readonly soFar: { readonly totalYen: number }; readonly unfixed?: object | undefined }
    | undefined,
) => nextBill?.unfixed !== undefined || nextBill?.soFar.totalYen !== 0

type LastBillProps = { readonly bill: Last; readonly isLast: boolean }
type MoneyProps = {
  readonly bill: Last | undefined
  readonly isLast: boolean
  readonly devices: readonly Instalments[]
}

/** The money of an ended contract: one part, which on a wide screen stands beside what stays to be read. */
export function EndedMoney({ bill, isLast, devices }: MoneyProps) {
  if (bill === undefined && devices.length === 0) return null
  return (
    <div className="mycards">
      {bill === undefined ? null : <LastBillCard {...{ bill, isLast }} />}
      {devices.length === 0 ? null : <InstalmentsLeft devices={devices} />}
    </div>
  )
}

/** The newest bill and its state. */
function LastBillCard({ bill, isLast }: LastBillProps) {
  return (
    <Card>
      <div className="section__head">
        <h2>
          {isLast ? '最後の請求' : '直近の請求'}（{Number(bill.month.slice(5))}月分）
        </h2>
        <BillBadge bill={bill} />
      </div>
      <p className="last-bill">
        <strong>
          <Amount yen={bill.totalYen} />
        </strong>{' '}
        <span className="small">
          {bill.totalYen < 0 ? '' : `${formatDay(bill.chargeOn)}・`}
          <a href={bill.path}>
            内訳<span className="visually-hidden">（{formatMonth(bill.month)}分）</span>
          </a>
        </span>
      </p>
    </Card>
  )
}

type Instalments = {
  readonly device: string
  readonly remaining: number
  readonly remainingYen: number
  readonly monthlyYen: number
  /** The day of the next one. */
  readonly nextOn?: string | undefined
}

/** Instalments go on after the contract: how much in all, and until when. */
function InstalmentsLeft({ devices }: { readonly devices: readonly Instalments[] }) {
  return (
    <Card>
      <h2>端末の分割払いの残り</h2>
      {devices.map((left) => (
        <p key={left.device}>
          {left.device}：
          <strong>
            <Amount yen={left.remainingYen} tax="none" />
          </strong>
          <br />
          <span className="small">{untilWhen(left)}</span>
        </p>
      ))}
      <p className="small">
        ご契約が終わっても、毎月ご登録のカードへ請求します。
        <a href={pages.devices}>端末の一覧を見る</a>
      </p>
    </Card>
  )
}

/** 「あと24回・毎月5,333円・2028年11月まで」 */
export function untilWhen({ remaining, monthlyYen, nextOn }: Omit<Instalments, 'device'>): string {
  const last = nextOn && monthsAfter(nextOn.slice(0, 7), remaining - 1)
  return [
    `あと${formatCount(remaining)}回`,
    `毎月${formatYen(monthlyYen)}`,
    ...(last ? [`${formatMonth(last)}まで`] : []),
  ].join('・')
}

/** What can still be read. */
export function EndedRecords() {
  return (
    <Card>
      <h2>終了後も見られるもの</h2>
      <LinkList
        entries={entrancesFor('ended').map(({ href, label, hint }) => ({ href, label, hint }))}
      />
      <p className="small muted">契約書面は、終了から3か月間ダウンロードできます。</p>
      <p className="small muted">
        変更の手続きはできません。もう一度使うときは、<a href="/order">新しく申し込む</a>
        ことができます。
      </p>
    </Card>
  )
}
