import type { Call } from '#protocol/http.ts'
import { api } from '#protocol/index.ts'
import { valueOf } from './part.ts'
import { settle } from './settle.ts'
import type { Line } from './wire.ts'

/** The lines that were stopped as lost and that the member may resume now. */
export async function loadResumable(call: Call, lines: readonly Line[]) {
  const stopped = lines.filter(({ suspensionReason }) => suspensionReason === 'lost')
  if (stopped.length === 0) return []
  const status = await settle(call(api.contractChangeStatusGet, { query: {} }))
  const resumable = (valueOf(status)?.operations ?? []).filter(
    ({ operation, allowed }) => operation === 'lineResume' && allowed,
  )
  return stopped.filter((line) => resumable.some(({ lineId }) => lineId === line.lineId))
}
