import {
  operationLabels,
  operationOfLine,
  operations,
  type Operation,
} from '#vocabulary/operation.ts'
import { reaches } from '#domain/exclusion/allowed-operations.ts'
import type { Blocker } from '#domain/exclusion/matrix.ts'
import { operationRules } from '#domain/exclusion/operation-rules.ts'

/** For each column of the matrix the widest operation: the list of operations names it last. */
const widest = operations.flatMap((operation, index) => {
  const { blockedBy: column, on } = operationRules[operation]
  const isWider = (one: Operation) => operationRules[one].blockedBy === column
  if (column === undefined || operations.slice(index + 1).some(isWider)) return []
  return [{ operation, column, isOnLine: on === 'line' }]
})

/**
 * What cannot be begun while the procedure is under way, by the matrix (wire Estimate). Where a procedure blocks one line
 * only, the sentence names that line. An order for a further line blocks no existing line.
 */
export function blockedMeanwhile(blocker: Blocker, concerns: 'contract' | 'line') {
  const what = { blocker, lineId: concerns === 'line' ? 'this' : undefined }
  return widest.flatMap(({ operation, column, isOnLine }) => {
    const { verdict, reach } = column[blocker]
    if (!reaches(what, reach, isOnLine ? 'this' : undefined)) return []
    const isOnlyHere = isOnLine && !reaches(what, reach, 'another')
    const label = isOnlyHere ? operationOfLine('この回線', operation) : operationLabels[operation]
    switch (verdict) {
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
