import { operationLabels } from '#backend/contract/wording.ts'
import { matrix, wishes, type Blocker, type Wish } from '#domain/exclusion/matrix.ts'
import type { Operation } from '#domain/policy/operation.ts'

const operationOf: Readonly<Record<Wish, Operation>> = {
  planSizeChange: 'planSizeChange',
  simAdd: 'simAdd',
  simReissue: 'simReissue',
  simKindChange: 'simKindChange',
  cancel: 'contractCancel',
  portOut: 'portOut',
  optionJoin: 'optionJoin',
}

/** What cannot be begun while the procedure is under way, read off the matrix (wire Estimate). */
export function blockedMeanwhile(blocker: Blocker) {
  return wishes.flatMap((wish) => {
    const operation = operationOf[wish]
    const label = operationLabels[operation]
    switch (matrix[blocker][wish].verdict) {
      case 'refused':
        return [{ operation, message: `${label}は、この手続きが終わるまで申し込めません。` }]
      case 'queued':
        return [{ operation, message: `${label}は、この手続きが終わってからの予約になります。` }]
      case 'ok':
      case 'replaces':
        return []
    }
  })
}
