import { FieldErrors, Hidden } from '#portal/mypage/flow/form.tsx'
import { RefusalNotice } from '#portal/mypage/flow/refusal.tsx'
import { formatLimit } from '#portal/mypage/flow/wording.ts'
import { Amount } from '#ui/amount.tsx'
import { Button, ButtonRow } from '#ui/button.tsx'
import { formatVolume, formatYenWithTax } from '#ui/format.ts'
import { Notice } from '#ui/notice.tsx'
import { RadioCards } from '#ui/radio-cards.tsx'
import { SummaryList } from '#ui/summary-list.tsx'
import { Table } from '#ui/table.tsx'
import type { TopUps } from '#portal/mypage/shared/wire.ts'
import { ServiceEnd } from './service-end.tsx'

type ChooseProps = {
  readonly topUps: TopUps
  readonly chosen: string
  readonly errors: Readonly<Record<string, string>>
}

/** 選択: every pack with its price and the end of its life before anything is bought. */
export function Choose({ topUps, chosen, errors }: ChooseProps) {
  const { packs, residualBytes, spentThisMonthYen, serviceEndsOn, payment } = topUps
  const refused = packs.find(({ why }) => !why.allowed)?.why
  const open = refused === undefined && payment.usable
  return (
    <>
      <FieldErrors errors={errors} />
      <SummaryList
        entries={[
          { term: '現在の残り', value: formatVolume(residualBytes, 'residual') },
          { term: '今月のチャージ料金', value: formatYenWithTax(spentThisMonthYen) },
        ]}
      />
      {refused === undefined ? null : (
        <RefusalNotice title="いまはチャージできません" reason={refused} />
      )}
      {refused !== undefined || payment.usable ? null : <CardMissing />}
      {open ? <ServiceEnd on={serviceEndsOn} /> : null}
      {open ? (
        <form method="get" className="form">
          <Hidden values={{ step: 'confirm' }} />
          <RadioCards
            name="packId"
            label="チャージするデータ量"
            defaultValue={chosen}
            required
            error={errors['packId']}
            options={packs.map(({ packId, name, priceYen, expiresAt }) => ({
              value: packId,
              label: name,
              hint: `${formatLimit(expiresAt)}使えます`,
              beside: <Amount yen={priceYen} />,
            }))}
          />
          <ButtonRow>
            <Button kind="primary">確認に進む</Button>
          </ButtonRow>
        </form>
      ) : (
        <PriceTable packs={packs} />
      )}
    </>
  )
}

function CardMissing() {
  return (
    <Notice tone="warning" title="お支払いに使えるカードがありません">
      <p>
        カードの有効期限が切れたか、登録がありません。カード情報を登録すると、すぐにチャージできます。
      </p>
    </Notice>
  )
}

type Pack = TopUps['packs'][number]

const columns = [
  { header: 'データ量', cell: ({ name }: Pack) => name, rowHeader: true },
  { header: '料金', cell: ({ priceYen }: Pack) => <Amount yen={priceYen} />, numeric: true },
  { header: '有効期限', cell: ({ expiresAt }: Pack) => formatLimit(expiresAt) },
]

/** What it would cost, where it cannot be bought now. */
function PriceTable({ packs }: { readonly packs: TopUps['packs'] }) {
  return (
    <Table
      caption="データチャージの料金"
      stack
      columns={columns}
      rows={packs}
      rowKey={({ packId }) => packId}
    />
  )
}
