import type { Contract } from '#portal/mypage/shared/wire.ts'

const endings: readonly Contract['status'][] = ['terminated', 'initial_cancelled', 'ported_out']

/** Nothing can be bought or switched any more; what was can be read. */
export const isEnded = (contract: Contract | undefined): contract is Contract =>
  contract !== undefined && endings.includes(contract.status)
