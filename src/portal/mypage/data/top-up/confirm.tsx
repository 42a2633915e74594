import { pages, withQuery } from '#vocabulary/pages.ts'
import { yenFigure } from '#portal/mypage/flow/key-figures.tsx'
import { NextBills } from '#portal/mypage/flow/next-bills.tsx'
import { Review, type AtReview } from '#portal/mypage/flow/review.tsx'
import { formatLimit } from '#portal/mypage/flow/wording.ts'
import { Amount } from '#ui/amount.tsx'
import { formatVolume, formatYen } from '#ui/format.ts'
import type { Forecast, Residual, TopUps } from '#portal/mypage/shared/wire.ts'
import type { NextBills as NextBillsRead } from '#protocol/procedure.ts'
import { ServiceEnd } from './service-end.tsx'
import { outlookWith, TopUpStage } from './stage.tsx'

type ConfirmProps = AtReview & {
  readonly topUps: TopUps
  readonly residual: Residual
  readonly forecast: Forecast | undefined
  readonly pack: TopUps['packs'][number]
  readonly nextBills: NextBillsRead | undefined
}

/** 確認: what it costs, when it is there, until when, and on which bill. */
export function Confirm(props: ConfirmProps) {
  const { topUps, residual, forecast, pack, nextBills, note, refused, typed, keys } = props
  const { spentThisMonthYen, serviceEndsOn, payment } = topUps
  const { packId, priceYen } = pack
  return (
    <Review
      {...{ note, refused, typed }}
      why={pack.why}
      refusalTitle="チャージできませんでした"
      head={<ServiceEnd on={serviceEndsOn} />}
      stage={
        <TopUpStage
          what={`＋${formatVolume(pack.bytes, 'quota')}`}
          figures={[yenFigure('お支払い', priceYen)]}
          left={residual}
          pack={pack}
          word="追加後"
          outlook={outlookWith(forecast, pack.bytes)}
        />
      }
      facts={[
        { term: '有効期限', value: <strong>{formatLimit(pack.expiresAt)}</strong> },
        { term: '請求', value: `今月ご利用分に合算・${payment.label}` },
        {
          term: '今月のチャージ料金',
          was: <Amount yen={spentThisMonthYen} tax="none" />,
          value: <Amount yen={spentThisMonthYen + priceYen} />,
        },
      ]}
      form={{
        keys,
        conditions: `${packId}.${priceYen}`,
        values: { packId, priceYen: String(priceYen) },
        submitLabel: `${formatYen(priceYen)}で購入する`,
        under: '購入後すぐに使えます。購入後の取り消し・返金はできません。',
      }}
      back={{ href: withQuery(pages.topUp, { packId }), label: '選び直す' }}
    >
      <NextBills bills={nextBills} />
    </Review>
  )
}
