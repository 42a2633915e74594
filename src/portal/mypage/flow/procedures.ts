import { pages } from '#vocabulary/pages.ts'
import type { Operation } from '#vocabulary/operation.ts'

type Entry = 'size' | 'add' | 'sim' | 'leave' | 'initialCancel'

type ProcedurePage = {
  /** Where it begins. */
  readonly path: string
  /** What the day of an order is called on 確認: not on every one does something begin to apply. */
  readonly day: string
  /** The same on its receipt, where that is another day. */
  readonly receiptDay?: string
  /** The line of the list of procedures that leads to it; papers are among the records. */
  readonly entry?: Entry
  readonly ends?: true
}

const leaving = { path: pages.cancel, day: '最終利用日', entry: 'leave', ends: true } as const
const simChange = { path: pages.simChange, day: '切り替えの予定日', entry: 'sim' } as const

/** Every procedure as my page offers it. */
export const procedurePages: Readonly<Partial<Record<Operation, ProcedurePage>>> = {
  planSizeChange: { path: pages.planChange, day: '適用日', entry: 'size' },
  simAdd: { path: pages.simAdd, day: '使い始める予定日', entry: 'add' },
  simReissue: simChange,
  simKindChange: simChange,
  lineCancel: leaving,
  contractCancel: leaving,
  portOut: {
    path: pages.portOut,
    day: 'MNP予約番号の発行日',
    // A port-out has a day only when the number has gone.
    receiptDay: '転出した日',
    entry: 'leave',
  },
  initialCancel: { path: pages.initialCancel, day: '契約の終了日', entry: 'initialCancel' },
  paperCopy: { path: pages.documents, day: 'お届けの予定日' },
}

/** In the order of how often they are wanted; leaving is one of them, in plain sight. */
export const procedureEntries: readonly {
  readonly entry: Entry
  readonly href: string
  readonly label: string
  readonly hint: string
}[] = [
  {
    entry: 'size',
    href: pages.planChange,
    label: 'データ容量の変更',
    hint: '毎月の高速データ量を変えます',
  },
  {
    entry: 'add',
    href: pages.simAdd,
    label: 'SIMの追加',
    hint: '家族やタブレットの回線を増やします',
  },
  {
    entry: 'sim',
    href: pages.simChange,
    label: 'SIMの変更・再発行',
    hint: 'サイズ、eSIM、種別の変更、紛失・故障のとき',
  },
  {
    entry: 'leave',
    href: pages.cancel,
    label: '解約・転出',
    hint: '費用と最終利用日を最初に表示します',
  },
  {
    entry: 'initialCancel',
    href: pages.initialCancel,
    label: '初期契約解除',
    hint: '契約書面の受け取りから8日間',
  },
]
