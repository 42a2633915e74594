import { RefusalError } from '#backend/refusal.ts'
import { type CapRequest, volumesOf } from '#domain/data/cap-request.ts'

/** @throws RefusalError VALIDATION_FAILED with a sentence beside each volume that is missing. */
export function requireVolumes(request: CapRequest) {
  const volumes = volumesOf(request)
  if (!('missing' in volumes)) return volumes
  const fields = Object.fromEntries(
    volumes.missing.map((name) => [name, ['高速で使える量を、MBの数字で入力してください。']]),
  )
  throw new RefusalError({ code: 'VALIDATION_FAILED', fields })
}
