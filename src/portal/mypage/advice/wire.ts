import type { adviceApi } from '#protocol/advice.ts'
import type { Result } from '#protocol/endpoint.ts'

export type Compared = NonNullable<Result<typeof adviceApi.adviceGet>['compared']>
