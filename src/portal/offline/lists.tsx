import type { StoredBills, StoredOrders } from '#portal/stored/figures.ts'
import { formatMonth, formatYen } from '#ui/format.ts'
import { Card } from '#ui/card.tsx'
import { Section } from '#ui/layout.tsx'
import { Table } from '#ui/table.tsx'

type Month = StoredBills['months'][number]

export function Bills({ bills: { owedYen, months } }: { readonly bills: StoredBills }) {
  return (
    <>
      {owedYen === 0 ? null : (
        <Card className="card owed">
          <h2>お支払いが確認できていない料金</h2>
          <p>
            <strong>{formatYen(owedYen)}</strong>
          </p>
          <p className="small">このときの金額です。お支払いは、つながってからできます。</p>
        </Card>
      )}
      <Section id="bills" title="これまでの請求">
        {months.length === 0 ? (
          <p>まだ請求はありませんでした。</p>
        ) : (
          <Table<Month>
            caption="月ごとの請求"
            captionHidden
            lean
            rows={months}
            rowKey={({ month }) => month}
            columns={[
              ['月', ({ month }) => `${formatMonth(month)}分`, { rowHeader: true }],
              ['金額', ({ totalYen }) => formatYen(totalYen), { numeric: true }],
              ['状態', ({ state }) => state],
            ]}
          />
        )}
      </Section>
    </>
  )
}

export function Orders({ orders }: { readonly orders: StoredOrders }) {
  return (
    <Section id="orders" title="進行中のお手続き">
      {orders.length === 0 ? <p>進行中のお手続きはありませんでした。</p> : null}
      {orders.map(({ orderNo, title, state, next }) => (
        <Card key={orderNo}>
          <h3>{title}</h3>
          <p>{state}</p>
          {next === undefined ? null : (
            <p>
              {next.label}：<strong>{next.on}</strong>
            </p>
          )}
          <p className="small">受付番号 {orderNo}</p>
        </Card>
      ))}
    </Section>
  )
}
