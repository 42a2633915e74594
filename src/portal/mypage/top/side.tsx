import { pages } from '#vocabulary/pages.ts'
import { Amount } from '#ui/amount.tsx'
import { Card } from '#ui/card.tsx'
import { formatDate, formatDay, formatMonth, formatYen } from '#ui/format.ts'
import { linkTo } from '../places.ts'
import { isEnded } from '#portal/mypage/shared/is-ended.ts'
import { isServed } from '#portal/mypage/shared/line-words.ts'
import type { Contract, NextBill, Notices, Orders } from '#portal/mypage/shared/wire.ts'

/** The next bill so far and where it will end. */
export function NextBillCard({ bill }: { readonly bill: NextBill }) {
  const href = linkTo(pages.contract)
  return (
    <Card>
      <h2>次のご請求（{formatMonth(bill.month)}分）</h2>
      <p>
        いまのところ <Amount yen={bill.soFar.totalYen} size="figure" />
      </p>
      <p className="small muted">
        月末の見込み {formatYen(bill.forecast.lowYen)}〜{formatYen(bill.forecast.highYen)}・
        {formatDate(bill.chargeOn)}にお引き落とし
      </p>
      {href === undefined ? null : (
        <p>
          <a href={href}>料金の内訳を見る</a>
        </p>
      )}
    </Card>
  )
}

export function ContractCard({ contract }: { readonly contract: Contract }) {
  const href = linkTo(pages.contract)
  const { monthlyYen, status, statusLabel } = contract
  const lines = contract.lines.filter(isServed).length
  return (
    <Card>
      <h2>ご契約</h2>
      <p>
        データ容量 <strong>{contract.planName}</strong>
        {contract.course === 'share' && lines > 0 ? `・シェア${lines}回線` : ''}
      </p>
      <p className="small muted">
        {isEnded(contract) ? null : (
          <>
            毎月 <Amount yen={monthlyYen} />
            {status === 'active' ? '' : '・'}
          </>
        )}
        {status === 'active' ? '' : statusLabel}
      </p>
      {href === undefined ? null : (
        <p>
          <a href={href}>ご契約内容を見る</a>
        </p>
      )}
    </Card>
  )
}

/** Orders under way that ask nothing of the member. */
export function OrdersCard({ orders }: { readonly orders: Orders }) {
  const rows = orders.rows.filter(({ final, todo }) => !final && todo === undefined)
  if (rows.length === 0) return null
  return (
    <Card>
      <h2>進行中のお手続き</h2>
      <ul className="plain-list">
        {rows.map(({ orderNo, title, stateLabel, next, path }) => (
          <li key={orderNo}>
            {linkTo(path) === undefined ? title : <a href={path}>{title}</a>}
            <span className="small muted">
              {stateLabel}
              {next === undefined ? '' : `・${next.label} ${formatDay(next.on)}`}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

const SHOWN = 3

export function NoticesCard({ notices }: { readonly notices: Notices }) {
  const href = linkTo(pages.notices)
  return (
    <Card>
      <h2>あなたへのお知らせ</h2>
      {notices.rows.length === 0 ? (
        <p className="small muted">
          新しいお知らせはありません。お手続きの結果やデータ残量のお知らせが、ここに届きます。
        </p>
      ) : (
        <ul className="plain-list">
          {notices.rows.slice(0, SHOWN).map(({ noticeId, title, at, readAt }) => (
            <li key={noticeId}>
              <span>
                {readAt === undefined ? <strong>未読 </strong> : null}
                {href === undefined ? title : <a href={`${href}#${noticeId}`}>{title}</a>}
              </span>
              <span className="small muted">{formatDate(at)}</span>
            </li>
          ))}
        </ul>
      )}
      {href === undefined ? null : (
        <p>
          <a href={href}>お知らせをすべて見る</a>
        </p>
      )}
    </Card>
  )
}
