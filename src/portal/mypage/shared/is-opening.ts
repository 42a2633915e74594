import type { Contract } from '#portal/mypage/shared/wire.ts'

const before: readonly Contract['status'][] = [
  'applied',
  'id_check',
  'accepted',
  'preparing',
  'shipped',
  'activating',
]

/** Agreed on, and no line in service yet: there is nothing to use, to switch or to run out of. */
export const isOpening = ({ status }: Pick<Contract, 'status'>) => before.includes(status)

/** The contract, as long as it has not begun. */
export const openingOf = (contract: Contract | undefined) =>
  contract !== undefined && isOpening(contract) ? contract : undefined
