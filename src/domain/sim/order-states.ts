import { machine, type EventOf, type StateOf } from '../machine.ts'

/** An order for a SIM: a further line, a size change or reissue, a change of kind. */
export const simOrderStates = machine({
  name: 'sim-order',
  title: 'SIMの注文',
  initial: 'quoted',
  states: {
    quoted: { label: '見積もり', sentence: 'まだ申し込まれていません。' },
    ordered: { label: '受付済み', sentence: 'お申し込みを受け付けました。' },
    id_check: { label: '本人確認待ち', sentence: '本人確認を済ませてください。' },
    preparing: { label: '準備中', sentence: 'SIMを準備しています。' },
    shipped: { label: '発送済み', sentence: 'SIMを発送しました。' },
    arrived: { label: 'お届け済み', sentence: 'SIMをお届けしました。' },
    switch_ready: { label: '切り替え待ち', sentence: '切り替えの日時を選べます。' },
    switched: { label: '完了', sentence: '切り替えが完了しました。' },
    auto_switched: { label: '完了（自動）', sentence: '期限がきたため、自動で切り替えました。' },
    cancelled: {
      label: '取り消し済み',
      sentence: 'お申し込みを取り消しました。料金はかかりません。',
    },
    failed: {
      label: '手続きできず',
      sentence: '手続きを完了できませんでした。料金はかかりません。',
    },
  },
  events: {
    ordered: ['member', 'staff'],
    identity_requested: ['system'],
    identity_passed: ['system', 'staff'],
    identity_failed: ['system', 'staff'],
    preparation_started: ['system', 'carrier'],
    shipped: ['carrier'],
    arrived: ['carrier'],
    profile_ready: ['carrier'],
    switch_opened: ['carrier', 'system'],
    switched: ['carrier'],
    auto_switched: ['carrier'],
    cancelled: ['member', 'staff'],
    returned: ['carrier'],
    refused_by_carrier: ['carrier'],
    lapsed: ['system'],
  },
  table: {
    quoted: { ordered: 'ordered', lapsed: 'cancelled' },
    ordered: {
      identity_requested: 'id_check',
      preparation_started: 'preparing',
      cancelled: 'cancelled',
      refused_by_carrier: 'failed',
    },
    id_check: {
      identity_passed: 'preparing',
      identity_failed: 'failed',
      cancelled: 'cancelled',
      lapsed: 'cancelled',
    },
    preparing: {
      shipped: 'shipped',
      profile_ready: 'switch_ready',
      refused_by_carrier: 'failed',
      cancelled: 'cancelled',
    },
    shipped: { arrived: 'arrived', switch_opened: 'switch_ready', returned: 'failed' },
    arrived: { switch_opened: 'switch_ready' },
    switch_ready: {
      switched: 'switched',
      auto_switched: 'auto_switched',
      refused_by_carrier: 'failed',
    },
    switched: {},
    auto_switched: {},
    cancelled: {},
    failed: {},
  },
})

export type SimOrderState = StateOf<typeof simOrderStates>
export type SimOrderEvent = EventOf<typeof simOrderStates>
