/** Everything a member may begin, named once for every layer. */
export const operations = [
  'planSizeChange',
  'planSizeUndo',
  'simAdd',
  'simReissue',
  'simKindChange',
  'phoneMove',
  'lineCancel',
  'contractCancel',
  'cancelUndo',
  'initialCancel',
  'portOut',
  'lineHandover',
  'optionJoin',
  'optionLeave',
  'deviceRegister',
  'deviceClaim',
  'topUp',
  'highSpeedSwitch',
  'lineSuspend',
  'lineResume',
  'paperCopy',
] as const
export type Operation = (typeof operations)[number]

/** Every procedure as menus, lists and mails name it. */
export const operationLabels: Readonly<Record<OrderedOperation, string>> = {
  planSizeChange: 'データ容量の変更',
  planSizeUndo: 'データ容量変更の取り消し',
  simAdd: 'SIMの追加',
  simReissue: 'SIMのサイズ変更・再発行',
  simKindChange: 'SIMの種別変更',
  phoneMove: '新しいスマホへの移行',
  lineCancel: '回線の解約',
  contractCancel: 'ご契約の解約',
  cancelUndo: '解約予約の取り消し',
  initialCancel: '初期契約解除',
  portOut: 'MNP転出',
  lineHandover: '回線のご家族への譲渡',
  optionJoin: 'オプションの申し込み',
  optionLeave: 'オプションの解約',
  deviceRegister: '端末の登録',
  deviceClaim: '端末の修理・交換の請求',
  topUp: 'データチャージ',
  highSpeedSwitch: '高速データ通信の切り替え',
  lineSuspend: '紛失・盗難による利用停止',
  lineResume: '利用の再開',
  paperCopy: '契約書面の郵送',
  lineOpen: '回線の開通',
  lineTakeover: '回線の譲り受け',
}

/** The procedure as a sentence names it of one line: 「この回線のご家族への譲渡」, never 「この回線の回線の…」. */
export function operationOfLine(line: string, operation: Operation): string {
  return `${line}の${operationLabels[operation].replace(/^回線の/, '')}`
}

/** Everything that orders are of: the lines of a new contract are opened, or taken over, by its application. */
export const orderedOperations = [...operations, 'lineOpen', 'lineTakeover'] as const
export type OrderedOperation = (typeof orderedOperations)[number]

/** Procedures that may wait in the queue until what blocks them is over: "then do it for me". */
export const queueableOperations = [
  'planSizeChange',
  'simAdd',
  'simReissue',
  'simKindChange',
  'lineCancel',
  'contractCancel',
  'portOut',
  'optionJoin',
] as const satisfies readonly Operation[]

/** The procedures that leave an order with a number; the rest take effect at once. */
export const orderProcedures = [
  'planSizeChange',
  'simAdd',
  'simReissue',
  'simKindChange',
  'phoneMove',
  'lineCancel',
  'contractCancel',
  'initialCancel',
  'portOut',
  'lineHandover',
  'optionJoin',
  'optionLeave',
  'deviceRegister',
  'deviceClaim',
  'paperCopy',
  'lineOpen',
  'lineTakeover',
] as const satisfies readonly OrderedOperation[]
export type OrderProcedure = (typeof orderProcedures)[number]

/** Those whose last order still counts when it is over: a number cools down, a paper may be on its way. */
export const countedWhenOver = ['portOut', 'paperCopy'] as const satisfies readonly OrderProcedure[]

/** What brings a line another SIM: from then on nothing is so that an order before has brought about. */
export const bringsSim = [
  'simReissue',
  'simKindChange',
  'phoneMove',
] as const satisfies readonly OrderProcedure[]

/** Those of which a list says for some days what holds now that they have come to their end. */
export const saidWhenOver = ['phoneMove'] as const satisfies readonly OrderProcedure[]
export const SAID_WHEN_OVER_DAYS = 7
