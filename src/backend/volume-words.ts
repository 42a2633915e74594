export { formatPoints } from '#vocabulary/point.ts'
export { formatVolume } from '#vocabulary/volume.ts'

/** 「1,078円」 */
export function formatYen(yen: number): string {
  return `${yen.toLocaleString('ja-JP')}円`
}
