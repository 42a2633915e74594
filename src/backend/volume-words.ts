export { formatPoints } from '#vocabulary/point.ts'
export { formatVolume } from '#vocabulary/volume.ts'

/** 「1,078円」 */
export function formatYen(yen: number): string {
  return `${yen.toLocaleString('ja-JP')}円`
}

/** Made once: a formatter of its own for each number takes fifty times as long. */
const tenthsDigits = new Intl.NumberFormat('ja-JP', { maximumFractionDigits: 1 })

/** Tenths of a yen: 「1,078円」, 「46.2円」. */
export function formatTenthsYen(tenths: number): string {
  return `${tenthsDigits.format(tenths / 10)}円`
}
