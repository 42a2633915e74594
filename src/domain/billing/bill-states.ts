import { machine, type EventOf, type StateOf } from '../machine.ts'

export const billStates = machine({
  name: 'bill',
  title: '請求',
  initial: 'open',
  states: {
    open: { label: '集計中', sentence: '今月の利用分を集計しています。' },
    fixed: { label: '確定', sentence: '請求額が確定しました。' },
    charged: { label: '決済手続き中', sentence: 'カード会社からの応答を待っています。' },
    paid: { label: '支払い済み', sentence: 'お支払いが完了しました。' },
    failed: {
      label: '決済できず',
      sentence: 'お支払いを確認できませんでした。後日もう一度手続きします。',
    },
    retried: { label: '再決済手続き中', sentence: 'もう一度お支払いの手続きをしています。' },
    unpaid: {
      label: '未払い',
      sentence: 'お支払いが確認できていません。月末までにお支払いください。',
    },
    suspended: {
      label: '未払い（利用停止中）',
      sentence: 'お支払いが済むと、すぐにご利用を再開します。',
    },
    final_notice: {
      label: '未払い（最終のお知らせ）',
      sentence: '期日までにお支払いがない場合、ご契約は解除されます。',
    },
    terminated: {
      label: '未払い（契約解除）',
      sentence: 'ご契約は解除されました。料金のお支払いは必要です。',
    },
  },
  events: {
    month_closed: ['system'],
    charge_sent: ['system', 'member', 'staff'],
    nothing_due: ['system'],
    paid: ['system', 'member', 'staff'],
    charge_refused: ['system'],
    retry_sent: ['system'],
    retries_exhausted: ['system'],
    reminded: ['system'],
    suspended: ['system'],
    finally_noticed: ['system'],
    terminated: ['system'],
  },
  table: {
    open: { month_closed: 'fixed' },
    fixed: { charge_sent: 'charged', nothing_due: 'paid' },
    charged: { paid: 'paid', charge_refused: 'failed' },
    paid: {},
    failed: { retry_sent: 'retried', retries_exhausted: 'unpaid', paid: 'paid' },
    retried: { paid: 'paid', charge_refused: 'failed' },
    unpaid: { paid: 'paid', reminded: 'unpaid', suspended: 'suspended' },
    suspended: { paid: 'paid', finally_noticed: 'final_notice' },
    final_notice: { paid: 'paid', terminated: 'terminated' },
    terminated: { paid: 'paid' },
  },
})

export type BillState = StateOf<typeof billStates>
export type BillEvent = EventOf<typeof billStates>
