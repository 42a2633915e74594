import { brand } from '#brand'
import type { Assertion, Attestation } from '#protocol/passkey.ts'

/** A passkey as the library reads it. `publicKey` and ids are base64url. */
export type KnownCredential = {
  readonly id: string
  readonly publicKey: string
  readonly transports: readonly string[]
}

/** A passkey that was made by the browser, verified. */
export type MadeCredential = KnownCredential & {
  readonly counter: number
  readonly isSynced: boolean
}

/** EdDSA, ES256 and RS256: every device of today signs by one of them. The library's own list asks Node for algorithms it calls experimental. */
const ALGORITHMS = [-8, -7, -257]

// Nobody who comes without a passkey pays for reading certificates.
const library = () => import('@simplewebauthn/server')

const toList = ({ id, transports }: Pick<KnownCredential, 'id' | 'transports'>) => ({
  id,
  transports: [...transports],
})

export type Webauthn = ReturnType<typeof createWebauthn>

/**
 * Web Authentication at our own origin. The person is always verified by the device (fingerprint, face, screen lock): possession alone
 * is not enough. Makers of devices are not asked for (`attestation: none`): we would have no use for it.
 */
export function createWebauthn(publicUrl: string) {
  const { hostname: rpId, origin } = new URL(publicUrl)
  return {
    async creationOptions(of: {
      readonly userId: Uint8Array<ArrayBuffer>
      readonly userName: string
      readonly known: readonly Pick<KnownCredential, 'id' | 'transports'>[]
    }) {
      const { generateRegistrationOptions } = await library()
      return generateRegistrationOptions({
        rpName: brand.service,
        rpID: rpId,
        userID: of.userId,
        userName: of.userName,
        attestationType: 'none',
        supportedAlgorithmIDs: ALGORITHMS,
        excludeCredentials: of.known.map(toList),
        authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
      })
    },

    async requestOptions(known: readonly Pick<KnownCredential, 'id' | 'transports'>[]) {
      const { generateAuthenticationOptions } = await library()
      return generateAuthenticationOptions({
        rpID: rpId,
        allowCredentials: known.map(toList),
        userVerification: 'required',
      })
    },

    /** @returns undefined where it does not verify: another origin, another challenge, no user verification */
    async verifyCreation(
      response: Attestation,
      challenge: string,
    ): Promise<MadeCredential | undefined> {
      const { verifyRegistrationResponse } = await library()
      const { verified, registrationInfo } = await verifyRegistrationResponse({
        response: response,
        expectedChallenge: challenge,
        expectedOrigin: origin,
        expectedRPID: rpId,
        requireUserVerification: true,
        supportedAlgorithmIDs: ALGORITHMS,
      }).catch(() => ({ verified: false as const, registrationInfo: undefined }))
      if (!verified || registrationInfo === undefined) return undefined
      const { credential, credentialDeviceType } = registrationInfo
      return {
        id: credential.id,
        publicKey: Buffer.from(credential.publicKey).toString('base64url'),
        transports: credential.transports ?? [],
        counter: credential.counter,
        isSynced: credentialDeviceType === 'multiDevice',
      }
    },

    /** @returns the counter that was shown, undefined where it does not verify. Whether the counter went back is asked by the caller. */
    async verifyAssertion(
      response: Assertion,
      challenge: string,
      { id, publicKey, transports }: KnownCredential,
    ): Promise<number | undefined> {
      const { verifyAuthenticationResponse } = await library()
      const { verified, authenticationInfo } = await verifyAuthenticationResponse({
        response: response,
        expectedChallenge: challenge,
        expectedOrigin: origin,
        expectedRPID: rpId,
        credential: {
          id,
          publicKey: Buffer.from(publicKey, 'base64url'),
          transports: [...transports],
          // The library compares counters before it has verified the signature: whoever signs nothing could have a key stopped.
          counter: 0,
        },
        requireUserVerification: true,
      }).catch(() => ({ verified: false, authenticationInfo: undefined }))
      return verified ? authenticationInfo?.newCounter : undefined
    },
  }
}

/** What was signed: it names its own challenge. @returns undefined where it cannot be read */
export function challengeIn(clientDataJSON: string): string | undefined {
  try {
    const said: unknown = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString())
    const challenge = typeof said === 'object' && said !== null && Reflect.get(said, 'challenge')
    return typeof challenge === 'string' ? challenge : undefined
  } catch {
    return undefined
  }
}
