import { Amount } from '#ui/amount.tsx'
import { Badge } from '#ui/badge.tsx'
import { DataVolume } from '#ui/data-volume.tsx'
import { formatYen } from '#ui/format.ts'
import { SummaryList } from '#ui/summary-list.tsx'
import { Table } from '#ui/table.tsx'
import type { Column } from '#ui/table.tsx'
import { TwoPhones } from '#ui/two-phones.tsx'
import { type GalleryPart, part } from './gallery-part.ts'

type Bill = {
  readonly month: string
  readonly yen: number
  readonly state: string
  readonly due: string
}

const bills: readonly Bill[] = [
  { month: '2026年11月', yen: 1188, state: '確定前', due: '2026年12月7日（月）' },
  { month: '2026年10月', yen: 2354, state: '支払い済み', due: '2026年11月7日（土）' },
]

const billColumns: readonly Column<Bill>[] = [
  ['ご利用月', ({ month }) => month, { rowHeader: true }],
  ['状態', ({ state }) => <Badge>{state}</Badge>],
  ['お支払日', ({ due }) => due],
  ['金額（税込）', ({ yen }) => formatYen(yen), { numeric: true }],
]

const billTable = {
  columns: billColumns,
  rows: bills,
  rowKey: ({ month }: Bill) => month,
}

export const figureParts: readonly GalleryPart[] = [
  part('amount', '金額', {
    文の中: <Amount yen={1078} />,
    税抜き: <Amount yen={980} tax="excluded" />,
    値引き: <Amount yen={-550} />,
    画面の大きな数字: <Amount yen={12078} size="figure" />,
  }),
  part('data-volume', 'データ量', {
    残量: <DataVolume bytes={3_259_999_999} kind="residual" />,
    空: <DataVolume bytes={0} kind="residual" />,
    画面の大きな数字: <DataVolume bytes={3_259_999_999} kind="residual" size="figure" />,
  }),
  part('badge', 'バッジ', {
    通常: <Badge>確定前</Badge>,
    良い: <Badge tone="good">利用中</Badge>,
    注意: <Badge tone="warning">審査中</Badge>,
    危険: <Badge tone="danger">利用停止</Badge>,
  }),
  part('table', '表', {
    枠の中で横に動く: (
      <Table {...billTable} caption="請求の一覧" total={['合計', '', '', formatYen(3542)]} />
    ),
    スマートフォンではカード: (
      <Table {...billTable} caption="請求の一覧（カード）" captionHidden stack />
    ),
    スマートフォンでは名前と金額が1行: <Table {...billTable} caption="請求の一覧（1行）" lean />,
  }),
  part('summary-list', '要約', {
    通常: (
      <SummaryList
        entries={[
          ['電話番号', '090-0000-0000'],
          [
            '回線の呼び名',
            '母のスマートフォン',
            { change: { href: '#nickname', label: '回線の呼び名' } },
          ],
        ]}
      />
    ),
    '変更前と変更後、長い文': (
      <SummaryList
        entries={[
          ['データ容量', '8GB', { was: '3GB' }],
          [
            '取り消しの期限',
            '2026年11月29日（日）12:00まで、マイページの「データ容量の変更」からいつでも取り消せます。費用はかかりません。',
          ],
        ]}
      />
    ),
  }),
  part('two-phones', '2台のスマホと、使える方', {
    始める前: (
      <TwoPhones
        from={{ name: 'いま', look: 'works', caption: 'いまの電話' }}
        to={{ name: '新しい', look: 'empty', caption: 'まだ空です' }}
      />
    ),
    切り替えたあと: (
      <TwoPhones
        headline="新しいスマホで使えます"
        from={{ name: 'いままで', look: 'rests', caption: 'お休み中' }}
        to={{ name: '新しい', look: 'works', caption: '使えます', more: '090-0000-0000' }}
      />
    ),
  }),
]
