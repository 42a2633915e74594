import { contractStates } from '../contract/contract-states.ts'
import { ok, refused } from '../outcome.ts'

/** Whether the holder may set a cap on a line (ours): on the lines of a share course, as long as they are served. */
export function decideCapChange(
  contract: { readonly course: string; readonly status: string },
  line: { readonly status: string },
) {
  if (contractStates.isTerminal(contract.status)) return refused('CONTRACT_ENDED')
  if (contract.course !== 'share') return refused('CAP_NOT_SHARED')
  return ['active', 'suspended', 'ending'].includes(line.status)
    ? ok(undefined)
    : refused('LINE_NOT_ACTIVE')
}
