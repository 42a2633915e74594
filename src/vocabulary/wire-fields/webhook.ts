/** Of what a member's own programs are told. */
export const webhookFields: Readonly<Record<string, string>> = {
  contractId: '契約の番号。',
  condition: '当たった条件。usedUpは使い切り、remainingBytesは残りの量、usedPercentは使った割合。',
  of: '何の上限か。lineは回線の上限、spendingは料金の上限、chargesは料金のお知らせの額、threeDaysは3日間の低速の通信量。',
  'cap.near.period': 'どの期間の上限か。',
  'cap.reached.period': 'どの期間の上限か。',
  procedure: '手続き。',
  'order.changed.state': '手続きの状態。',
  'line.changed.change':
    '起きたこと。suspendedは停止、resumedは再開、slowedは低速への切り替え、restoredは高速への戻り。',
  outageId: '障害・工事の番号。',
  occasion: '起きたこと。openedは始まり、endedは終わり、cancelledは取り消し。',
  webhookId: 'Webhookの番号。',
}
