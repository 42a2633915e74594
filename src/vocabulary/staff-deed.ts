/**
 * What somebody of the staff has done with a member's record, in the member's words, by the name of the audit entry. What
 * is not here is an act of a procedure, which the member reads about among the orders and notices.
 */
const deeds: Readonly<Record<string, string>> = {
  'record-read': '記録を見ました',
  'record-revealed': '隠してある項目を表示しました',
  'record-opened': '記録を開きました',
  'record-refused': '記録を開こうとして、断られました',
  'caller-proved': 'お電話の相手がご本人であることを確認しました',
  'link-sent': 'お手続きの案内をお送りしました',
  'ticket-opened': 'お問い合わせを受け付けました',
  'ticket-answered': 'お問い合わせに回答しました',
  'ticket-waited': 'お問い合わせについてお尋ねしました',
  'ticket-solved': 'お問い合わせを回答済みにしました',
  'ticket-reopened': 'お問い合わせを再開しました',
  'ticket-merged': 'お問い合わせを、ほかのお問い合わせにまとめました',
  'ticket-member-named': 'お問い合わせを、お客さまのものとして記録しました',
  'ticket-mandate-noted': '書面の委任を記録しました',
  'ticket-mandate-confirmed': '書面の委任を、2人目が確認しました',
  'ticket-answered-outside': '委任にもとづき、外部の窓口に回答しました',
  'sessions-ended': 'ログインを終わらせました',
  'line-suspended': '回線を止めました',
  'line-resumed': '回線の利用を再開しました',
  'claim-read': '修理・交換の請求の内容を見ました',
  'compensation-entered': '補償を登録しました',
  'refund-transferred': '振り込みでの返金を記録しました',
  'refund-cards-released': '返金を、もう一度カードに依頼しました',
  'paper-viewed': 'お預かりした書類を見ました',
}

export const staffDeed = (action: string): string => deeds[action] ?? 'お手続きを進めました'
