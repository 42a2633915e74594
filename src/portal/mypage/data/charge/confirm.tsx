import { pages, withQuery } from '#vocabulary/pages.ts'
import type { ArrivalNote } from '#portal/mypage/flow/address.ts'
import { yenFigure } from '#portal/mypage/flow/key-figures.tsx'
import type { FormKeys } from '#portal/mypage/flow/keys.ts'
import { Review } from '#portal/mypage/flow/review.tsx'
import type { Stayed } from '#portal/mypage/flow/submit.ts'
import { formatLimit } from '#portal/mypage/flow/wording.ts'
import { Amount } from '#ui/amount.tsx'
import { formatVolume, formatYen } from '#ui/format.ts'
import type { Residual, TopUps } from '#portal/mypage/shared/wire.ts'
import { ServiceEnd } from './service-end.tsx'

type ConfirmProps = Partial<Stayed> & {
  readonly topUps: TopUps
  readonly residual: Residual
  readonly pack: TopUps['packs'][number]
  readonly note: ArrivalNote | undefined
  readonly keys: FormKeys
}

/** 確認: what it costs, when it is there, until when, and on which bill. */
export function Confirm({ topUps, residual, pack, note, refused, keys }: ConfirmProps) {
  const { spentThisMonthYen, serviceEndsOn, payment } = topUps
  const { packId, priceYen } = pack
  const after = residual.totalBytes + pack.bytes
  return (
    <Review
      {...{ note, refused }}
      why={pack.why}
      refusalTitle="チャージできませんでした"
      head={<ServiceEnd on={serviceEndsOn} />}
      what={pack.name}
      figures={[yenFigure('料金', priceYen)]}
      facts={[
        {
          term: 'データの残り',
          was: formatVolume(residual.totalBytes, 'residual'),
          value: formatVolume(after, 'residual'),
        },
        { term: '有効期限', value: formatLimit(pack.expiresAt) },
        {
          term: '今月のチャージ料金',
          was: <Amount yen={spentThisMonthYen} />,
          value: <Amount yen={spentThisMonthYen + priceYen} />,
        },
        { term: 'お支払い', value: `${payment.label}（今月ご利用分の請求に合算します）` },
      ]}
      form={{
        keys,
        conditions: `${packId}.${priceYen}`,
        values: { packId, priceYen: String(priceYen) },
        submitLabel: `${formatYen(priceYen)}で購入する`,
        under: '購入後すぐに使えます。購入後の取り消し・返金はできません。',
      }}
      back={{ href: withQuery(pages.charge, { packId }), label: '選び直す' }}
    />
  )
}
