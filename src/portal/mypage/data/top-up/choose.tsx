import { pages, withQuery } from '#vocabulary/pages.ts'
import { FieldErrors, Hidden } from '#portal/mypage/flow/form.tsx'
import { RefusalNotice } from '#portal/mypage/flow/refusal.tsx'
import { formatLimit } from '#portal/mypage/flow/wording.ts'
import { Amount } from '#ui/amount.tsx'
import { Button, ButtonRow } from '#ui/button.tsx'
import { formatVolume, formatYen, formatYenWithTax } from '#ui/format.ts'
import { Notice } from '#ui/notice.tsx'
import { RadioCards } from '#ui/radio-cards.tsx'
import { SummaryList } from '#ui/summary-list.tsx'
import { Table, type Column } from '#ui/table.tsx'
import { whyNoPack } from '#portal/mypage/shared/top-up-offer.ts'
import type { TopUps } from '#portal/mypage/shared/wire.ts'
import { ServiceEnd } from './service-end.tsx'
import { TapLink } from '#ui/text-link.tsx'

type ChooseProps = {
  readonly topUps: TopUps
  readonly chosen: string
  readonly errors: Readonly<Record<string, string>>
}

/** Nothing can be bought now, or not be paid for. */
export const isTopUpClosed = ({ packs, payment }: ChooseProps['topUps']) =>
  whyNoPack(packs) !== undefined || !payment.usable

/** 選択: every pack with its price and the end of its life before anything is bought. */
export function Choose({ topUps, chosen, errors }: ChooseProps) {
  const { packs, residualBytes, spentThisMonthYen, limitLeftYen, serviceEndsOn, payment } = topUps
  const refused = whyNoPack(packs)
  const open = refused === undefined && payment.usable
  const beyondLimit = packs.find(({ why }) => !why.allowed)?.why
  return (
    <>
      <FieldErrors errors={errors} />
      <SummaryList
        entries={[
          ['現在の残り', formatVolume(residualBytes, 'residual')],
          ['今月のチャージ料金', formatYenWithTax(spentThisMonthYen)],
          [
            '料金の上限まで',
            limitLeftYen === undefined ? undefined : `あと${formatYen(limitLeftYen)}`,
            { change: { href: pages.spending, label: '料金の上限' } },
          ],
        ]}
      />
      {refused === undefined ? null : (
        <RefusalNotice title="いまはチャージできません" reason={refused} />
      )}
      {refused !== undefined || payment.usable ? null : <CardMissing />}
      {open ? <ServiceEnd on={serviceEndsOn} /> : null}
      {open ? (
        <form method="get" className="form" noValidate>
          <Hidden values={{ step: 'confirm' }} />
          <RadioCards
            name="packId"
            label="チャージするデータ量"
            defaultValue={packs.find((one) => one.packId === chosen && one.why.allowed)?.packId}
            required
            error={errors['packId']}
            options={packs.map(({ packId, name, priceYen, expiresAt, why }) => ({
              value: packId,
              label: name,
              hint: why.allowed
                ? `${formatLimit(expiresAt)}使えます`
                : '料金の上限を超えるため、購入できません',
              beside: <Amount yen={priceYen} />,
              disabled: !why.allowed,
            }))}
          />
          <ButtonRow>
            <Button kind="primary">確認に進む</Button>
          </ButtonRow>
          {beyondLimit === undefined ? null : (
            <TapLink href={withQuery(pages.spending, { back: pages.topUp })}>
              料金の上限を変える
            </TapLink>
          )}
        </form>
      ) : (
        <PriceTable packs={packs} />
      )}
      <p className="small tap">
        <a href={pages.spending}>料金の上限と自動チャージを設定する</a>
      </p>
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

const columns: readonly Column<Pack>[] = [
  ['データ量', ({ name }) => name, { rowHeader: true }],
  ['料金', ({ priceYen }) => <Amount yen={priceYen} />, { numeric: true }],
  ['有効期限', ({ expiresAt }) => formatLimit(expiresAt)],
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
