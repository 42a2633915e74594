import { entranceTo, entryTo } from '#portal/mypage/entrances.ts'
import { pages } from '#vocabulary/pages.ts'
import type { ErrorCode } from '#protocol/errors.ts'
import type { OrderedOperation } from '#vocabulary/operation.ts'

type Entry = 'size' | 'add' | 'sim' | 'move' | 'option' | 'leave' | 'handover' | 'initialCancel'

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
  /** Reasons of a refusal that are looked into or lifted on this page: the words of the link to it. */
  readonly lifts?: Readonly<Partial<Record<ErrorCode, string>>>
}

const leaving: ProcedurePage = {
  path: pages.cancellation,
  day: '最終利用日',
  entry: 'leave',
  ends: true,
  lifts: {
    CANCELLATION_BOOKED: '解約の予約を確認する',
    LINE_LIMIT_REACHED: '回線ごとの解約を見る',
    INITIAL_CANCEL_PERIOD_OVER: '通常の解約を見る',
    INITIAL_CANCEL_NOT_APPLICABLE: '通常の解約を見る',
  },
}
const simChange: ProcedurePage = {
  path: pages.simChange,
  day: '切り替えの予定日',
  entry: 'sim',
  lifts: { KIND_UNCHANGED: '種別を選び直す' },
}

/** Every procedure as my page offers it. */
export const procedurePages: Readonly<Partial<Record<OrderedOperation, ProcedurePage>>> = {
  planSizeChange: {
    path: pages.planSize,
    day: '適用日',
    entry: 'size',
    lifts: {
      PLAN_NOT_SHAREABLE: 'データ容量を変更する',
      SIZE_ALREADY_BOOKED: '予約の内容を確認する',
      BOOKED_PLAN_NOT_SHAREABLE: 'データ容量の予約を確認する',
    },
  },
  simAdd: { path: pages.simAdd, day: '使い始める予定日', entry: 'add' },
  simReissue: simChange,
  simKindChange: simChange,
  phoneMove: {
    path: pages.phoneMove,
    day: '切り替えの予定日',
    receiptDay: '切り替えた日',
    entry: 'move',
    lifts: { PHONE_HAS_NO_ESIM: '回線と機種を選び直す' },
  },
  lineCancel: leaving,
  contractCancel: leaving,
  portOut: {
    path: pages.portOut,
    day: 'MNP予約番号の発行日',
    // A port-out has a day only when the number has gone.
    receiptDay: '転出した日',
    entry: 'leave',
    lifts: {
      MNP_NUMBER_LIVE: 'MNP転出の状況を確認する',
      MNP_NUMBER_COOLDOWN: '前回のMNP転出を確認する',
    },
  },
  lineHandover: {
    path: pages.handover,
    day: '最後にお使いになる日',
    entry: 'handover',
    ends: true,
    lifts: {
      HANDOVER_OPEN: 'ゆずる手続きを確認・取りやめる',
      HANDOVER_OVER: 'ゆずる手続きを確認する',
    },
  },
  lineTakeover: { path: pages.orders, day: '使い始める日' },
  initialCancel: { path: pages.initialCancel, day: '契約の終了日', entry: 'initialCancel' },
  optionJoin: {
    path: pages.option,
    day: '利用開始日',
    entry: 'option',
    lifts: {
      OPTION_ALREADY_ACTIVE: 'オプションの一覧を見る',
      OPTION_EXCLUDED: 'オプションの一覧を見る',
      OPTION_LEAVING_BOOKED: 'オプションの一覧を見る',
      OPTION_NOT_ACTIVE: 'オプションの一覧を見る',
    },
  },
  optionLeave: { path: pages.option, day: '最終利用日', entry: 'option', ends: true },
  deviceRegister: {
    path: pages.deviceRegister,
    day: '保証の開始日',
  },
  deviceClaim: {
    path: pages.devices,
    day: '受付日',
    lifts: {
      DEVICE_NOT_COVERABLE: '端末の一覧を見る',
      COVER_ENDED: '端末の一覧を見る',
      EXCHANGE_OPTION_USED: '端末の一覧を見る',
    },
  },
  paperCopy: { path: pages.documents, day: 'お届けの予定日' },
}

/** In the order of how often they are wanted; leaving is one of them, in plain sight. */
export const procedureEntries: readonly ({ readonly entry: Entry } & ReturnType<typeof entryTo>)[] =
  [
    { entry: 'size', ...entryTo(pages.planSize, '毎月の高速データ量を変えます') },
    { entry: 'add', ...entryTo(pages.simAdd, '家族やタブレットの回線を増やします') },
    { entry: 'sim', ...entryTo(pages.simChange, 'サイズ、eSIM、種別の変更、紛失・故障のとき') },
    { entry: 'move', ...entryTo(pages.phoneMove, 'eSIMなら約5分、24時間は元に戻せます') },
    { entry: 'option', ...entryTo(pages.option, entranceTo(pages.option).hint) },
    { entry: 'leave', ...entryTo(pages.cancellation, '費用と最終利用日を最初に表示します') },
    {
      entry: 'handover',
      ...entryTo(pages.handover, '番号とSIMはそのまま、契約者をご家族に変えます'),
    },
    { entry: 'initialCancel', ...entryTo(pages.initialCancel, '契約書面の受け取りから8日間') },
  ]
