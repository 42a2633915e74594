import type { Result } from '#protocol/endpoint.ts'
import type { passkeyApi } from '#protocol/passkey.ts'

export type Passkeys = Result<typeof passkeyApi.passkeysGet>
export type Passkey = Passkeys['passkeys'][number]
