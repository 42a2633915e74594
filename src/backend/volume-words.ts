import { GB, MB } from '#domain/bytes.ts'

/**
 * A volume in mails and notices: 「3.25 GB」 from 1 GB on, else 「820 MB」. What is left is rounded down, so that
 * nothing is promised that is not there; what is used or missing is rounded up.
 */
export function formatVolume(bytes: number, kind: 'residual' | 'used' = 'residual'): string {
  const round = kind === 'residual' ? Math.floor : Math.ceil
  const megabytes = round(bytes / MB)
  if (megabytes < 1000) return `${megabytes} MB`
  const hundredths = String(round(bytes / (GB / 100))).padStart(3, '0')
  return `${hundredths.slice(0, -2)}.${hundredths.slice(-2)} GB`
}

/** 「1,078円」 */
export function formatYen(yen: number): string {
  return `${yen.toLocaleString('ja-JP')}円`
}
