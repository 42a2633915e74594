import { ClaimsLeft, ClaimWay } from '#portal/mypage/device/covered-card.tsx'
import type { Bought, Purchase } from '#portal/mypage/device/wire.ts'
import { InquiryLink } from '#portal/mypage/shared/inquiry-link.tsx'
import { Badge } from '#ui/badge.tsx'
import { Card } from '#ui/card.tsx'
import { formatCount, formatDate, formatYen, formatYenWithTax } from '#ui/format.ts'
import { MeterBar } from '#ui/meter.tsx'
import { SummaryList } from '#ui/summary-list.tsx'
import { TextLink } from '#ui/text-link.tsx'

/** A device bought from us: what is left to pay, the maker's warranty and the exchange that comes with it. */
export function BoughtCard({
  purchase,
  bought,
}: {
  readonly purchase: Purchase
  readonly bought: Bought | undefined
}) {
  const { device, imeiMasked, purchasedOn, priceYen, instalments, warrantyUntil, notice } = purchase
  return (
    <Card>
      <div className="section__head">
        <h3>{device}</h3>
        <Badge>{wayOfPaying(instalments)}</Badge>
      </div>
      {instalments === undefined || instalments.remaining === 0 ? null : (
        <div className="device-left">
          <p>
            お支払いの残り <strong>{formatYen(instalments.remainingYen)}</strong>
            <span className="small muted">
              {`（あと${formatCount(instalments.remaining)}回 ／ ${formatCount(instalments.count)}回）`}
            </span>
          </p>
          <MeterBar share={instalments.remaining / instalments.count} />
          <p className="small">
            残りの{formatYen(instalments.remainingYen)}は、まとめて支払うこともできます。
            手数料はかかりません。
            <InquiryLink />
            へお申し出ください。
          </p>
        </div>
      )}
      <SummaryList
        entries={[
          ['IMEI', imeiMasked],
          ['購入日', formatDate(purchasedOn)],
          ['代金', formatYenWithTax(priceYen)],
          [
            '毎月の分割払金',
            instalments && `${formatYen(instalments.monthlyYen)}（手数料・利息なし）`,
          ],
          ['次のお支払い', instalments?.nextOn && formatDate(instalments.nextOn)],
          ['メーカーの保証', warrantyUntil && `${formatDate(warrantyUntil)}まで`],
          ['お知らせ', notice],
        ]}
      />
      {bought === undefined ? null : (
        <>
          <h4>端末交換オプション</h4>
          {bought.claimable.claim.allowed ? <ClaimsLeft claimable={bought.claimable} /> : null}
          <ClaimWay deviceId={bought.deviceId} name={device} claimable={bought.claimable} />
        </>
      )}
      <p className="small">
        <TextLink href="/agreement/installment_sales.html">端末売買契約規約</TextLink>・
        <TextLink href="/agreement/device.html">端末交換オプション利用規約</TextLink>
      </p>
    </Card>
  )
}

function wayOfPaying(instalments: Purchase['instalments']) {
  if (instalments === undefined) return '一括払い'
  return instalments.remaining === 0 ? 'お支払い済み' : '分割払い'
}
