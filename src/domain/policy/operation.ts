/** Everything a member may begin, named once for every layer. */
export const operations = [
  'planSizeChange',
  'planSizeUndo',
  'simAdd',
  'simReissue',
  'simKindChange',
  'lineCancel',
  'contractCancel',
  'cancelUndo',
  'initialCancel',
  'portOut',
  'optionJoin',
  'optionLeave',
  'topUp',
  'highSpeedSwitch',
  'lineSuspend',
  'lineResume',
  'paperCopy',
] as const
export type Operation = (typeof operations)[number]
