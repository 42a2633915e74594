import type { GivenLine } from './wire.ts'

/** Whether a SIM card is sent: neither for an eSIM, nor for a line of the family that brings its own. */
export const hasDelivery = (lines: readonly Pick<GivenLine, 'size' | 'by'>[]) =>
  lines.some(({ size, by }) => size !== 'esim' && by !== 'handover')
