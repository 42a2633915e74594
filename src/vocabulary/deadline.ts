/** The kinds of dates a member should know. */
export const deadlineKinds = [
  'cutOff',
  'undoLimit',
  'dataExpiry',
  'takesEffect',
  'charge',
  'suspension',
  'termination',
  'numberExpiry',
  'delivery',
  'switchOver',
  'identityExpiry',
  'initialCancelEnd',
  'documentKept',
  'warrantyEnd',
] as const
export type DeadlineKind = (typeof deadlineKinds)[number]
