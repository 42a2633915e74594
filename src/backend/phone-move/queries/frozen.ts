import type { LineRow } from '#backend/contract/contracts.ts'

/** Stopped by staff: what a stranger may have begun goes no further, and only the way back stays open. */
export const isFrozen = ({ suspension_reason: reason }: LineRow) => reason === 'fraud'
