import { formatVolume } from '#ui/format.ts'
import type { AverageUse } from './wire.ts'

/** The average month, said in the same words wherever it is shown. */
export function averageWords({ months, highSpeedBytes }: AverageUse): string {
  return `直近${months}か月の高速データ通信の平均は、月に${formatVolume(highSpeedBytes, 'used')}です。`
}
