/**
 * How a volume is rounded for the eye. `residual`: down, so that nothing is promised that is not
 * there. `used`: up, so that residual and used add up to what was granted. `quota`: what was
 * granted or is on sale, exact and without empty decimals where two decimals hold it, else down:
 * a carry-over of 1.116272067 GB that is whole reads 1.11 GB of 1.11 GB.
 */
export type VolumeKind = 'residual' | 'used' | 'quota'

type Volume = { readonly value: string; readonly unit: 'GB' | 'MB' }

const bytesPerGb = 1_000_000_000
const bytesPerMb = 1_000_000

/** From 1 GB in GB with two decimals, below in whole MB; 1 GB is 1,000,000,000 bytes. */
export function splitVolume(bytes: number, kind: VolumeKind): Volume {
  if (!Number.isSafeInteger(bytes)) throw new RangeError(`not a whole number: ${bytes}`)
  if (bytes < 0) throw new RangeError(`a volume below zero: ${bytes}`)
  if (kind === 'quota') return splitQuota(bytes)
  const round = kind === 'residual' ? Math.floor : Math.ceil
  const wholeMb = round(bytes / bytesPerMb)
  if (wholeMb < 1000) return { value: String(wholeMb), unit: 'MB' }
  const hundredthsGb = round(bytes / (bytesPerGb / 100))
  const decimals = String(hundredthsGb % 100).padStart(2, '0')
  const whole = String(Math.floor(hundredthsGb / 100)).replace(/\B(?=(\d{3})+$)/g, ',')
  return { value: `${whole}.${decimals}`, unit: 'GB' }
}

function splitQuota(bytes: number): Volume {
  const isGb = bytes === 0 || bytes >= bytesPerGb
  if (bytes % (isGb ? bytesPerGb / 100 : bytesPerMb) !== 0) return splitVolume(bytes, 'residual')
  return isGb
    ? { value: String(bytes / bytesPerGb), unit: 'GB' }
    : { value: String(bytes / bytesPerMb), unit: 'MB' }
}

/** `3.25 GB`, `820 MB`; the space does not break. */
export function formatVolume(bytes: number, kind: VolumeKind): string {
  const { value, unit } = splitVolume(bytes, kind)
  return `${value}\u00a0${unit}`
}
