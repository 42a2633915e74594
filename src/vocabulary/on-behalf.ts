import type { LinkStep } from './console-record.ts'
import type { OrderedOperation } from './operation.ts'

/**
 * How staff help with a procedure (ours, after the rule that the member's own screen comes first).
 * staff: they press it themselves, the caller proved by a code, since the member takes it back alone.
 * held: they press it, it waits, and ends by itself unless a second person confirms it.
 * link: the member is sent the screen and presses it.
 * never: what binds, costs at once or opens a door is the member's; nor is a screen sent for it.
 */
export type OnBehalf =
  | { readonly way: 'staff' | 'held' | 'link'; readonly link: LinkStep }
  | { readonly way: 'never' }

export type BehalfWay = OnBehalf['way']

/** Every procedure; one that is missing does not compile. */
export const onBehalf = {
  planSizeChange: { way: 'staff', link: 'planSize' },
  planSizeUndo: { way: 'staff', link: 'planSize' },
  lineCancel: { way: 'staff', link: 'cancellation' },
  contractCancel: { way: 'staff', link: 'cancellation' },
  cancelUndo: { way: 'staff', link: 'cancellation' },
  optionLeave: { way: 'staff', link: 'option' },
  deviceClaim: { way: 'staff', link: 'deviceClaim' },
  // A SIM or a number that leaves can be lost to a stranger who has talked a clerk round.
  simAdd: { way: 'held', link: 'simAdd' },
  simReissue: { way: 'held', link: 'simChange' },
  simKindChange: { way: 'held', link: 'simChange' },
  portOut: { way: 'held', link: 'portOut' },
  // Terms are agreed to by the member.
  optionJoin: { way: 'link', link: 'option' },
  deviceRegister: { way: 'link', link: 'deviceClaim' },
  initialCancel: { way: 'link', link: 'initialCancel' },
  lineHandover: { way: 'link', link: 'handover' },
  // To stop a lost line is an act of its own (line.stop), for which a weak proof is enough.
  lineSuspend: { way: 'link', link: 'lost' },
  lineResume: { way: 'link', link: 'lost' },
  topUp: { way: 'link', link: 'topUp' },
  highSpeedSwitch: { way: 'never' },
  paperCopy: { way: 'never' },
  lineOpen: { way: 'never' },
  lineTakeover: { way: 'never' },
  // The code of an eSIM is shown to nobody but who proved to be its owner.
  phoneMove: { way: 'never' },
} as const satisfies Record<OrderedOperation, OnBehalf>
