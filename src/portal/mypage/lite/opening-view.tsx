import { formatWhen } from '#portal/mypage/flow/wording.ts'
import { FirstBillWords } from '#portal/mypage/shared/first-bill.tsx'
import type { FirstBills } from '#portal/mypage/shared/first-bills.ts'
import { firstDataWords } from '#portal/mypage/shared/first-month.ts'
import { lineWithSim } from '#portal/mypage/shared/line-words.ts'
import type { Contract, Orders } from '#portal/mypage/shared/wire.ts'
import type { HealthLine } from '#portal/mypage/shared/health-line.ts'

/** What is wrong, before everything; that all is well needs no bytes. */
export function Wrong({ health }: { readonly health: readonly HealthLine[] }) {
  return health
    .filter(({ tone }) => tone !== 'good')
    .map(({ text, action }) => (
      <p key={text} className="o">
        {text} {action === undefined ? null : <a href={action.href}>{action.label}</a>}
      </p>
    ))
}

type OpeningViewProps = {
  readonly contract: Contract
  readonly orders: Orders | undefined
  readonly health: readonly HealthLine[]
  readonly firstBills: FirstBills | undefined
}

/** Before the line opens: where its order stands, and what comes next and when. */
export function OpeningView({ contract, orders, health, firstBills }: OpeningViewProps) {
  return (
    <>
      <Wrong health={health} />
      <h2>回線の開通</h2>
      {(orders?.rows ?? []).map(({ orderNo, lines, stateLabel, message, next, path }) => (
        <div key={orderNo}>
          <h3>{lines.map(lineWithSim).join('、')}</h3>
          <p>
            <strong>{stateLabel}</strong>
            <br />
            {message}
            {next === undefined ? '' : `${next.label}：${formatWhen(next.on)}`}
          </p>
          <p>
            <a href={path}>お申し込みの内容と手続き</a>
          </p>
        </div>
      ))}
      <p>{firstDataWords(contract)}</p>
      <h2>料金</h2>
      <FirstBillWords contract={contract} bills={firstBills} />
    </>
  )
}
