/** Why a contract or a line is suspended. */
export const suspensionReasons = ['unpaid', 'lost', 'fraud'] as const
export type SuspensionReason = (typeof suspensionReasons)[number]
