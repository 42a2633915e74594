import { instant, tokyoDate } from '#domain/tokyo.ts'
import type { ContractFacts, LineFacts } from '#domain/exclusion/facts.ts'
import type { Blocker } from '#domain/exclusion/matrix.ts'

/** A quiet share contract of two voice lines, and each blocker put upon it: for tests. */
export const sampleNow = instant('2026-11-20T10:00:00+09:00')

export const quietLine = (lineId: string, more: Partial<LineFacts> = {}): LineFacts => ({
  lineId,
  kind: 'voice',
  state: 'active',
  simOrders: [],
  ...more,
})

export const quietContract: ContractFacts = {
  state: 'active',
  planCode: 20,
  unpaid: false,
  lines: [quietLine('L1'), quietLine('L2')],
  addOrders: [],
  paper: 'none',
}

export const withFirstLine = (more: Partial<LineFacts>): ContractFacts => ({
  ...quietContract,
  lines: [quietLine('L1', more), quietLine('L2')],
})

export const mnpIssued = {
  orderNo: 'P1',
  state: 'issued',
  issuedOn: tokyoDate('2026-11-18'),
} as const

/** Each blocker at its place: an order or a number on line L1, the rest on the contract. */
export const blocked: Readonly<Record<Blocker, ContractFacts>> = {
  suspended: { ...quietContract, state: 'suspended', suspension: 'fraud' },
  unpaid: { ...quietContract, unpaid: true },
  cancellationBooked: {
    ...quietContract,
    state: 'cancel_reserved',
    cancellation: { orderNo: 'C1', state: 'reserved', lastDay: tokyoDate('2026-11-30') },
  },
  mnpNumberLive: withFirstLine({ mnp: mnpIssued }),
  handoverOpen: withFirstLine({ handover: { orderNo: 'H1', state: 'offered' } }),
  kindChangeOpen: withFirstLine({
    simOrders: [{ orderNo: 'S1', kind: 'kindChange', state: 'shipped' }],
  }),
  simOrderOpen: withFirstLine({
    simOrders: [
      { orderNo: 'S2', kind: 'reissue', state: 'preparing', expectedOn: tokyoDate('2026-11-25') },
    ],
  }),
}
