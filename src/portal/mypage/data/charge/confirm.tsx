import type { Refusal } from '#vocabulary/refusal.ts'
import { pages } from '#vocabulary/pages.ts'
import type { ArrivalNote } from '#portal/mypage/flow/address.ts'
import { Arrival, ConfirmForm } from '#portal/mypage/flow/confirm-form.tsx'
import type { FormKeys } from '#portal/mypage/flow/keys.ts'
import { RefusalNotice } from '#portal/mypage/flow/refusal.tsx'
import { formatLimit } from '#portal/mypage/flow/wording.ts'
import { Amount } from '#ui/amount.tsx'
import { formatVolume } from '#ui/format.ts'
import { SummaryList } from '#ui/summary-list.tsx'
import type { TopUps } from '#portal/mypage/shared/wire.ts'
import { ServiceEnd } from './service-end.tsx'

type ConfirmProps = {
  readonly topUps: TopUps
  readonly pack: TopUps['packs'][number]
  readonly note: ArrivalNote | undefined
  readonly refused: Refusal | undefined
  readonly keys: FormKeys
}

/** 確認: what it costs, when it is there, until when, and on which bill. */
export function Confirm({ topUps, pack, note, refused, keys }: ConfirmProps) {
  const { residualBytes, spentThisMonthYen, serviceEndsOn, payment } = topUps
  const { packId, priceYen } = pack
  return (
    <>
      <Arrival note={note} />
      {refused === undefined ? null : (
        <RefusalNotice answersPress title="チャージできませんでした" reason={refused} />
      )}
      <ServiceEnd on={serviceEndsOn} />
      <SummaryList
        entries={[
          { term: 'チャージするデータ量', value: pack.name },
          { term: '料金', value: <Amount yen={priceYen} /> },
          { term: '使えるようになる時', value: '購入後すぐ' },
          { term: '有効期限', value: formatLimit(pack.expiresAt) },
          {
            term: 'データの残り',
            was: formatVolume(residualBytes, 'residual'),
            value: formatVolume(residualBytes + pack.bytes, 'residual'),
          },
          {
            term: '今月のチャージ料金',
            was: <Amount yen={spentThisMonthYen} />,
            value: <Amount yen={spentThisMonthYen + priceYen} />,
          },
          { term: 'お支払い', value: `${payment.label}（今月ご利用分の請求に合算します）` },
          { term: '取り消し', value: '購入後の取り消し・返金はできません' },
        ]}
      />
      <ConfirmForm
        keys={keys}
        conditions={`${packId}.${priceYen}`}
        values={{ packId, priceYen: String(priceYen) }}
        submitLabel="この内容で購入する"
        backHref={`${pages.charge}?packId=${packId}`}
        backLabel="選び直す"
      />
    </>
  )
}
